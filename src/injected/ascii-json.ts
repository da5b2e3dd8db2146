/**
 * Chromium transfers a string in half the time if it is all ASCII, and most pages have only a few other
 * characters, such as currency signs and quotation marks. Those are written as JSON escapes.
 */
const OTHERS = /[^\0-\x7f]+/g;

/** If one character in this many or more is not ASCII, escaping costs more than it saves. */
const RARE = 64;

export function asciiJson(json: string): string {
  const pieces: string[] = [];
  let left = json.length / RARE;
  let from = 0;
  OTHERS.lastIndex = 0;
  for (let match = OTHERS.exec(json); match; match = OTHERS.exec(json)) {
    const [others] = match;
    left -= others.length;
    if (left < 0) return json;
    pieces.push(json.slice(from, match.index));
    for (let at = 0; at < others.length; at++)
      pieces.push(`\\u${others.charCodeAt(at).toString(16).padStart(4, '0')}`);
    from = OTHERS.lastIndex;
  }
  return from === 0 ? json : pieces.join('') + json.slice(from);
}
