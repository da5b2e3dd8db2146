/** Files that a person gives to a page: in a private folder until the server ends, since the page may read them later. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class GivenFiles {
  #folder: Promise<string> | undefined;
  #count = 0;

  async write(files: readonly { name: string; data: string }[]): Promise<string[]> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'sightline-given-'));
    // A folder for each time: two files may have one name.
    const folder = join(await this.#folder, String(++this.#count));
    await mkdir(folder, { mode: 0o700 });
    return Promise.all(
      files.map(async ({ name, data }, at) => {
        const path = join(folder, plainName(name) || `file-${at + 1}`);
        await writeFile(path, Buffer.from(data, 'base64'), { flag: 'wx', mode: 0o600 });
        return path;
      }),
    );
  }

  async remove(): Promise<void> {
    const folder = await this.#folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** No folders, and nothing that a file system refuses. */
function plainName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const plain = name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '_');
  return /^\.*$/.test(plain) ? '' : plain;
}
