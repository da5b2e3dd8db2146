/**
 * What agents did, in a file for people: each call and its answer. Arguments are not among it, since a password may
 * be one; the code in an answer says the same without it.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export class SessionLog {
  readonly #folder: string;
  readonly #file: string;
  /** Calls are written one after the other, whichever ends first. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(folder: string, began = new Date()) {
    this.#folder = folder;
    this.#file = join(folder, `session-${began.toISOString().replaceAll(':', '-')}-${process.pid}.md`);
  }

  add(tool: string, answer: string): void {
    const entry = `## ${new Date().toISOString()} ${tool}\n\n${answer}\n\n`;
    this.#written = this.#written
      .then(() => mkdir(this.#folder, { recursive: true }))
      .then(() => appendFile(this.#file, entry, { mode: 0o600 }))
      .catch((error: unknown) => process.stderr.write(`--save-session: ${String(error)}\n`));
  }

  async end(): Promise<void> {
    await this.#written;
  }
}
