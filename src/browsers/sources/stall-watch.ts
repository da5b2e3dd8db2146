import { reasonOf } from '../../errors.js';

/** Gives up on work that cannot be cancelled when it makes no progress, or when the caller aborts. */
export interface StallWatch {
  /** The next sign of progress must come within this time. */
  expect(ms: number, what: string): void;
  /** The work's result, or its error if that comes first. */
  watch<T>(work: Promise<T>): Promise<T>;
  stop(): void;
}

export function stallWatch(signal: AbortSignal | undefined): StallWatch {
  let giveUp: (error: Error) => void;
  const failure = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // It may fail while nobody is waiting for it.
  failure.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = () => giveUp(new Error(`aborted: ${reasonOf(signal?.reason)}`));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    expect(ms, what) {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp(new Error(`${what} made no progress for ${ms / 1000} s`)), ms);
    },
    watch: (work) => Promise.race([work, failure]),
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
