/** The process of the first browser, started while the code that will use it is being loaded. */
import { isSightlineError } from '../../errors.js';
import type { LaunchOptions } from '../../launch/options.js';
import type { StartedProcess, startProcess } from '../../launch/start-process.js';

type Start = typeof startProcess;

export class ProcessAhead {
  readonly #options: LaunchOptions;
  #begun: Promise<StartedProcess> | undefined;
  /** A browser has been asked for, or one was begun. */
  #isPast = false;

  constructor(options: LaunchOptions) {
    this.#options = options;
  }

  /** Resolves once the system runs the process. The returned function ends it, unless it has been taken. */
  async begin(): Promise<() => void> {
    if (this.#isPast) return () => undefined;
    this.#isPast = true;
    await new Promise<void>((resolve) => {
      // Only a call that waits for a download can report its progress.
      const options = { ...this.#options, provision: false };
      this.#begun = importStart().then((start) => start(options, resolve));
      this.#begun.catch(() => resolve()); // Whoever takes it is told.
    });
    return () => void this.#end();
  }

  /** The process of the next browser: the one that was begun, else a new one. */
  readonly start: Start = async (options) => {
    const begun = this.#begun;
    this.#begun = undefined;
    this.#isPast = true;
    const started = await begun?.catch((error: unknown) => {
      if (!isSightlineError(error, 'browser-not-found')) throw error;
    });
    return started ?? (await importStart())(options);
  };

  async #end(): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    const { endProcess } = await import('../../launch/start-process.js');
    await begun?.then(endProcess, () => undefined); // It did not start.
  }
}

const importStart = async (): Promise<Start> => (await import('../../launch/start-process.js')).startProcess;
