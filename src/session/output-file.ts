/** Files that an agent asks for: inside the session's folder and nowhere else. */
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

/** Writes a file and gives its path. Existing files are replaced. */
export async function writeOutput(root: string, name: string, data: string | Uint8Array): Promise<string> {
  const base = await realpath(root);
  const file = resolve(base, name);
  if (!isInside(base, file)) throw outside(name, base);
  // The folder that exists already may be a link that leads out: it is looked at before anything is made in it.
  if (!isInside(base, join(await existing(dirname(file)), 'x'))) throw outside(name, base);
  await mkdir(dirname(file), { recursive: true });
  // Nothing is written through a link: a file that is one is refused.
  const real = await realpath(file).catch(() => file);
  if (real !== file) throw outside(name, base);
  try {
    await writeFile(file, data);
  } catch (cause) {
    throw new SightlineError('bad-file', `${quote(name, 300)} can not be written`, { cause });
  }
  return file;
}

async function existing(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    return existing(dirname(folder)); // Not made yet: its parent decides. The root exists.
  }
}

function isInside(base: string, file: string): boolean {
  const way = relative(base, file);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

function outside(name: string, base: string): SightlineError {
  return new SightlineError('bad-file', `${quote(name, 300)} is outside of ${quote(base, 300)}`, {
    hint: 'Give a file name inside the working folder.',
  });
}
