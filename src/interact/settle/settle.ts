/**
 * Waits until the page has finished what an action started: navigations have committed and are interactive,
 * requests have ended, document changes have settled. A page that does nothing is queried once. The only timer is
 * the cap.
 */
import type { DialogInfo } from '../../driver/driver.js';
import { type ErrorCode, isSightlineError, SightlineError } from '../../errors.js';
import type { DownloadReport } from '../../page/actions.js';
import type { Frame } from '../../page/frame.js';
import type { Page } from '../../page/page.js';
import type { Coming, ReplyOf, RequestOf } from '../../wire/api.js';
import type { Activity } from './activity.js';

type QuietReply = ReplyOf<'settle'>;

export interface SettleOptions {
  /** Milliseconds to wait for requests that are not reported yet, where events lag behind replies. */
  lagTime?: number;
  /** The action may have started something, as a press of a button does: see `UNHEARD`. */
  starts?: boolean;
  /** The caller watches for what has been started and not reported yet. */
  watched?: boolean;
  /** A document has loaded and may build itself, with a request after each timer and each response. */
  builds?: boolean;
  /** Milliseconds. */
  cap: number;
  signal: AbortSignal | undefined;
  first?: RequestOf<'settle'>['first'] | undefined;
  expect?: RequestOf<'settle'>['expect'] | undefined;
  enter?: RequestOf<'settle'>['enter'] | undefined;
  popup?: RequestOf<'settle'>['popup'] | undefined;
  /** The page's answer, if it was asked in the same call as the action. */
  asked?: QuietReply | undefined;
}

export interface Settled {
  settled: boolean;
  notes: string[];
  dialog?: DialogInfo;
  popups: Page[];
  downloads: DownloadReport[];
  /** From the first answer. */
  guard?: QuietReply['guard'];
  astray?: QuietReply['astray'];
  elsewhere?: QuietReply['elsewhere'];
  early?: QuietReply['early'];
  refused?: QuietReply['refused'];
  /** From the last answer. */
  holds?: boolean;
  /** The document changed, and not only where it changes all the time. */
  changed: boolean;
  /** It did so before anything was waited for: the action itself did it. */
  atOnce: boolean;
  coming: Coming;
  /** Requests were waited for. */
  requested: boolean;
  /** Milliseconds that others may still take to be reported. */
  unheard: number;
  /** Some part of the document changes all the time. */
  ticks: boolean;
  /** The document had changed before the action, and no capture had shown it. */
  stale: boolean;
  acted?: QuietReply['acted'];
  focus?: QuietReply['focus'];
}

/**
 * Where events lag behind replies, this many more replies are awaited. One or two are too few on a busy machine.
 */
const LAGGING_ANSWERS = 4;

/**
 * Milliseconds. On a busy machine Firefox reported a request 90 ms after all these replies. So much longer it is waited
 * for after an action that may have started something and has changed nothing yet, while a document builds itself, and
 * where the machine is busy.
 */
const UNHEARD = 250;

/** Milliseconds. A quiet machine needs 2 to 3 for the fastest of these replies, however busy the page is. */
const BUSY_REPLY = 6;

/** Milliseconds for the browser to report a navigation or download that the page has already announced. */
const HEARING_PATIENCE = 2_000;

/** Milliseconds beyond the page's own deadline after which a call into a hung page is given up. */
const GRACE = 1_000;
/** The same for a watch, which takes longer on a busy machine: see `Changes.next`. */
const WATCH_GRACE = 3_000;
/** Other frames that are watched as well. */
const MOST_FRAMES = 10;

/** The document is gone or a dialog blocks it: events report that, and the loop checks them. */
const TOLD_BY_EVENTS: ReadonlySet<ErrorCode> = new Set([
  'document-gone',
  'frame-gone',
  'dialog-open',
  'page-closed',
  'page-crashed',
]);

export async function settle(activity: Activity, frame: Frame, options: SettleOptions): Promise<Settled> {
  const settling = new Settling(activity, frame, options);
  await settling.run();
  if (options.signal?.aborted)
    throw new SightlineError(
      'aborted',
      'The action was done, but the wait for the page to settle was aborted',
      { cause: options.signal.reason },
    );
  return settling.result();
}

/** Asks the document again and again, with waits for what the browser reports in between. */
class Settling {
  readonly #activity: Activity;
  readonly #frame: Frame;
  readonly #options: SettleOptions;
  readonly #end: number;
  readonly #lag: number;
  /** For the next question. */
  #next: Pick<SettleOptions, 'first' | 'asked' | 'enter'>;
  #earliest: QuietReply | undefined;
  #last: QuietReply | undefined;
  #settled = true;
  #changed = false;
  #hadRequests = false;
  /** A request has ended, and nothing has changed since: the page may not have its response yet. */
  #lacksResponse = false;
  #unheard = 0;
  #lagging: number;
  #expectsLeaving: boolean;
  #expectsDownload = true;
  #expectsChooser: boolean;
  #readingFrames = 0;
  /** Milliseconds for the fastest reply. */
  #fastest = Number.POSITIVE_INFINITY;

