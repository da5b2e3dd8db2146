/**
 * A long text as its change: most actions change one place of a page, and the rest of its DOM text need not be
 * sent again.
 */

/** The text that both sides know by this id. */
export interface KnownText {
  id: number;
  text: string;
}

export interface TextChange {
  /** The id of the new text. */
  id: number;
  /** The whole text, or what is between the unchanged parts. */
  text: string;
  /** How many characters of the known text are unchanged at the start and at the end. */
  kept?: [start: number, end: number];
}

/** `base`: the id that the other side knows; if it is not `known`, the whole text is sent. */
export function changeOf(
  known: KnownText | undefined,
  base: number | undefined,
  next: KnownText,
): TextChange {
  if (!known || known.id !== base) return next;
  const [start, end] = commonEnds(known.text, next.text);
  return { id: next.id, text: next.text.slice(start, next.text.length - end), kept: [start, end] };
}

/** Texts are compared in pieces of this many characters: a hundred times faster than one by one. */
const PIECE = 2048;

/** How many characters are equal at the start and, of the rest, at the end. */
export function commonEnds(before: string, after: string): [start: number, end: number] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start + PIECE <= most && before.slice(start, start + PIECE) === after.slice(start, start + PIECE))
    start += PIECE;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  const [oldEnd, newEnd, left] = [before.length, after.length, most - start];
  let end = 0;
  while (
    end + PIECE <= left &&
    before.slice(oldEnd - end - PIECE, oldEnd - end) === after.slice(newEnd - end - PIECE, newEnd - end)
  )
    end += PIECE;
  while (end < left && before.charCodeAt(oldEnd - 1 - end) === after.charCodeAt(newEnd - 1 - end)) end++;
  return [start, end];
}

export function applyChange(known: KnownText | undefined, { id, text, kept }: TextChange): KnownText {
  if (!kept || !known) return { id, text };
  const [start, end] = kept;
  return { id, text: known.text.slice(0, start) + text + known.text.slice(known.text.length - end) };
}
