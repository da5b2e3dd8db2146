/**
 * A log of calls and answers for people. Arguments are left out, because they may contain passwords; the code in an
 * answer shows what was done.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export class CallLog {
  readonly #folder: string;
  readonly #file: string;
  /** Entries are written one after another. */
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
