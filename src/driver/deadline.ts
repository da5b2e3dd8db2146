/**
 * Deadlines of driver calls with more than one step: a clock that gives each step what is left of the caller's
 * time, and a wait for something that only an event can report.
 */
import { SightlineError } from '../errors.js';
import type { CallScope } from './driver.js';

/** The same default as for one protocol call. */
const DEFAULT_TIMEOUT = 30_000;

export interface Clock {
  /** What is left of the caller's time, for the next step. */
  left(): { timeout: number; signal?: AbortSignal };
}

export function startClock(scope: CallScope = {}): Clock {
  const { timeout = DEFAULT_TIMEOUT, signal } = scope;
  const end = timeout > 0 ? performance.now() + timeout : 0;
  return {
    left() {
      // 0 would mean "no limit": an expired clock leaves one millisecond.
      const rest = end > 0 ? Math.max(1, end - performance.now()) : 0;
      return { timeout: rest, ...(signal && { signal }) };
    },
  };
}

export interface Teller<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/**
 * Waits until a listener calls `resolve` or `reject`, no longer than the scope allows. `listen` returns a
 * function that stops listening; it is called on every path.
 */
export function untilTold<T>(
  what: string,
  scope: CallScope,
  listen: (teller: Teller<T>) => () => void,
): Promise<T> {
  const { timeout = DEFAULT_TIMEOUT, signal } = scope;
  return new Promise<T>((resolve, reject) => {
    let stop: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    let settled = false;
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      stop?.();
      finish();
    };
    const onAbort = () =>
      settle(() => reject(new SightlineError('aborted', `${what}: aborted`, { cause: signal?.reason })));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    if (timeout > 0)
      timer = setTimeout(
        () =>
          settle(() =>
            reject(new SightlineError('timeout', `${what}: not done within ${Math.round(timeout)} ms`)),
          ),
        timeout,
      );
    stop = listen({
      resolve: (value) => settle(() => resolve(value)),
      reject: (error) => settle(() => reject(error)),
    });
    // The listener may have known the answer at once, before there was anything to stop.
    if (settled) stop();
  });
}

/** Waits for an answer that may come later: then its failure is nobody's. */
export async function unlessLater(answer: Promise<unknown>, patience: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const later = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  try {
    await Promise.race([answer, later]);
  } finally {
    clearTimeout(timer);
  }
}
