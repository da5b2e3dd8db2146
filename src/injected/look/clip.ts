/** Marks a clipped text: the rest is not shown. */
const MARK = '…';

/** At most `limit` characters, the mark included; never splits a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = Math.max(0, limit - MARK.length);
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return text.slice(0, end) + MARK;
}
