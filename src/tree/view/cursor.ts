/** Where a text that was limited by tokens continues: after how many parts, which one was the last, and of what. */

/** A part of a text that is on exactly one page. */
export interface Keyed {
  key: string;
}

/** As much of a text as the budget has room for. */
export interface Portion {
  text: string;
  /** Continues with the rest; absent if nothing is left. */
  cursor?: string;
  /** The page differs from the one of the cursor: something may be missing or repeated. */
  changed: boolean;
  /** Parts before this text, in it, and in all. */
  before: number;
  shown: number;
  total: number;
}

const CURSOR = /^([0-9]+)-([\w.]+)-([0-9a-z]+)$/;

export function cursorAt(parts: readonly Keyed[], to: number, stamp: string): string {
  return `${to}-${parts[to - 1]?.key}-${stamp}`;
}

/** After the part that the cursor names; if it is gone, after as many as there were. */
export function startOf(
  cursor: string | undefined,
  parts: readonly Keyed[],
  stamp: string,
): { index: number; changed: boolean } | { message: string } {
  if (cursor === undefined) return { index: 0, changed: false };
  const [, count, key, made] = CURSOR.exec(cursor) ?? [];
  if (count === undefined) return { message: `Not a cursor: ${JSON.stringify(cursor.slice(0, 80))}` };
  const place = parts.findIndex((part) => part.key === key);
  return { index: place < 0 ? Math.min(Number(count), parts.length) : place + 1, changed: made !== stamp };
}

/** FNV-1a: enough to notice that a page has changed. */
export function stampOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
