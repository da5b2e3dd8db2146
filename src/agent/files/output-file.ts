/** Writes a file that an agent asked for: inside the allowed folders, with secrets masked. */
import { constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { Agent } from '../agent.js';
import { saidPath } from './display-path.js';

/** Does not follow a symbolic link created after the path was checked. Windows has no such flag. */
const NEW_CONTENT = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** Returns the path for the answer. Existing files are replaced. */
export async function writeOutput(
  { files, secrets, host }: Pick<Agent, 'files' | 'secrets' | 'host'>,
  name: string,
  data: string | Uint8Array,
): Promise<string> {
  const file = await files.writable(name);
  try {
    await writeFile(file, typeof data === 'string' ? secrets.mask(data) : data, { flag: NEW_CONTENT });
  } catch (cause) {
    throw new SightlineError('bad-file', `Cannot write ${quote(name, 300)}`, { cause });
  }
  host.output.made(file);
  return saidPath(file, host);
}
