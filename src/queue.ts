import { SightlineError } from './errors.js';

/** Runs tasks one at a time, in order of arrival. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** A task aborted while it waits never runs. */
  async run<T>(what: string, signal: AbortSignal | undefined, task: () => T | Promise<T>): Promise<T> {
    const before = this.#last;
    let leave: () => void = () => undefined;
    this.#last = new Promise<void>((resolve) => {
      leave = resolve;
    });
    // The next task waits for all earlier ones, even if this one gives up early.
    const turn = before.then(() => undefined);
    try {
      await (signal ? Promise.race([turn, aborted(what, signal)]) : turn);
      if (signal?.aborted) throw abortError(what, signal);
      return await task();
    } finally {
      void turn.then(leave);
    }
  }
}

function aborted(what: string, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(abortError(what, signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

function abortError(what: string, signal: AbortSignal): SightlineError {
  return new SightlineError('aborted', `${what} was aborted before it began`, { cause: signal.reason });
}
