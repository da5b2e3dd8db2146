/** Reads INI: `[section]`, `key = value`, `key[] = item` for lists, `;` and `#` for comments. Keys may have dots. */
export function parseIni(text: string): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  let section = '';
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || /^[;#]/.test(line)) continue;
    const heading = /^\[([^\]]+)\]$/.exec(line);
    if (heading) {
      section = `${heading[1]}.`;
      continue;
    }
    const [, key = '', list, value = ''] = /^([^=[\]]+?)\s*(\[\])?\s*(?:=\s*(.*))?$/.exec(line) ?? [];
    if (key === '') throw new Error(`line ${at + 1} is neither a section nor key = value`);
    put(
      content,
      `${section}${key}`.split('.'),
      unquoted(line.includes('=') ? value : 'true'),
      list !== undefined,
    );
  }
  return content;
}

function put(content: Record<string, unknown>, path: string[], value: string, isItem: boolean): void {
  const last = path.pop() ?? '';
  let at = content;
  for (const key of path) {
    const inside = Object.hasOwn(at, key) ? at[key] : undefined;
    const next = typeof inside === 'object' && inside !== null ? inside : Object.create(null);
    at[key] = next;
    at = next;
  }
  const before = Object.hasOwn(at, last) ? at[last] : undefined;
  at[last] = isItem ? [...(Array.isArray(before) ? before : []), value] : value;
}

function unquoted(text: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(text);
  return quoted ? (quoted[2] ?? '') : text.replace(/\s+[;#].*$/, '');
}
