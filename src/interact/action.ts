/**
 * A running action: its time limits, its notes, and the three things it does to a page: query the document, send
 * input, wait until the page has settled.
 */
import type { CallScope, InputEvent } from '../driver/driver.js';
import { type ErrorCode, isSightlineError, SightlineError } from '../errors.js';
import type { FileFence } from '../fence/file-fence.js';
import type { ActionOptions, ActionReport, ElementTarget } from '../page/actions.js';
import { compareAround } from '../page/around-frame.js';
import type { Frame } from '../page/frame.js';
import { lastNavigation } from '../page/navigation/last-navigation.js';
import type { Page } from '../page/page.js';
import type { Sight } from '../page/target/sight.js';
import { type Needed, withCheck } from '../page/target/with-check.js';
import { quote } from '../tree/quote.js';
import type { ActingMethods, Found, NotDone, Place, ReplyOf, RequestOf } from '../wire/api.js';
import { GUARD_LIFETIME } from '../wire/guard-lifetime.js';
import { notDoneError } from './action-error.js';
import type { Keyboard } from './keys/keyboard.js';
import type { Pointer } from './pointer.js';
import { Activity } from './settle/activity.js';
import { hasHelpers } from './settle/helpers.js';
import { type Settled, type SettleOptions, settle, watch } from './settle/settle.js';
import { notesOf } from './target.js';

/** Milliseconds for the target to become ready. */
const READY_TIMEOUT = 5_000;
const SETTLE_TIMEOUT = 5_000;
/**
 * A page whose script hangs takes no input, and in Firefox pages take turns. Input gets this many times as long as a
 * target to become ready, within these milliseconds.
 */
const INPUT_PATIENCE = { times: 6, least: 5_000, most: GUARD_LIFETIME - 5_000 };
/** The page keeps its own deadline; Node stops waiting this many milliseconds later. */
const GRACE = 2_000;

/** How a page may react to input: with a dialog, a new document, or by closing. The report says so. */
const ANSWERS: ReadonlySet<ErrorCode> = new Set([
  'dialog-open',
  'document-gone',
  'frame-gone',
  'page-closed',
]);

/** State shared by the actions of one page. */
export interface PageState {
  readonly page: Page;
  readonly keyboard: Keyboard;
  readonly longLived: Set<string>;
  readonly pointer: Pointer;
  /** Where keys go when an action names no element: the frame of the last action. */
  keyFrame: Frame | undefined;
  /** Which files may be given to the page. */
  readonly files: FileFence;
  /** The target of the last action that had one; and of those that file choosers opened with. */
  target: ElementTarget | undefined;
  readonly openers: WeakMap<object, ElementTarget>;
  /** Where the last input put the pointer, in the viewport of the frame that took it. */
  pointed: (Place & { frame: Frame }) | undefined;
  /** A button to release as soon as a dialog is answered. */
  heldByDialog: Held | undefined;
  /** The last action, of which more may come. */
  last: { activity: Activity; frame: Frame } | undefined;
}

/** A press whose release is still to come. */
export interface Held {
  /** Where the press was made. */
  from: Frame;
  /** The frame that the release is sent to. */
  input: Frame;
  up: InputEvent;
  guarded: readonly Frame[];
}

type Wanted = 'target' | 'timeout' | 'force';
/** Methods that wait for a target. */
type Waiting = {
  [M in keyof ActingMethods]: RequestOf<M> extends { target: unknown; timeout: number } ? M : never;
}[keyof ActingMethods];
type Done<M extends Waiting> = Exclude<ReplyOf<M>, NotDone>;

export class Action {
  readonly state: PageState;
  readonly options: ActionOptions;
  readonly notes: string[] = [];
  /** Milliseconds spent in each phase, for the debug log. */
  readonly spent = { ready: 0, input: 0, settle: 0 };
  readonly #timeout: number;
  #end: number;
  #activity: Activity | undefined;
  #found: Found | undefined;
  #last: { target: ElementTarget; found: Found } | undefined;
  /** Of whoever acts, also where a part of the action is about another element. */
  #sight: Sight | undefined;
  #report: Partial<ActionReport> = {};

  constructor(state: PageState, options: ActionOptions) {
    this.state = state;
    this.options = options;
    this.#timeout = options.timeout ?? READY_TIMEOUT;
    this.#end = this.#timeout > 0 ? performance.now() + this.#timeout : Number.POSITIVE_INFINITY;
  }

