/** Reads the config file: JSON in the format of Playwright MCP, or the same as INI (`browser.isolated = true`). */
import { basename, dirname } from 'node:path';
import { reasonOf } from '../../errors.js';
import { UsageError } from '../command.js';
import { parseIni } from './ini.js';
import { isRecord } from './kind.js';
import { readText } from './read-text.js';

export interface ConfigFile {
  name: string;
  folder: string;
  content: Record<string, unknown>;
}

export function readConfigFile(file: string): ConfigFile {
  const name = basename(file);
  const content = parse(file, name);
  if (!isRecord(content)) throw new UsageError(`The config file ${name} is not a JSON object`);
  return { name, folder: dirname(file), content };
}

function parse(file: string, name: string): unknown {
  let form = 'text';
  try {
    // Some Windows editors write a byte order mark.
    const text = readText(file).replace(/^\uFEFF/, '');
    form = name.endsWith('.ini') || !/^\s*[{[]/.test(text) ? 'INI' : 'JSON';
    return form === 'INI' ? parseIni(text) : JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`The config file ${name} cannot be read as ${form}: ${reasonOf(cause)}`, { cause });
  }
}

export function valueAt(content: Record<string, unknown>, path: string): unknown {
  let at: unknown = content;
  for (const key of path.split('.')) {
    if (!isRecord(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** The shortest paths that no setting uses. */
export function unusedKeys({ content }: ConfigFile, known: readonly string[]): string[] {
  const unused: string[] = [];
  const visit = (value: Record<string, unknown>, prefix: string) => {
    for (const [key, child] of Object.entries(value)) {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      // Editors read it: where the format of the file is described.
      if (known.includes(path) || path === '$schema') continue;
      if (isRecord(child) && known.some((each) => each.startsWith(`${path}.`))) visit(child, path);
      else unused.push(path);
    }
  };
  visit(content, '');
  return unused;
}
