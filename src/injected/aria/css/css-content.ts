/**
 * Parses the computed value of the CSS `content` property: strings, `attr()`, counters, quotes and images, and
 * the alternative text after a slash. https://drafts.csswg.org/css-content/#content-property
 */

export type ContentPart =
  | { kind: 'text'; text: string }
  | { kind: 'attribute'; name: string; fallback: string }
  | { kind: 'counter'; name: string; separator: string | null; style: string }
  | { kind: 'quote'; open: boolean }
  | { kind: 'image' };

export interface Content {
  parts: ContentPart[];
  /** After the slash; undefined if there is none. */
  alternative: ContentPart[] | undefined;
}

const NONE = new Set(['', 'none', 'normal', 'inherit', 'initial', 'unset']);

export function parseContent(value: string): Content | null {
  if (NONE.has(value)) return null;
  const parts: ContentPart[] = [];
  let alternative: ContentPart[] | undefined;
  for (const token of tokens(value)) {
    if (token === '/') {
      alternative = [];
      continue;
    }
    const part = readPart(token);
    if (part) (alternative ?? parts).push(part);
  }
  return { parts, alternative };
}

function readPart(token: string): ContentPart | null {
  if (token.startsWith('"') || token.startsWith("'")) return { kind: 'text', text: unquote(token) };
  if (token === 'open-quote' || token === 'close-quote')
    return { kind: 'quote', open: token === 'open-quote' };
  const call = /^([\w-]+)\((.*)\)$/s.exec(token);
  if (!call) return null;
  const name = (call[1] ?? '').toLowerCase();
  const args = splitArguments(call[2] ?? '');
  switch (name) {
    case 'attr':
      // A type or unit may follow the name.
      return { kind: 'attribute', name: (args[0] ?? '').split(/\s+/)[0] ?? '', fallback: readText(args[1]) };
    case 'counter':
      return { kind: 'counter', name: args[0] ?? '', separator: null, style: args[1] ?? 'decimal' };
    case 'counters':
      return {
        kind: 'counter',
        name: args[0] ?? '',
        separator: readText(args[1]),
        style: args[2] ?? 'decimal',
      };
    default:
      return { kind: 'image' };
  }
}

const readText = (token: string | undefined): string => (token && /^["']/.test(token) ? unquote(token) : '');

/** Words, strings, slashes, and calls with everything in their parentheses. */
function* tokens(value: string): Generator<string> {
  let index = 0;
  while (index < value.length) {
    const char = value.charAt(index);
    if (/\s/.test(char)) {
      index++;
      continue;
    }
    const end = char === '/' ? index + 1 : tokenEnd(value, index);
    yield value.slice(index, end);
    index = end;
  }
}

function tokenEnd(value: string, start: number): number {
  let depth = 0;
  for (let index = start; index < value.length; index++) {
    const char = value.charAt(index);
    if (char === '"' || char === "'") {
      const end = stringEnd(value, index);
      if (index === start) return end + 1;
      index = end;
    } else if (char === '(') depth++;
    else if (char === ')') {
      if (--depth <= 0) return index + 1;
    } else if (depth === 0 && /[\s/]/.test(char)) return index;
  }
  return value.length;
}

/** The index of the closing quotation mark. */
function stringEnd(value: string, start: number): number {
  const quote = value.charAt(start);
  for (let index = start + 1; index < value.length; index++) {
    const char = value.charAt(index);
    if (char === '\\') index++;
    else if (char === quote) return index;
  }
  return value.length;
}

function splitArguments(text: string): string[] {
  const list: string[] = [];
  let from = 0;
  for (let index = 0; index <= text.length; index++) {
    const char = text.charAt(index);
    if (char === '"' || char === "'") index = stringEnd(text, index);
    else if (char === ',' || index === text.length) {
      list.push(text.slice(from, index).trim());
      from = index + 1;
    }
  }
  return list;
}

/** CSS strings escape with hexadecimal digits and one optional space, or with the character itself. */
function unquote(token: string): string {
  return token
    .slice(1, -1)
    .replace(
      /\\(?:([0-9a-fA-F]{1,6})\s?|\n|(.))/gs,
      (_, hex: string | undefined, char: string | undefined) => {
        if (hex === undefined) return char ?? '';
        const code = Number.parseInt(hex, 16);
        return code === 0 || code > 0x10ffff ? '�' : String.fromCodePoint(code);
      },
    );
}