  get page(): Page {
    return this.state.page;
  }

  get found(): Found | undefined {
    return this.#found;
  }

  get timeout(): number {
    return this.#timeout;
  }

  /** Milliseconds left for the target; a timeout of 0 means a day. */
  left(): number {
    return Math.max(0, Math.min(this.#end - performance.now(), 86_400_000));
  }

  /** Starts to record what the page does. Called before anything that may have an effect. */
  begin(options: { everyRequest?: boolean } = {}): void {
    this.#activity?.stop();
    this.forget();
    this.#activity = new Activity(this.page, this.state.longLived, options);
  }

  /** Nobody waits for effects of the previous action any more. */
  forget(): void {
    this.state.last?.activity.stop();
    this.state.last = undefined;
  }

  note(...notes: string[]): void {
    for (const note of notes) if (!this.notes.includes(note)) this.notes.push(note);
  }

  /** Removes all notes after the first `count`: they turned out not to matter. */
  unsayAfter(count: number): void {
    this.notes.splice(count);
  }

  scope(): CallScope {
    return { signal: this.options.signal, timeout: this.left() + GRACE };
  }

  /** Lets the document find its target, wait for it and do its part; throws the error it reports. */
  async ask<M extends Waiting>(
    target: ElementTarget,
    method: M,
    request: Omit<RequestOf<M>, Wanted>,
    how: Needed = {},
  ): Promise<Done<M>> {
    const started = performance.now();
    const { force } = this.options;
    const wanted = { target: withCheck(target, how), timeout: this.left(), ...(force && { force }) };
    // The two parts make up the whole request; a rest type cannot express that.
    const whole = { ...request, ...wanted } as RequestOf<M>;
    const reply: ReplyOf<M> | NotDone = await this.#repeat(target, async () => {
      // A pointer asks the documents around the frame anyway.
      if (method !== 'prepare') await this.compareAround(target);
      return target.frame.call(method, whole, this.scope());
    }).catch((error: unknown) => {
      if (isSightlineError(error, 'aborted'))
        throw new SightlineError('aborted', `The action was aborted while it waited for ${target.label}`, {
          cause: error,
        });
      throw this.#explained(error);
    });
    this.spent.ready += performance.now() - started;
    if (!('ok' in reply) || reply.ok === false) throw this.errorOf(target, reply as NotDone); // only failures are left here
    const done = reply as Done<M>;
    this.met(target, done.found);
    return done;
  }

  /** Throws where what is around the target's frame is not as it was seen any more. */
  async compareAround(target: ElementTarget): Promise<void> {
    for (const { iframe, found } of await compareAround(target, this.scope()))
      this.note(...notesOf(iframe, found));
  }

  /** Throws where the target of a ref is not as it was seen any more. */
  async verify(target: ElementTarget): Promise<void> {
    await this.compareAround(target);
    const reply = await target.frame.call('find', { target: withCheck(target) }, this.scope());
    if (!reply.ok) throw this.errorOf(target, reply);
  }

  errorOf(target: ElementTarget, reply: NotDone): SightlineError {
    return notDoneError(target, target.frame, reply, this.#timeout);
  }

  /** In an action on several elements, the report describes the first. */
  met(target: ElementTarget, found: Found | undefined): void {
    if (!found) return;
    this.#found ??= found;
    this.#last = { target, found };
    this.#sight ??= target.sight;
    this.state.target = target;
    this.note(...notesOf(target, found));
  }

  /**
   * `always`: send even after the caller has aborted, for what must not be left half done. `keys`: the frame that
   * keys go to from now on, where it is another one.
   */
  async send(
    frame: Frame,
    events: InputEvent[],
    { always = false, keys = frame }: { always?: boolean; keys?: Frame } = {},
  ): Promise<void> {
    if (events.length === 0) return;
    const started = performance.now();
    this.state.keyFrame = keys;
    const last = events.findLast((event) => 'x' in event);
    if (last) this.state.pointed = { x: last.x, y: last.y, frame };
    const sent = this.page.driver.input(frame.id, events, {
      signal: always ? undefined : this.options.signal,
      timeout: this.#inputPatience,
    });
    try {
      await frame.answered(sent);
    } catch (error) {
      if (!(isSightlineError(error) && ANSWERS.has(error.code))) throw error;
    } finally {
      const spent = performance.now() - started;
      this.spent.input += spent;
      // Not the target's time.
      this.#end += spent;
    }
  }

  get #inputPatience(): number {
    const { times, least, most } = INPUT_PATIENCE;
    return this.#timeout === 0 ? most : Math.min(most, Math.max(least, this.#timeout * times));
  }

