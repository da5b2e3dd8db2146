/**
 * File access in bounded time. A disk that does not answer, such as a network share whose server is gone, can't be
 * interrupted. Until it answers it is asked nothing more: each question holds one of Node's few threads for files.
 */

/** A disk that has to spin up answers within this. */
const PATIENCE = 10_000;

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'there is no permission to write there',
  EPERM: 'there is no permission to write there',
  ENOENT: 'the folder is gone',
  ENOTDIR: 'what should be its folder is not one',
  EEXIST: 'what should be its folder is not one',
};

/** Why a file could not be written, for people. */
export function writeFailure({ code = '' }: NodeJS.ErrnoException): string {
  const reason = REASONS[code];
  return reason ? `${reason} (${code})` : code || 'the file system failed';
}

let unanswered = 0;

/** A thread that waits for a disk keeps the process alive. */
export const isDiskSilent = (): boolean => unanswered > 0;

export class Disk {
  readonly #patience: number;
  #silent = false;

  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /** What `run` gives; `late` makes the error where the disk does not answer, from the reason. */
  async ask<T>(run: () => Promise<T>, late: (reason: string) => Error): Promise<T> {
    const error = () => late(`the disk has not answered for ${this.#patience / 1_000} s`);
    if (this.#silent) throw error();
    const running = run();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), this.#patience);
    });
    const first = await Promise.race([running.then((value) => ({ value })), timeout]).finally(() =>
      clearTimeout(timer),
    );
    if (first !== 'late') return first.value;
    this.#wait(running);
    throw error();
  }

  #wait(running: Promise<unknown>): void {
    this.#silent = true;
    unanswered++;
    const answered = () => {
      this.#silent = false;
      unanswered--;
    };
    running.then(answered, answered);
  }
}
