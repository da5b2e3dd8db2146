/** A table of a TOML file with other values. A change leaves all else as it is. */

/** A heading or an assignment with all lines of its value, or an empty line or comment. */
interface Statement {
  text: string;
  kind: 'table' | 'tables' | 'value' | 'none';
  /** From the top of the file. */
  path: readonly string[];
  /** The table that it stands in. */
  table: readonly string[];
}

const TOKEN =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n|[^"'#[\]{}\n]+|["']/g;
const KEY = /"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/g;
const KEYS = `(?:${KEY.source})(?:[ \\t]*\\.[ \\t]*(?:${KEY.source}))*`;
const HEADING = new RegExp(`^\\s*(\\[\\[?)\\s*(${KEYS})\\s*\\]`);
const ASSIGNMENT = new RegExp(`^\\s*(${KEYS})\\s*=`);

/** Undefined if the file has the table in a form that can't be changed line by line, as `a = { b = … }`. */
export function withTable(
  text: string,
  path: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const all = statementsOf(text);
  const isTable = ({ kind, path: at }: Statement) => kind === 'table' && isSame(at, path);
  const from = all.findIndex(isTable);
  const next = all.findIndex(({ kind }, at) => at > from && (kind === 'table' || kind === 'tables'));
  const own = from === -1 ? [] : all.slice(from + 1, next === -1 ? undefined : next);
  if (all.some((each) => isInTheWay(each, path))) return undefined;
  // Strings and lists of strings are the same in TOML and JSON.
  const written = Object.entries(values).map(([key, value]) => `${key} = ${inToml(value)}`);
  const section = [`[${path.join('.')}]`, ...written].join(end);
  if (from === -1) {
    const start = text.trimEnd();
    return `${start}${start === '' ? '' : end + end}${section}${end}`;
  }
  // Of the old table, what is not written anew stays.
  const kept = own.filter(
    ({ kind, path: at, text: line }) =>
      line.trim() !== '' && !(kind === 'value' && Object.hasOwn(values, at[path.length] ?? '')),
  );
  const rest = next === -1 ? [] : [end, ...all.slice(next).map((each) => each.text)];
  return (
    [...all.slice(0, from), ...[{ text: section + end }], ...kept].map((each) => each.text).join('') +
    rest.join('')
  );
}

function inToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(inToml).join(', ')}]` : JSON.stringify(value);
}

function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  let table: readonly string[] = [];
  let depth = 0;
  let line = '';
  const finish = () => {
    const statement = asStatement(line, table);
    if (statement.kind === 'table' || statement.kind === 'tables') table = statement.path;
    found.push(statement);
    line = '';
    depth = 0;
  };
  for (const [token] of text.matchAll(TOKEN)) {
    line += token;
    if (token === '[' || token === '{') depth++;
    if (token === ']' || token === '}') depth--;
    if (token === '\n' && depth <= 0) finish();
  }
  if (line !== '') finish();
  return found;
}

function asStatement(text: string, table: readonly string[]): Statement {
  const [, brackets, name = ''] = HEADING.exec(text) ?? [];
  if (brackets !== undefined)
    return { text, kind: brackets === '[' ? 'table' : 'tables', path: keysOf(name), table };
  const [, key] = ASSIGNMENT.exec(text) ?? [];
  return key === undefined
    ? { text, kind: 'none', path: [], table }
    : { text, kind: 'value', path: [...table, ...keysOf(key)], table };
}

function keysOf(text: string): string[] {
  return [...text.matchAll(KEY)].map(([key]) => (/^["']/.test(key) ? key.slice(1, -1) : key));
}

/** A value where the table or something around it would be, or a part of the table that is written elsewhere. */
function isInTheWay({ kind, path: at, table }: Statement, path: readonly string[]): boolean {
  if (kind === 'table' || kind === 'none') return false;
  if (kind === 'tables') return startsWith(path, at);
  return !startsWith(table, path) && (startsWith(at, path) || startsWith(path, at));
}

const startsWith = (whole: readonly string[], start: readonly string[]): boolean =>
  start.every((key, at) => whole[at] === key);
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && startsWith(one, other);
