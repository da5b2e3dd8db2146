/** Statements as Playwright for Python takes them, in its synchronous form. */
import type { Call, Chain, Expression } from './statement.js';
import { quoted, snake } from './words.js';

/** Methods in JavaScript, properties in Python. */
const PROPERTIES = new Set(['first', 'last', 'contentFrame', 'context']);
/** They take an object, not keywords. */
const TAKES_OBJECT = new Set(['setViewportSize']);

export function python(chain: Chain): string {
  return expression(chain);
}

function expression(value: Expression): string {
  switch (value.type) {
    case 'text':
      return quoted(value.value);
    case 'number':
      return value.value;
    case 'word':
      return { true: 'True', false: 'False', null: 'None' }[value.value];
    case 'pattern':
      return `re.compile(r${quoted(value.source).replaceAll('\\\\', '\\')}${value.ignoreCase ? ', re.IGNORECASE' : ''})`;
    case 'list':
      return `[${value.items.map(expression).join(', ')}]`;
    case 'object':
      return `{${value.entries.map(([key, each]) => `${quoted(key)}: ${expression(each)}`).join(', ')}}`;
    case 'chain':
      return chained(value);
  }
}

function chained({ root, steps }: Chain): string {
  const [env, variable] = steps;
  if (root.name === 'process' && env?.name === 'env' && variable)
    return `os.environ[${quoted(variable.name)}]`;
  let code = root.args ? called(root) : root.name;
  let negated = false;
  for (const step of steps) {
    if (step.name === 'not') negated = true;
    else if (!step.args || PROPERTIES.has(step.name)) code += `.${snake(step.name)}`;
    else code += `.${negated ? 'not_' : ''}${called(step)}`;
  }
  return code;
}

function called({ name, args = [] }: Call): string {
  const last = args.at(-1);
  const keywords = last?.type === 'object' && !TAKES_OBJECT.has(name) ? last.entries : [];
  const values = keywords.length > 0 ? args.slice(0, -1) : args;
  // `None` changes nothing there.
  const isReset = (value: Expression) =>
    name === 'emulateMedia' && value.type === 'word' && value.value === 'null';
  const given = [
    ...values.map(expression),
    ...keywords.map(([key, value]) => `${snake(key)}=${isReset(value) ? quoted('null') : expression(value)}`),
  ];
  return `${snake(name)}(${given.join(', ')})`;
}
