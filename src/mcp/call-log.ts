/**
 * A log of calls and answers for people. Arguments are left out, because they may contain passwords; the code in an
 * answer shows what was done.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFolder } from '../agent/files/output-folder.js';

export class CallLog {
  readonly #folder: () => OutputFolder;
  readonly #name: string;
  /** Entries are written one after another. */
  #written: Promise<unknown> = Promise.resolve();

  /** The folder is only known at the first call: it may depend on the client's roots. */
  constructor(folder: () => OutputFolder, began = new Date()) {
    this.#folder = folder;
    this.#name = `session-${began.toISOString().replaceAll(':', '-')}-${process.pid}.md`;
  }

  add(tool: string, answer: string): void {
    const entry = `## ${new Date().toISOString()} ${tool}\n\n${answer}\n\n`;
    this.#written = this.#written
      .then(() => this.#write(entry))
      .catch((error: unknown) => process.stderr.write(`--save-session: ${String(error)}\n`));
  }

  async end(): Promise<void> {
    await this.#written;
  }

  async #write(entry: string): Promise<void> {
    const folder = await this.#folder().checked();
    await mkdir(folder, { recursive: true });
    await appendFile(join(folder, this.#name), entry, { mode: 0o600 });
  }
}
