/** Statements as Playwright for .NET takes them. */
import type { Call, Chain, Expression } from './statement.js';
import { ENUMS, pascal, quoted, takesEventName } from './words.js';

/** Methods in JavaScript, properties in C#. */
const PROPERTIES = new Set(['first', 'last', 'contentFrame', 'context']);
/** They make a locator, which takes no time. */
const SYNCHRONOUS = /^(?:getBy\w+|locator|frameLocator|nth|filter|and|or)$/;
const STATES: Readonly<Record<string, string>> = {
  networkidle: 'NetworkIdle',
  domcontentloaded: 'DOMContentLoaded',
};

/** Undefined where C# needs other statements. */
export function csharp(chain: Chain): string | undefined {
  return chain.steps.some(({ name }) => takesEventName(name)) ? undefined : `await ${chained(chain)};`;
}

function expression(value: Expression): string {
  switch (value.type) {
    case 'text':
      return quoted(value.value);
    case 'number':
    case 'word':
      return value.value;
    case 'pattern':
      return `new Regex(${quoted(value.source)}${value.ignoreCase ? ', RegexOptions.IgnoreCase' : ''})`;
    case 'list':
      return value.items.length === 0
        ? 'Array.Empty<string>()'
        : `new[] { ${value.items.map(expression).join(', ')} }`;
    case 'object':
      return `new() { ${value.entries.map(([key, each]) => `${pascal(key)} = ${option(key, each)}`).join(', ')} }`;
    case 'chain':
      return chained(value);
  }
}

function option(key: string, value: Expression): string {
  const type = ENUMS[key] ?? { state: 'WaitForSelectorState', type: 'ScreenshotType' }[key];
  if (type === undefined) return expression(value);
  if (value.type === 'text') return `${type}.${pascal(value.value)}`;
  if (value.type === 'word' && value.value === 'null') return `${type}.Null`;
  if (value.type !== 'list') return expression(value);
  return `new[] { ${value.items.map((item) => option(key, item)).join(', ')} }`;
}

function chained({ root, steps }: Chain): string {
  const [env, variable] = steps;
  if (root.name === 'process' && env?.name === 'env' && variable)
    return `Environment.GetEnvironmentVariable(${quoted(variable.name)})`;
  let code = root.args ? `${pascal(root.name)}(${root.args.map(expression).join(', ')})` : root.name;
  for (const step of steps) {
    if (!step.args || PROPERTIES.has(step.name)) code += `.${pascal(step.name)}`;
    else code += `.${pascal(step.name)}${SYNCHRONOUS.test(step.name) ? '' : 'Async'}(${argumentsOf(step)})`;
  }
  return code;
}

function argumentsOf({ name, args = [] }: Call): string {
  const [first] = args;
  // A list of objects has the type of its items.
  if (name === 'addCookies' && first?.type === 'list')
    return `new[] { ${first.items.map((item) => expression(item).replace(/^new\(\)/, 'new Cookie()')).join(', ')} }`;
  if (name === 'setViewportSize' && first?.type === 'object')
    return first.entries.map(([, value]) => expression(value)).join(', ');
  if (name === 'waitForLoadState' && first?.type === 'text')
    return `LoadState.${STATES[first.value] ?? pascal(first.value)}`;
  if (name === 'getByRole' && first?.type === 'text')
    return [`AriaRole.${pascal(first.value)}`, ...args.slice(1).map(expression)].join(', ');
  return args.map(expression).join(', ');
}
