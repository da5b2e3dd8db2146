/**
 * Only one window has the focus in Firefox. A page in any other gets keys and clicks but no focus
 * events, Enter presses none of its buttons, and in a tab behind another it draws no frames. So a page
 * is brought to the front before it gets input, and while it gets it no other page is.
 */
import { startClock, untilTold } from '../deadline.js';
import type { CallScope } from '../driver.js';
import type { Connection } from './connection.js';

/** One for all pages of a browser. */
export class Front {
  readonly #connection: Connection;
  #page: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A window opened or closed: who is in front now is not known. */
  changed(): void {
    this.#page = undefined;
  }

  /** Costs nothing when the page is in front already. */
  async bring(page: string, scope: CallScope = {}): Promise<void> {
    if (this.#page === page) return;
    this.#page = page;
    try {
      await this.#connection.send(
        'browsingContext.activate',
        { context: page },
        { ...scope, endsWith: page },
      );
    } catch (error) {
      this.#page = undefined;
      throw error;
    }
  }

  /** Runs with the page in front; others wait for their turn, no longer than their own scope allows. */
  async during(page: string, scope: CallScope, run: (scope: CallScope) => Promise<void>): Promise<void> {
    const clock = startClock(scope);
    const before = this.#last;
    let done: () => void = () => undefined;
    this.#last = new Promise<void>((resolve) => {
      done = () => before.then(() => resolve());
    });
    try {
      await untilTold<void>('Waiting for input into another page', clock.left(), ({ resolve }) => {
        void before.then(() => resolve());
        return () => undefined;
      });
      await this.bring(page, clock.left());
      await run(clock.left());
    } finally {
      done();
    }
  }
}
