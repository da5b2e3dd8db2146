/**
 * Only one window has the focus in Firefox. A page in any other gets keys and clicks but no focus events, Enter
 * presses none of its buttons, and in a tab behind another it draws no frames. So a page is brought to the front
 * before it gets input, and stays in front until the input is done.
 *
 * In that window a key may have moved the focus from the page to the browser's own controls (Tab after the last
 * field, F6), and no key of ours brings it back: then the page itself requests it.
 */
import { startClock, untilTold } from '../deadline.js';
import type { CallScope } from '../driver.js';
import { inPage } from '../in-page.js';
import type { Connection } from './connection.js';
import { SANDBOX } from './worlds/world-table.js';

/**
 * Milliseconds for the focus to come back. If the browser does not allow it (in a foreign Firefox), it does not
 * come.
 */
const FOCUS_PATIENCE = 500;

/** One for all pages of a browser. */
export class FrontWindow {
  readonly #connection: Connection;
  #page: string | undefined;
  #isDoubted = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A window opened or closed: which one is in front is now unknown. */
  changed(): void {
    this.#page = undefined;
  }

  /** No document of the page has the focus. */
  doubt(page: string): void {
    if (this.#page === page) this.#isDoubted = true;
  }

  /** Costs nothing if the page is already in front. */
  async bring(page: string, scope: CallScope = {}): Promise<void> {
    if (this.#page === page && !this.#isDoubted) return;
    const isInFront = this.#page === page;
    this.#page = page;
    this.#isDoubted = false;
    try {
      // If the document goes away in the meantime, the doubt is moot: the input itself will show.
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
      void done();
    }
  }

  async #takeFocus(page: string, scope: CallScope): Promise<void> {
    await this.#connection.send(
      'script.callFunction',
      {
        functionDeclaration: `() => (${inPage('takeWindowFocus')})(${FOCUS_PATIENCE})`,
        target: { context: page, sandbox: SANDBOX },
        awaitPromise: true,
      },
      { ...scope, endsWith: page },
    );
  }
}
