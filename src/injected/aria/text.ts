/** Text as it is shown and as it is compared. */

/** ASCII white space only: a no-break space is a character of the text. */
const SPACES = /[ \t\n\f\r]+/g;

export function collapse(text: string): string {
  const single = text.replace(SPACES, ' ');
  const start = single.startsWith(' ') ? 1 : 0;
  const end = single.length > start && single.endsWith(' ') ? single.length - 1 : single.length;
  return start === 0 && end === single.length ? single : single.slice(start, end);
}

export const isBlank = (text: string | null | undefined): boolean => !text || !/[^ \t\n\f\r]/.test(text);

/** A letter that starts a word: nothing that belongs to a word before it. */
const WORD_START = /(?<![\p{L}\p{N}\p{M}_'’])\p{L}/gu;

/** `text-transform`, without the ones that change the look of a letter and not the letter. */
export function transform(text: string, style: string): string {
  switch (style) {
    case 'none':
    case '':
      return text;
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replace(WORD_START, (letter) => letter.toUpperCase());
    default:
      return text;
  }
}
