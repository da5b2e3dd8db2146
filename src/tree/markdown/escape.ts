/** Page text must not become the structure of the Markdown that it is in. */

const STRUCTURE = /^(?:#{1,6}(?=\s|$)|[-+*>](?=\s|$)|\d+[.)](?=\s)|`{3}|~{3}|\||={3}|-{3})/;

/** A paragraph that begins like a heading, a list or a fence. */
export const lineStart = (text: string): string => (STRUCTURE.test(text) ? `\\${text}` : text);

export const tableCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const linkText = (text: string): string => text.replace(/[[\]]/g, '\\$&');

/** Spaces and brackets would end the address. */
export const linkUrl = (url: string): string =>
  url.replace(/[\s()<>]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
