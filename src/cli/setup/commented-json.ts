/** JSON with comments and trailing commas, as editors keep their settings. A change leaves all else as it is. */

/** As plain JSON of the same length: positions in one are positions in the other. */
export function asPlainJson(text: string): string {
  const blank = (part: string) => part.replaceAll(/[^\r\n]/g, ' ');
  const uncommented = text.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : blank(part),
  );
  return uncommented.replaceAll(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[\]}])|^\uFEFF/g, (part) =>
    part.startsWith('"') ? part : ' ',
  );
}

/** Sets a value in an object of objects. Missing ones are added, at their beginnings: no comma after them is touched. */
export function withMember(text: string, keys: readonly string[], value: unknown, indent: string): string {
  const plain = asPlainJson(text);
  const [key = '', ...below] = keys;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return withMemberAt({ text, plain, indent, lineEnd }, plain.indexOf('{'), key, below, value, 1);
}

interface Source {
  text: string;
  plain: string;
  indent: string;
  lineEnd: string;
}

function withMemberAt(
  source: Source,
  open: number,
  key: string,
  below: readonly string[],
  value: unknown,
  depth: number,
): string {
  const { text, plain, indent, lineEnd } = source;
  const found = memberOf(plain, open, key);
  const [next, ...rest] = below;
  if (found && next !== undefined) return withMemberAt(source, found.from, next, rest, value, depth + 1);
  const whole = below.reduceRight((inside: unknown, each) => ({ [each]: inside }), value);
  const lines = JSON.stringify(whole, null, indent).replaceAll('\n', lineEnd + indent.repeat(depth));
  if (found) return text.slice(0, found.from) + lines + text.slice(found.to);
  const isEmpty = /^\{\s*\}/.test(plain.slice(open));
  const end = isEmpty ? lineEnd + indent.repeat(depth - 1) : ',';
  const line = `${lineEnd}${indent.repeat(depth)}${JSON.stringify(key)}: ${lines}${end}`;
  return text.slice(0, open + 1) + line + text.slice(open + 1);
}

/** Where the value of a member begins and ends. The object is valid JSON. */
function memberOf(plain: string, open: number, key: string): { from: number; to: number } | undefined {
  for (let at = skip(plain, open + 1); plain[at] === '"'; ) {
    const nameEnd = endOf(plain, at);
    const from = skip(plain, skip(plain, nameEnd) + 1);
    const to = endOf(plain, from);
    if (JSON.parse(plain.slice(at, nameEnd)) === key) return { from, to };
    const after = skip(plain, to);
    at = plain[after] === ',' ? skip(plain, after + 1) : after;
  }
  return undefined;
}

function skip(plain: string, at: number): number {
  return at + (/^\s*/.exec(plain.slice(at))?.[0].length ?? 0);
}

/** Of the value that begins here. */
function endOf(plain: string, at: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s,[\]{}"]+/y;
  let depth = 0;
  for (let end = at; end < plain.length; ) {
    token.lastIndex = end;
    const [part = plain[end]] = token.exec(plain) ?? [];
    end += part?.length ?? 1;
    if (part === '{' || part === '[') depth++;
    if (part === '}' || part === ']') depth--;
    if (depth === 0) return end;
  }
  return plain.length;
}
