/** What a program returns or logs, as JSON text. What JSON lacks is written as browser_evaluate writes it. */
export function jsonText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) => plain(each));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof RegExp || value instanceof Error) return String(value);
  if (value instanceof Set) return [...value];
  if (value instanceof Map) {
    const isNamed = [...value.keys()].every((key) => typeof key === 'string');
    return isNamed ? Object.fromEntries(value) : [...value];
  }
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  // A typed array; a DataView has no length.
  if (ArrayBuffer.isView(value) && 'length' in value) return Array.from(value as Uint8Array);
  return value;
}
