import { setMaxListeners } from 'node:events';
import { SightlineError } from '../errors.js';

export interface CallLimits {
  /** Milliseconds for the whole call; 0: no limit. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The time limit of a public call. The signal aborts when the caller aborts or time is up; `left()` is what
 * remains for the next step; `done()` clears the timer.
 */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #end: number;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #outer: AbortSignal | undefined;
  readonly #what: string;
  readonly #onAbort = () => this.#controller.abort(this.#outer?.reason);

  constructor(what: string, limits: CallLimits, defaultTimeout: number) {
    const timeout = limits.timeout ?? defaultTimeout;
    this.#what = what;
    this.#outer = limits.signal;
    this.signal = this.#controller.signal;
    // A snapshot has one call per frame waiting on this signal; that is no leak.
    setMaxListeners(0, this.signal);
    this.#end = timeout > 0 ? performance.now() + timeout : Number.POSITIVE_INFINITY;
    this.#timer =
      timeout > 0
        ? setTimeout(
            () =>
              this.#controller.abort(new SightlineError('timeout', `${what} took longer than ${timeout} ms`)),
            timeout,
          )
        : undefined;
    if (limits.signal?.aborted) this.#onAbort();
    else limits.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Milliseconds left for a step with its own timeout; 0 means no limit, so an expired deadline returns 1. */
  left(): number {
    return this.#end === Number.POSITIVE_INFINITY ? 0 : Math.max(1, Math.ceil(this.#end - performance.now()));
  }

  /** Waits for a promise, or throws when the deadline passes first. */
  async race<T>(promise: Promise<T>): Promise<T> {
    this.check();
    let onAbort: (() => void) | undefined;
    const ended = new Promise<never>((_, reject) => {
      onAbort = () => reject(this.error());
      this.signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([promise, ended]);
    } finally {
      if (onAbort) this.signal.removeEventListener('abort', onAbort);
    }
  }

  check(): void {
    if (this.signal.aborted) throw this.error();
  }

  error(): SightlineError {
    const reason: unknown = this.signal.reason;
    if (reason instanceof SightlineError) return reason;
    return new SightlineError('aborted', `${this.#what} was aborted`, { cause: reason });
  }

  done(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onAbort);
  }
}

export async function withDeadline<T>(
  what: string,
  limits: CallLimits,
  defaultTimeout: number,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(what, limits, defaultTimeout);
  try {
    return await run(deadline);
  } finally {
    deadline.done();
  }
}
