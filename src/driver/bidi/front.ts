/**
 * Only one window has the focus in Firefox. A page in any other gets keys and clicks but no focus
 * events, Enter presses none of its buttons, and in a tab behind another it draws no frames. So a page
 * is brought to the front before it gets input, and while it gets it no other page is.
 *
 * In that window a key may have moved the focus from the page to the browser's own controls (Tab behind the last
 * field, F6), where no key of ours brings it back from: then the page itself asks for it.
 */
import { startClock, untilTold } from '../deadline.js';
import type { CallScope } from '../driver.js';
import type { Connection } from './connection.js';
import { SANDBOX } from './worlds.js';

/** Milliseconds for the focus to come back. Where the browser does not let it (a Firefox of others), it does not. */
const FOCUS_PATIENCE = 500;

/** Firefox tells of the focus a moment after it was asked for. */
const TAKE_FOCUS = `() => {
  if (document.hasFocus()) return;
  return new Promise((resolve) => {
    addEventListener('focus', resolve, { capture: true, once: true });
    setTimeout(resolve, ${FOCUS_PATIENCE});
    window.focus();
  });
}`;

/** One for all pages of a browser. */
export class Front {
  readonly #connection: Connection;
  #page: string | undefined;
  #isDoubted = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A window opened or closed: who is in front now is not known. */
  changed(): void {
    this.#page = undefined;
  }

  /** A document of the page has not got the focus, nor has any in it. */
  doubt(page: string): void {
    if (this.#page === page) this.#isDoubted = true;
  }

  /** Costs nothing when the page is in front already. */
  async bring(page: string, scope: CallScope = {}): Promise<void> {
    if (this.#page === page && !this.#isDoubted) return;
    const isInFront = this.#page === page;
    this.#page = page;
    this.#isDoubted = false;
    try {
      // A document that goes away meanwhile takes the doubt along: the input itself tells.
      if (isInFront) await Promise.allSettled([this.#takeFocus(page, scope)]);
      else
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

  async #takeFocus(page: string, scope: CallScope): Promise<void> {
    await this.#connection.send(
      'script.callFunction',
      {
        functionDeclaration: TAKE_FOCUS,
        target: { context: page, sandbox: SANDBOX },
        awaitPromise: true,
      },
      { ...scope, endsWith: page },
    );
  }
}
