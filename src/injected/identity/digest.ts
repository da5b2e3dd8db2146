/** 53 bits of a text and an earlier digest: two hashes like FNV-1a with different factors. */
export function digest(text: string, before: number): number {
  let a = 0x811c9dc5 ^ (before >>> 0);
  let b = 0x01000193 ^ (before / 0x100000000);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return (b & 0x1fffff) * 0x100000000 + (a >>> 0);
}

/** The beginning of a long text, with what tells it from others that begin the same. */
export const shortened = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text.slice(0, length)}… (${text.length} characters, ${digest(text, 0).toString(36)})`;
