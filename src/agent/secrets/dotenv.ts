/**
 * Parses the dotenv format: `NAME=value` lines with an optional `export`, comments after `#`, and quotes around values
 * with a `#`, outer spaces or several lines. In double quotes, `\n` and `\r` are line breaks.
 */
const NAME = /(?:^|\n)[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*/g;

export function parseDotenv(source: string): Record<string, string> {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const found: [string, string][] = [];
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const { value, end } = valueAt(text, NAME.lastIndex);
    found.push([match[1] ?? '', value]);
    NAME.lastIndex = end;
  }
  return Object.fromEntries(found);
}

function valueAt(text: string, start: number): { value: string; end: number } {
  const mark = text[start];
  if (mark === '"' || mark === "'" || mark === '`') {
    const close = text.indexOf(mark, start + 1);
    if (close !== -1) {
      const inside = text.slice(start + 1, close);
      const value = mark === '"' ? inside.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : inside;
      return { value, end: close + 1 };
    }
  }
  const line = text.indexOf('\n', start);
  const end = line === -1 ? text.length : line;
  return { value: text.slice(start, end).replace(/#.*/, '').trim(), end };
}
