/** Files that an agent asks for: inside its fence, and without secrets. */
import { constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { Agent } from '../agent.js';
import { saidPath } from './display-path.js';

/** A link that has come to be there since the path was looked at is not followed. Windows knows no such flag. */
const NEW_CONTENT = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** Writes a file and gives its path, as answers say it. Existing files are replaced. */
export async function writeOutput(
  { files, secrets, host }: Pick<Agent, 'files' | 'secrets' | 'host'>,
  name: string,
  data: string | Uint8Array,
): Promise<string> {
  const file = await files.writable(name);
  try {
    await writeFile(file, typeof data === 'string' ? secrets.mask(data) : data, { flag: NEW_CONTENT });
  } catch (cause) {
    throw new SightlineError('bad-file', `${quote(name, 300)} can not be written`, { cause });
  }
  host.output.made(file);
  return saidPath(file, host);
}
