import { readFileSync } from 'node:fs';

/** Read from package.json, one folder above the source and the built file, two above the one that tests build. */
export function packageVersion(): string {
  for (const up of ['../package.json', '../../package.json']) {
    const text = readOrNothing(new URL(up, import.meta.url));
    if (text !== undefined) return JSON.parse(text).version;
  }
  return 'unknown';
}

function readOrNothing(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // Not in this folder.
  }
}
