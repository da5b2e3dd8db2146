/** Statements as Playwright for Java takes them. */
import type { Call, Chain, Expression } from './statement.js';
import { constant, ENUMS, pascal, quoted, takesEventName } from './words.js';

/** Properties in JavaScript, methods in Java. */
const METHODS = new Set(['mouse', 'keyboard', 'localStorage', 'sessionStorage', 'not']);
const OTHER_NAMES: Readonly<Record<string, string>> = { goto: 'navigate' };
/** `toBeVisible` is `isVisible`, `toHaveValue` `hasValue`. */
const ASSERTIONS: readonly [RegExp, string][] = [
  [/^toBe(?=[A-Z])/, 'is'],
  [/^toHave(?=[A-Z])/, 'has'],
  [/^toContain(?=[A-Z])/, 'contains'],
  [/^toMatch(?=[A-Z])/, 'matches'],
];

/** Undefined where Java needs other statements. */
export function java(chain: Chain): string | undefined {
  const code = chained(chain);
  return code && `${code};`;
}

function expression(value: Expression): string | undefined {
  switch (value.type) {
    case 'text':
      return quoted(value.value);
    case 'number':
    case 'word':
      return value.value;
    case 'pattern':
      return `Pattern.compile(${quoted(value.source)}${value.ignoreCase ? ', Pattern.CASE_INSENSITIVE' : ''})`;
    case 'list': {
      const items = all(value.items.map(expression));
      return items && `new String[] {${items.join(', ')}}`;
    }
    case 'object':
      return undefined;
    case 'chain':
      return chained(value);
  }
}

function all(values: (string | undefined)[]): string[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

function chained({ root, steps }: Chain): string | undefined {
  const [env, variable] = steps;
  if (root.name === 'process' && env?.name === 'env' && variable)
    return `System.getenv(${quoted(variable.name)})`;
  const start = all((root.args ?? []).map(expression));
  if (!start) return undefined;
  let code = root.args
    ? `${root.name === 'expect' ? 'assertThat' : root.name}(${start.join(', ')})`
    : root.name;
  let owner = 'Page';
  for (const step of steps) {
    if (step.args) {
      const args = argumentsOf(step, owner);
      if (!args) return undefined;
      code += `.${nameOf(step.name)}(${args.join(', ')})`;
    } else code += METHODS.has(step.name) ? `.${step.name}()` : `.${step.name}`;
    owner = ownerAfter(step.name, owner);
  }
  return code;
}

function nameOf(name: string): string {
  for (const [pattern, word] of ASSERTIONS) if (pattern.test(name)) return name.replace(pattern, word);
  return OTHER_NAMES[name] ?? name;
}

/** The class that the next call belongs to: its options are nested in it. */
function ownerAfter(name: string, owner: string): string {
  if (name === 'contentFrame' || name === 'frameLocator') return 'FrameLocator';
  if (name === 'mouse' || name === 'keyboard') return pascal(name);
  if (name === 'context') return 'BrowserContext';
  return name === 'not' ? owner : 'Locator';
}

function argumentsOf({ name, args = [] }: Call, owner: string): string[] | undefined {
  const [first] = args;
  if (takesEventName(name)) return undefined;
  if (name === 'addCookies' && first?.type === 'list') return cookies(first.items);
  if (name === 'setViewportSize' && first?.type === 'object')
    return all(first.entries.map(([, value]) => expression(value)));
  if (name === 'waitForLoadState' && first?.type === 'text') return [`LoadState.${constant(first.value)}`];
  return all(
    args.map((arg, at) => {
      if (name === 'getByRole' && at === 0 && arg.type === 'text') return `AriaRole.${constant(arg.value)}`;
      if (/^set(?:Input)?Files$/.test(name) && arg.type === 'list') return pathsOf(arg.items);
      return arg.type === 'object'
        ? options(`${owner}.${pascal(name)}Options`, arg.entries)
        : expression(arg);
    }),
  );
}

function cookies(items: Expression[]): string[] | undefined {
  const made = all(
    items.map((item) => {
      const { name, value, ...rest } = item.type === 'object' ? Object.fromEntries(item.entries) : {};
      const named = all([name, value].map((each) => each && expression(each)));
      return named && options('Cookie', Object.entries(rest), named);
    }),
  );
  return made && [`Arrays.asList(${made.join(', ')})`];
}

function pathsOf(items: Expression[]): string | undefined {
  const paths = all(items.map(expression));
  return paths && `new Path[] {${paths.map((path) => `Paths.get(${path})`).join(', ')}}`;
}

function options(type: string, entries: [string, Expression][], given: string[] = []): string | undefined {
  const set = all(
    entries.map(([key, value]) => {
      // A cookie's path is no file.
      const isFile = key === 'path' && type !== 'Cookie' && value.type === 'text';
      const written = isFile ? `Paths.get(${expression(value)})` : option(key, value);
      return written && `.set${pascal(key)}(${written})`;
    }),
  );
  return set && `new ${type}(${given.join(', ')})${set.join('')}`;
}

function option(key: string, value: Expression): string | undefined {
  const type = ENUMS[key] ?? { state: 'WaitForSelectorState', type: 'ScreenshotType' }[key];
  if (type === undefined) return expression(value);
  if (value.type === 'text') return `${type}.${constant(value.value)}`;
  if (value.type !== 'list') return expression(value);
  const items = all(value.items.map((item) => option(key, item)));
  return items && `Arrays.asList(${items.join(', ')})`;
}