  async settle(frame: Frame, more: Omit<SettleOptions, 'cap' | 'signal'> = {}): Promise<Settled> {
    const activity = this.#activity;
    this.#activity = undefined;
    if (!activity) throw new TypeError('settle before begin');
    const started = performance.now();
    const cap = this.options.noSettle ? 0 : (this.options.settleTimeout ?? SETTLE_TIMEOUT);
    const { signal, watched = false } = this.options;
    const settled = await settle(activity, frame, { cap, signal, watched, ...more });
    this.spent.settle += performance.now() - started;
    const { acted } = settled;
    const { target, found } = this.#last ?? {};
    if (acted && target?.frame === frame && found?.element === acted.element)
      this.#sight?.acted(frame, acted.element, acted.moment);
    this.note(...this.page.busy.takeFreed());
    if (settled.focus !== undefined) (this.#sight ?? this.options.sight)?.seeFocus(frame, settled.focus);
    if (!this.options.noSettle) this.note(...settled.notes);
    this.state.last = { activity, frame };
    const { dialog, popups, downloads, changed, atOnce, coming, requested, unheard, ticks, stale } = settled;
    // A document inside another one may ask those around it.
    const helpers = coming.inner === true || frame !== this.page.mainFrame || hasHelpers(this.page);
    this.#report = {
      ...this.#report,
      settled: settled.settled,
      since: { changed, atOnce, ticks, stale, requested, unheard, helpers, ...coming },
      ...(dialog && { dialog }),
      ...(popups.length > 0 && { popups }),
      ...(downloads.length > 0 && { downloads }),
    };
    return settled;
  }

  /**
   * Continues to wait for effects of the last action: for the first one at most `limit` milliseconds, and then until
   * the page has settled. False if there was none.
   */
  async watch(limit: number): Promise<boolean> {
    const { last } = this.state;
    if (!last) return false;
    const { activity, frame } = last;
    const { signal } = this.options;
    if (!(await watch(activity, frame, performance.now() + limit, signal))) return false;
    this.#activity = activity;
    await this.settle(frame);
    return true;
  }

  /** Whether a dialog opened after the action began; the report says so. */
  interrupted(): boolean {
    const dialog = this.#activity?.dialog;
    if (!dialog) return false;
    this.note('The dialog opened during the action. Answer it to see what the action did.');
    this.tell({ dialog });
    return true;
  }

  /** Notes what opened a file chooser. Stops the listeners, unless a caller may still wait for effects of the action. */
  end(): void {
    const { fileChooser } = this.page;
    const { openers, target } = this.state;
    if (fileChooser && target && !openers.has(fileChooser)) openers.set(fileChooser, target);
    if (this.#activity !== this.state.last?.activity) this.#activity?.stop();
  }

  /** Adds to the report. */
  tell(more: Partial<ActionReport>): void {
    this.#report = { ...this.#report, ...more };
  }

  report(): ActionReport {
    if (this.options.force) this.note('Forced: the element was not checked for readiness.');
    return {
      notes: this.notes,
      settled: true,
      ...this.#report,
      ...(this.#found && { found: this.#found }),
    };
  }

  /**
   * While a navigation waits for the server, Chromium does not answer queries about the document that is still
   * shown.
   */
  #explained(error: unknown): unknown {
    const last = lastNavigation(this.page);
    if (!isSightlineError(error, 'timeout') || !last || last.response || last.error !== undefined)
      return error;
    return new SightlineError(
      'timeout',
      `${this.page.handle} is navigating to ${quote(last.request.url, 200)}, and the server has not answered: no action is possible until it does`,
      { hint: 'Wait for it, or navigate elsewhere.', cause: error },
    );
  }

  /** Locators outlive documents. A ref's element does not, and the repeated call reports that. */
  async #repeat<T>(target: ElementTarget, call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!isSightlineError(error, 'document-gone') || this.left() === 0) throw error;
        if (target.frame.detached)
          throw new SightlineError('frame-gone', `Frame ${target.frame.handle} was removed from the page`);
      }
    }
  }
}