  constructor(activity: Activity, frame: Frame, options: SettleOptions) {
    this.#activity = activity;
    this.#frame = frame;
    this.#options = options;
    this.#end = performance.now() + options.cap;
    this.#next = { first: options.first, asked: options.asked, enter: options.enter };
    this.#lag = frame.page.driver.eventsLag ? LAGGING_ANSWERS : 0;
    this.#lagging = this.#lag;
    this.#expectsLeaving = this.#lag > 0;
    this.#expectsChooser = this.#lag > 0;
  }

  async run(): Promise<void> {
    while (!this.#activity.isOver) {
      const { ended } = this.#activity;
      const { asked, first, enter } = this.#next;
      this.#next = {};
      const reply = asked ?? (await this.#ask(first, enter));
      if (reply === 'hangs') {
        this.#settled = false;
        break;
      }
      this.#note(reply);
      if (this.#isOverWith(reply)) break;
      await this.#untilReported(reply);
      if (this.#activity.isBusy) {
        if (!(await this.#untilNotBusy())) break;
      } else if (!this.#mustAskAgain(reply, this.#activity.ended > ended) && !(await this.#hearsMore()))
        break;
    }
    if (this.#last?.unfocused) this.#frame.page.driver.doubtFocus?.();
  }

  async #ask(first: SettleOptions['first'], enter: SettleOptions['enter']): ReturnType<typeof ask> {
    const began = performance.now();
    const reply = await ask(this.#frame, { ...this.#options, first, enter }, this.#end);
    this.#fastest = Math.min(this.#fastest, performance.now() - began);
    return reply;
  }

  result(): Settled {
    const { dialog, popups, downloads } = this.#activity;
    const [earliest, last] = [this.#earliest, this.#last];
    return {
      settled: this.#settled,
      changed: this.#changed || this.#hadRequests,
      atOnce: earliest?.atOnce ?? false,
      coming: this.#coming(),
      requested: this.#hadRequests,
      unheard: this.#unheard,
      ticks: last?.ticks ?? false,
      stale: earliest?.stale ?? false,
      notes: notesOf(this.#activity, this.#settled, this.#options.cap),
      popups,
      downloads,
      ...(dialog && { dialog }),
      ...(earliest?.guard && { guard: earliest.guard }),
      ...(earliest?.astray && { astray: earliest.astray }),
      ...(earliest?.elsewhere && { elsewhere: earliest.elsewhere }),
      ...(earliest?.early && { early: true }),
      ...(earliest?.refused && { refused: earliest.refused }),
      ...(last?.holds !== undefined && { holds: last.holds }),
      ...(last?.acted && { acted: last.acted }),
      ...(last?.focus !== undefined && { focus: last.focus }),
    };
  }

  #coming(): Coming {
    const { timers, due = 0, spins, runs, inner, leaves, unknown, apart } = this.#last ?? {};
    const more = due + (this.#activity.hasOpened ? 1 : 0);
    return {
      ...(timers && { timers }),
      ...(more > 0 && { due: more }),
      ...(spins && { spins }),
      ...(runs && { runs }),
      ...(this.#activity.hasSent && { sent: true }),
      ...(inner && { inner }),
      ...(leaves !== undefined && { leaves }),
      ...(unknown && { unknown }),
      ...(apart && { apart }),
    };
  }

  get #isLate(): boolean {
    return performance.now() >= this.#end;
  }

  /** Where events lag and there is time for it: whether a request is reported that began before the last reply. */
  async #hearsMore(): Promise<boolean> {
    const { starts = false, watched = false, builds = false, signal } = this.#options;
    if (this.#lag === 0 || this.#isLate) return false;
    this.#unheard = starts && watched && !this.#changed ? UNHEARD : 0;
    if (this.#unheard > 0) return false;
    const isBuilding = builds && (this.#hadRequests || this.#last?.timers === true);
    const isLikely = starts && (!this.#changed || this.#fastest > BUSY_REPLY);
    const { lagTime = isBuilding || isLikely ? UNHEARD : undefined } = this.#options;
    if (lagTime === undefined) return false;
    return this.#activity.untilBusy(Math.min(this.#end, performance.now() + lagTime), signal);
  }

  #note(reply: QuietReply | undefined): void {
    this.#earliest ??= reply;
    this.#last = reply ?? this.#last;
    this.#changed ||= reply === undefined || reply.changed;
    if (!reply?.changed) return;
    this.#lacksResponse = false;
    // The page shows the parts of a response as they come.
    this.#readingFrames = 0;
  }

  #isOverWith(reply: QuietReply | undefined): boolean {
    const isStopped = reply?.guard?.down === 'other' || reply?.refused || reply?.early;
    return Boolean(isStopped || this.#activity.isOver || this.#options.signal?.aborted);
  }

  /** The page has announced a navigation, a download or a file chooser: until the browser reports it. */
  async #untilReported(reply: QuietReply | undefined): Promise<void> {
    const { signal } = this.#options;
    const hearing = Math.min(this.#end, performance.now() + HEARING_PATIENCE);
    if (reply?.leaving && this.#expectsLeaving) {
      this.#expectsLeaving = false;
      await this.#activity.untilLeaving(hearing, signal);
    }
    if (reply?.downloading && this.#expectsDownload) {
      this.#expectsDownload = false;
      await this.#activity.untilDownloading(hearing, signal);
    }
    if (reply?.choosing && this.#expectsChooser) {
      this.#expectsChooser = false;
      await this.#activity.untilChooser(hearing, signal);
    }
  }

  async #untilNotBusy(): Promise<boolean> {
    this.#settled = await this.#activity.untilNotBusy(this.#end, this.#options.signal);
    this.#lagging = this.#lag;
    if (this.#settled) this.#awaitResponse();
    return this.#settled;
  }

  /** The end of a request may be reported before the page has its response. */
  #awaitResponse(): void {
    this.#hadRequests = true;
    this.#lacksResponse = true;
    this.#next.first = 'draw';
  }

  /** `hasEnded`: a request ended while the page was asked. */
  #mustAskAgain(reply: QuietReply | undefined, hasEnded: boolean): boolean {
    if (reply) this.#settled = reply.quiet;
    if (reply && hasEnded && !this.#isLate) {
      this.#awaitResponse();
      return true;
    }
    // Where events lag, ask again: they have arrived by the time of the later replies.
    if (reply && this.#lagging > 0 && !this.#isLate) {
      this.#lagging--;
      if (this.#lacksResponse) this.#next.first = 'draw';
      return true;
    }
    const isReading = this.#readingFrames++ < this.#activity.readingFrames;
    if (isReading) this.#next.first = 'draw';
    return (isReading || !reply) && !this.#isLate;
  }
}

/**
 * After an action has settled: waits until the document changes or the page starts something, at most until `end`.
 * False when nothing came.
 */
export async function watch(
  activity: Activity,
  frame: Frame,
  end: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (activity.isOver || activity.isBusy) return true;
  const timeout = Math.max(0, end - performance.now());
  const started = activity.untilBusy(end, signal);
  const asked = frame.detached ? frame.page.mainFrame : frame;
  const next = (each: Frame): Promise<boolean> =>
    each.call('nextChange', { timeout }, { timeout: timeout + WATCH_GRACE, signal }).then(
      (reply) => reply.changed,
      (error: unknown) => {
        // A new document, a dialog or the end of the page counts as a change; a page that does not answer does not.
        if (isSightlineError(error) && TOLD_BY_EVENTS.has(error.code)) return true;
        if (isSightlineError(error, 'timeout') || isSightlineError(error, 'aborted')) return false;
        throw error;
      },
    );
  const changed = next(asked);
  const others = frame.page
    .frames()
    .filter((each) => each !== asked && !each.detached)
    .slice(0, MOST_FRAMES)
    .map((each) => next(each).catch(() => false));
  return anyOf([started, changed, ...others], changed);
}

/** Whether one of them is true before the decisive one is false. */
function anyOf(asked: Promise<boolean>[], decisive: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    for (const each of asked)
      each.then((is) => {
        if (is) resolve(true);
      }, reject);
    decisive.then(resolve, reject);
  });
}

/** Asks the action's document, or the page's main document if that one is gone. */
async function ask(
  frame: Frame,
  options: SettleOptions,
  end: number,
): Promise<QuietReply | 'hangs' | undefined> {
  const cap = Math.max(0, end - performance.now());
  const { first, expect, enter, popup, signal } = options;
  const patient = frame.page.driver.eventsLag === true;
  const request = {
    cap,
    patient,
    ...(first && { first }),
    ...(expect && { expect }),
    ...(enter && { enter }),
    ...(popup && { popup }),
  };
  const asked = frame.detached ? frame.page.mainFrame : frame;
  try {
    return await asked.call('settle', request, { timeout: cap + GRACE, signal });
  } catch (error) {
    if (isSightlineError(error) && TOLD_BY_EVENTS.has(error.code)) return undefined;
    if (isSightlineError(error, 'timeout')) return 'hangs';
    // The caller reports this.
    if (isSightlineError(error, 'aborted')) return undefined;
    throw error;
  }
}

/** What has no field of its own in the report. */
function notesOf(activity: Activity, settled: boolean, cap: number): string[] {
  const { gone, dialog, pending } = activity;
  if (gone) return [`The page ${gone}.`];
  if (settled || dialog) return [];
  return [`The page was still busy after ${cap} ms (${pending || 'its changes'}).`];
}
