/** Runs the actions of a page, one after another, and reports on each. */
import { isSightlineError } from '../errors.js';
import { FileFence } from '../fence/file-fence.js';
import type { ActionOptions, ActionReport, ElementTarget } from '../page/actions.js';
import type { Page } from '../page/page.js';
import { Queue } from '../queue.js';
import { Action, type PageState } from './action.js';
import { checkLimits } from './arguments.js';
import { debugActions, logAction } from './debug.js';
import { Keyboard } from './keys/keyboard.js';
import { patience } from './patience.js';
import { letGo } from './verbs/drag.js';

export interface ActionsOptions {
  /** Folders from which files may be given to the page. Default: anywhere. */
  fileRoots?: readonly string[];
  /** Milliseconds; see `ActionOptions`. */
  actionTimeout?: number;
  settleTimeout?: number;
}

/** Milliseconds for a loaded page to build its content. Many pages never come to rest. */
const ARRIVAL_TIMEOUT = 2_000;

/** Milliseconds that Firefox may take to report a request: its process for the network is another one. */
const LAG_TIME = 500;

/** Milliseconds for a page to say how many of its timers are due: it has just been captured. */
const DUE_TIMEOUT = 1_000;

export class ActionRunner {
  readonly #page: Page;
  readonly #defaults: ActionOptions;
  readonly #queue = new Queue();
  readonly #state: PageState;
  /** Requests that outlived a page load. For an action they do not count as streams yet: it waits longer. */
  readonly #slow = new Set<string>();

  constructor(page: Page, { fileRoots, actionTimeout, settleTimeout }: ActionsOptions) {
    this.#page = page;
    this.#defaults = {
      ...(actionTimeout !== undefined && { timeout: actionTimeout }),
      ...(settleTimeout !== undefined && { settleTimeout }),
    };
    this.#state = {
      page,
      keyboard: new Keyboard(),
      longLived: new Set(),
      pointer: { x: 0, y: 0, held: undefined, grabbed: undefined },
      keyFrame: undefined,
      target: undefined,
      openers: new WeakMap(),
      files: new FileFence(() => fileRoots),
      pointed: undefined,
      heldByDialog: undefined,
      last: undefined,
    };
  }

  async run(
    name: string,
    target: ElementTarget | undefined,
    options: ActionOptions = {},
    body: (act: Action) => Promise<unknown>,
  ): Promise<ActionReport> {
    const timeout = options.timeout ?? patience.getStore();
    const limited = { ...options, ...(timeout !== undefined && { timeout }) };
    checkLimits(limited);
    return this.#queue.run(name, options.signal, async () => {
      if (name !== 'answerDialog') this.#page.assertUsable();
      const act = new Action(this.#state, { ...this.#defaults, ...limited });
      try {
        if (!this.#page.dialog) {
          await letGo(act);
          await this.#page.driver.activate?.(act.scope());
        }
        await (debugActions ? logAction(act, name, target, () => body(act)) : body(act));
        if (!this.#page.dialog) await letGo(act);
        return act.report();
      } catch (error) {
        if (isSightlineError(error, 'dialog-open') && act.interrupted()) return act.report();
        throw error;
      } finally {
        act.end();
      }
    });
  }

  /** Not queued: a navigation ends what queued actions wait for. */
  async follow(doing: () => Promise<boolean>, options: ActionOptions = {}): Promise<ActionReport> {
    this.#state.last?.activity.stop();
    this.#state.last = undefined;
    for (const address of this.#state.longLived) this.#slow.add(address);
    const settleTimeout = Math.min(ARRIVAL_TIMEOUT, this.#defaults.settleTimeout ?? ARRIVAL_TIMEOUT);
    return this.#waitOnly(this.#slow, { settleTimeout, ...options }, async (act) => {
      act.begin();
      if (await doing()) await act.settle(this.#page.mainFrame, { first: 'draw', builds: true });
    });
  }

  /** See `Actions.watch`. */
  async watch(limit: number, options: ActionOptions = {}): Promise<ActionReport | undefined> {
    return this.#queue.run('watch', options.signal, async () => {
      if (this.#page.closed !== undefined || this.#page.dialog) return undefined;
      const act = new Action(this.#state, { ...this.#defaults, ...options });
      return (await act.watch(limit)) ? act.report() : undefined;
    });
  }

  /** See `Actions.dueTimers`. */
  async dueTimers(): Promise<number | undefined> {
    const frame = this.#state.last?.frame;
    if (!frame || frame.detached || this.#page.dialog) return undefined;
    return frame.call('dueTimers', {}, { timeout: DUE_TIMEOUT }).then(
      ({ due }) => due,
      () => undefined,
    );
  }

  /** Not queued: it does nothing to the page. */
  async untilNetworkQuiet(options: ActionOptions = {}): Promise<ActionReport> {
    return this.#waitOnly(new Set(), options, async (act) => {
      act.begin({ everyRequest: true });
      await act.settle(this.#page.mainFrame, { first: 'draw', lagTime: LAG_TIME });
    });
  }

  async #waitOnly(
    longLived: Set<string>,
    options: ActionOptions,
    body: (act: Action) => Promise<void>,
  ): Promise<ActionReport> {
    const state = { ...this.#state, longLived, last: undefined };
    const act = new Action(state, { ...this.#defaults, ...options });
    try {
      await body(act);
      return act.report();
    } finally {
      act.forget();
      act.end();
    }
  }
}
