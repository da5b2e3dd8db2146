/** Text as it is rendered and as it is compared. */

/** ASCII white space only: a no-break space is part of the text. */
const SPACES = /[ \t\n\f\r]+/g;

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;

/**
 * Words separated by single spaces. Scanned by hand: starting a regular expression costs more than most texts are
 * long.
 */
export function isCollapsed(text: string): boolean {
  let afterSpace = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isSpace(code)) afterSpace = false;
    else if (afterSpace || code !== 0x20) return false;
    else afterSpace = true;
  }
  return !afterSpace || text === '';
}

export function collapse(text: string): string {
  if (isCollapsed(text)) return text;
  const single = text.replace(SPACES, ' ');
  const start = single.startsWith(' ') ? 1 : 0;
  const end = single.length > start && single.endsWith(' ') ? single.length - 1 : single.length;
  return start === 0 && end === single.length ? single : single.slice(start, end);
}

export function isBlank(text: string | null | undefined): boolean {
  if (!text) return true;
  for (let at = 0; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
}

/** A letter at the start of a word. */
const WORD_START = /(?<![\p{L}\p{N}\p{M}_'’])\p{L}/gu;

/** `text-transform`, except values that only change the look of a letter. */
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
