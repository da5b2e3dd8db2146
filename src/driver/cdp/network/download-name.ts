/**
 * The name of a file that Chromium saved. Chromium saves it under an id, which it reports when done; then the
 * file gets its suggested name, as in Firefox. That name comes from the site: it is used only as a name inside
 * the folder, and replaces no other file.
 */
import { linkSync, unlinkSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

/** Characters that file systems allow, with room for a number. */
const LONGEST = 200;
const MOST_ALIKE = 1_000;

/** The final path: the one with the id, if the file cannot be reached or renamed from here. */
export function giveName(saved: string, suggested: string): string {
  const folder = dirname(saved);
  const name = fileName(suggested);
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let alike = 0; alike < MOST_ALIKE; alike++) {
    const path = join(folder, alike === 0 ? name : `${stem} (${alike})${extension}`);
    try {
      // Unlike a rename, this fails if something is there.
      linkSync(saved, path);
      unlinkSync(saved);
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return saved;
    }
  }
  return saved;
}

export function fileName(suggested: string): string {
  const name = suggested
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029"*/:<>?\\|]+/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (name === '') return 'download';
  const extension = extname(name).slice(0, 20);
  const stem = name.slice(0, name.length - extname(name).length);
  return Buffer.byteLength(name) <= LONGEST
    ? name
    : `${shortened(stem, LONGEST - Buffer.byteLength(extension))}${extension}`;
}

function shortened(text: string, bytes: number): string {
  let short = '';
  for (const character of text) {
    if (Buffer.byteLength(short + character) > bytes) break;
    short += character;
  }
  return short;
}
