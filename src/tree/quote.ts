/**
 * Quotes page strings so that they cannot be mistaken for anything else: no line breaks, no control, bidi or
 * invisible characters, and no forged `[ref=`. Parsing restores whatever was escaped.
 */

/**
 * Code points that are written as escapes. Not among them: the zero-width joiners (U+200C, U+200D) and the emoji
 * variation selectors, which scripts and emoji need inside words.
 */
const ESCAPED: [from: number, to: number][] = [
  [0x00, 0x1f], // control
  [0x7f, 0x9f], // DEL and C1, with NEL, which ends a line in YAML 1.1
  [0xad, 0xad], // soft hyphen
  [0x034f, 0x034f], // combining grapheme joiner
  [0x061c, 0x061c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // Khmer inherent vowels
  [0x180b, 0x180f], // Mongolian selectors and vowel separator
  [0x200b, 0x200b], // zero width space
  [0x200e, 0x200f], // direction marks
  [0x2028, 0x202e], // line and paragraph separator, direction embedding and override
  [0x2060, 0x206f], // word joiner, invisible operators, direction isolates
  [0x3164, 0x3164], // Hangul filler
  [0xd800, 0xdfff], // lone surrogates
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0], // Hangul filler
  [0xfff0, 0xfffb], // interlinear annotation
  [0xfffe, 0xffff], // not characters
  [0x1bca0, 0x1bca3], // shorthand format controls
  [0x1d173, 0x1d17a], // musical format controls
  [0xe0000, 0xe0fff], // tags and more variation selectors: invisible text
];

const range = ([from, to]: [number, number]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`;
const UNSEEN = ESCAPED.map(range).join('');

/** The bracket of `[ref=` in a page string is escaped, so that a search for refs finds only real ones. */
const FORGED = '\\[(?=[rR][eE][fF]=)';

const NEEDS_ESCAPE = new RegExp(`["\\\\${UNSEEN}]|${FORGED}`, 'u');
const NEEDS_ESCAPE_EACH = new RegExp(NEEDS_ESCAPE, 'gu');
const UNSAFE_PLAIN = new RegExp(`[${UNSEEN}]|${FORGED}`, 'u');
const UNSAFE_PLAIN_EACH = new RegExp(UNSAFE_PLAIN, 'gu');
/** Most strings consist of these characters and need no closer look. */
const HARMLESS = /^[ !#-Z\]-~]*$/;
const ANY_SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** What a YAML 1.1 or 1.2 parser could read as something other than a string. */
const YAML_WORD = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
const YAML_NUMBER = /^[0-9][0-9a-fox.,_:+\-tz ]*$/i;
/** Indicators, and the first characters of signed numbers, `.inf`, `~`, `=` and `<<`. */
const YAML_START = /^[-?:,[\]{}#&*!|>'"%@`.+~=<\s]/;
const YAML_INSIDE = /: | #|:$|\s$/;

/** Matches what `quote` returns. */
export const QUOTED = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';

/** A JSON string of at most `max` characters of the text. */
export function quote(text: string, max = Number.POSITIVE_INFINITY): string {
  const shown = clip(text, max);
  if (HARMLESS.test(shown)) return `"${shown}"`;
  return NEEDS_ESCAPE.test(shown) ? `"${shown.replace(NEEDS_ESCAPE_EACH, jsonEscape)}"` : `"${shown}"`;
}

/** `button "Pay"`: how messages name an element. */
export function roleAndName(role: string, name: string, max = 100): string {
  return name === '' ? role : `${role} ${quote(name, max)}`;
}

/** A YAML scalar that every parser reads as this string: plain where that is safe, else double-quoted. */
export function yamlScalar(text: string): string {
  if (
    text !== '' &&
    !YAML_START.test(text) &&
    !YAML_INSIDE.test(text) &&
    !YAML_NUMBER.test(text) &&
    !YAML_WORD.test(text) &&
    (HARMLESS.test(text) || !UNSAFE_PLAIN.test(text))
  )
    return text;
  return `"${text.replace(NEEDS_ESCAPE_EACH, yamlEscape)}"`;
}

/** One line of plain text: what is invisible, or would be taken for a ref, is written as an escape. */
export function safeText(text: string): string {
  if (HARMLESS.test(text) || !UNSAFE_PLAIN.test(text)) return text;
  return text.replace(UNSAFE_PLAIN_EACH, jsonEscape);
}

/** The text of a quoted string, with JSON's escapes and YAML's `\U`. Undefined if it is not one. */
export function unquote(quoted: string): string | undefined {
  const json = quoted.replace(/\\(?:U([0-9a-fA-F]{8})|.)/gs, (sequence, hex?: string) =>
    hex === undefined ? sequence : asPair(Number.parseInt(hex, 16)),
  );
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** At most `max` characters, the last one `…` if something is missing. Never splits a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.max(0, max - 1);
  const last = text.charCodeAt(end - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)}…`;
}

/** Replaces lone surrogates by U+FFFD: they cannot be encoded, and many parsers reject them. */
export function wellFormed(text: string): string {
  return ANY_SURROGATE.test(text) ? text.replace(LONE_SURROGATE, '\ufffd') : text;
}

const SHORT: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function jsonEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (isSurrogate(code)) return '\\ufffd';
  return SHORT[character] ?? (code > 0xffff ? asPair(code) : asUnit(code));
}

function yamlEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (isSurrogate(code)) return '\\ufffd';
  return SHORT[character] ?? (code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : asUnit(code));
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function asUnit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

function asPair(code: number): string {
  if (code <= 0xffff || code > 0x10ffff) return asUnit(code & 0xffff);
  const offset = code - 0x10000;
  return asUnit(0xd800 + (offset >> 10)) + asUnit(0xdc00 + (offset & 0x3ff));
}
