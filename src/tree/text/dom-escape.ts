/**
 * Escapes page text for the DOM text. It cannot end a line, start a tag or a comment, show a ref, or contain the
 * marks that the in-page code leaves for Node; and nothing in it is invisible. Parsed as HTML, it is the original
 * text.
 */

/** Where the page's part of a ref goes, before the element's number. */
export const REF_MARK = '\u0091';
/** Around the number of an iframe element: its document goes here. */
export const FRAME_MARK = '\u0092';
/** Starts a line that must not be indented, because white space is significant there. */
export const RAW_MARK = '\u0093';

// Control and format characters except the joiners, separators, no-break spaces, lone surrogates, and the plane
// of tags and selectors that no font shows.
const UNSEEN =
  '[\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u00a0\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202f\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]|' +
  '\\udb40[\\udc00-\\udfff]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
/** `="` would make a text look like an attribute. */
const IN_TEXT = new RegExp(`[&<>]|="|${UNSEEN}`, 'g');
const IN_ATTRIBUTE = new RegExp(`[&<>"\\n]|${UNSEEN}`, 'g');
/** Most texts contain none of these: plain ones are recognized without the list above. */
const IN_WORDS = "\\w,.;:!?'()/+*#@%€$~|[\\]{}\\\\^`–—‘’“”…-";
const PLAIN = new RegExp(`^[ ${IN_WORDS}]*$`);
const PLAIN_WORDS = new RegExp(`^[${IN_WORDS}]+(?: [${IN_WORDS}]+)*$`);

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '="': '=&quot;',
  '\u00a0': '&nbsp;',
};

const escaped = (found: string): string =>
  NAMES[found] ?? `&#x${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;

/** Words separated by single spaces, with nothing to escape. */
export const isPlainWords = (text: string): boolean => PLAIN_WORDS.test(text);

/** Line breaks are kept. */
export const escapeText = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(IN_TEXT, escaped);

export const escapeAttribute = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(IN_ATTRIBUTE, escaped);

/** For text inside a comment of ours. */
export const escapeComment = (text: string): string =>
  escapeText(text.replace(/\s+/g, ' ')).replaceAll('--', '- -');
