import { readFileSync } from 'node:fs';

/** From the package's own file, which is one folder up from the built file and two from the source. */
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
    return undefined; // Not at this depth.
  }
}
