/** Notices changes of the document and the frame that draws them. */
import { contains, documentHead } from '../../dom/intrinsics.js';
import { isDrawn, nextFrame, orUntil, untilIdle, WATCHED } from '../event-loop.js';
import { InputTask } from './input-task.js';
import { Scrolling } from './scrolling.js';

/** A node that changes in this many rounds is taken for a clock or a ticker. */
const NOISE = 8;

/**
 * Milliseconds. Animations and transitions, by script or by style, are waited for if they are no longer than
 * this.
 */
export const LONGEST_ANIMATION = 1_000;

/** The most nodes remembered while nobody waits: an idle page may change for hours. */
const MOST_AT_REST = 1_000;

/**
 * Milliseconds: a node that changes again after at least this long, while nobody waits and without an action in between,
 * is a clock or a poll. What changes once after each action is the outcome of these.
 */
const BEAT = 200;

/**
 * Milliseconds. A watch consists of steps: on a busy machine each of them takes longer, as does what the page is
 * waiting for. All together they add at most `MOST_LATE`.
 */
const STEP = 25;
const MOST_LATE = 1_500;
/** Milliseconds more for a page that is never idle by then, and after it has been late: its idle callbacks may do more. */
const LATEST_IDLE = 1_500;
const AFTER_IDLE = 100;
/** Milliseconds. Chromium often runs no idle callback before it draws a frame: so often, one is requested. */
const NOT_IDLE = 100;
/** Milliseconds for what a smooth scroll has brought into view or an animation leads to, and of these themselves. */
const AFTER_SCROLL = 400;
const LONGEST_SCROLL = 2_000;

export class Changes {
  readonly #observer = new MutationObserver((records) => this.#note(records));
  /** Nodes that kept changing while an earlier action was waited for: only one change of each counts. */
  readonly #noisy = new WeakSet<Node>();
  /** When nodes first changed since the latest wait, without an action: see `BEAT`. */
  #beats = new WeakMap<Node, number>();
  /** Since when nobody waits. */
  #alone = 0;
  readonly #scrolling = new Scrolling();
  #ticks = false;
  #awaiting: (() => void) | undefined;
  #rounds = new Map<Node, number>();
  /** Nodes that have become noise in this action: it may have started them. */
  #started = new Set<Node>();
  #changed = new Set<Node>();
  /** Nodes with other changes than style: not just moved or faded by a script frame by frame. */
  #rewritten = new Set<Node>();
  #began = 0;
  /** When the action's first change was seen. */
  #firstRound: number | undefined;
  #following = false;
  readonly #input = new InputTask();
  /** The input itself has changed something. */
  #isDirect = false;
  /** An action has not come to its end yet, though nobody may be asking at the moment. */
  #isActing = false;
  /** Something changed outside of an action, and no capture has shown it. */
  #unseen = false;
  #wasUnseen = false;
  /**
   * The frame that draws the last change. It is requested when the change is noticed: a waiter may come after
   * that frame and would otherwise wait for another one.
   */
  #frame: Promise<void> | undefined;

  /**
   * With each capture: what it showed is no news. Between actions, learns what changes by itself. Returns whether
   * something has changed since the document came to rest.
   */
  captured(roots: Iterable<Node>): boolean {
    this.#note(this.#observer.takeRecords());
    this.#unseen = false;
    this.#isActing = false;
    for (const root of roots) this.#observer.observe(root, WATCHED);
    if (this.#following) return false;
    const hadNews = this.#hasNews();
    this.#changed = new Set();
    return hadNews;
  }

  /** Starts over for the next action. */
  watch(roots: Iterable<Node>): void {
    this.#note(this.#observer.takeRecords());
    this.#wasUnseen = this.#unseen;
    this.#observer.disconnect();
    this.#changed = new Set();
    this.#rounds = new Map();
    this.#started = new Set();
    this.#rewritten = new Set();
    this.#began = performance.now();
    this.#firstRound = undefined;
    this.#isDirect = false;
    this.#scrolling.begin();
    this.#input.begin();
    this.#following = true;
    this.#isActing = true;
    this.#frame = undefined;
    for (const root of roots) this.#observer.observe(root, WATCHED);
  }

  /** Still notices changes, but nobody waits for their frames. */
  rest(): void {
    this.#following = false;
    this.#input.end();
    this.#alone = performance.now();
  }

  /** Whether something changed since the last call, other than what changes all the time. */
  take(): boolean {
    this.#following = true;
    this.#isActing = true;
    this.#note(this.#observer.takeRecords());
    let real = false;
    if (this.#changed.size > 0) this.#firstRound ??= performance.now();
    for (const node of this.#changed) {
      const rounds = (this.#rounds.get(node) ?? 0) + 1;
      this.#rounds.set(node, rounds);
      const isNoisy = this.#noisy.has(node);
      const isMoving = !isNoisy && this.#isMoving(node);
      if (isMoving || rounds <= (isNoisy ? 1 : NOISE)) real = true;
      else {
        if (!isNoisy) this.#started.add(node);
        this.#noisy.add(node);
        this.#ticks = true;
      }
    }
    this.#changed = new Set();
    return real;
  }

  /** Whether anything has changed in this action that did not change all the time before. */
  get isReal(): boolean {
    for (const node of this.#rounds.keys())
      if (!this.#noisy.has(node) || this.#started.has(node)) return true;
    return false;
  }

  /** Whether some part of it has changed all the time since the action, and not before. */
  get isRunning(): boolean {
    return this.#started.size > 0;
  }

  /** Whether all that has changed in this action did so after the input: something else may have brought it. */
  get isApart(): boolean {
    return this.isReal && !this.#isDirect;
  }

  /** Whether some part of the document changes all the time. */
  get isTicking(): boolean {
    return this.#ticks;
  }

  /** Whether the document had changed before the action, and no capture had shown it. */
  get wasUnseen(): boolean {
    return this.#wasUnseen;
  }

  /**
   * After an action has come to rest: resolves with true at the next change that is more than noise. `onStep` is called
   * with that change, and while it has not come. `isPlaying`: whether an animation goes on, which is waited for.
   */
  async next(timeout: number, onStep: (came: boolean) => void, isPlaying: () => boolean): Promise<boolean> {
    this.#note(this.#observer.takeRecords());
    let came = this.#hasNews();
    if (came) {
      onStep(true);
      return true;
    }
    const coming = new Promise<void>((resolve) => {
      this.#awaiting = () => {
        if (came || !this.#hasNews()) return;
        came = true;
        onStep(true);
        resolve();
      };
    });
    onStep(false);
    const began = performance.now();
    let end = began + timeout;
    let left = timeout;
    // Idle callbacks run in the order of their requests: when this one has run, those of the page have.
    let isIdle = false;
    const idle = requestIdleCallback(() => {
      isIdle = true;
      if (!came) onStep(false);
      left = Math.max(left, Math.min(timeout, AFTER_IDLE));
      end = Math.max(end, performance.now());
    });
    const isOver = () => performance.now() >= end + (isIdle ? Math.min(timeout, MOST_LATE) : LATEST_IDLE);
    for (let steps = 1; (left > 0 || !isIdle) && !came && !isOver(); steps++, left -= STEP) {
      await orUntil(performance.now() + (left > 0 ? Math.min(left, STEP) : STEP), coming);
      if (!came) onStep(false);
      if (steps % (NOT_IDLE / STEP) === 0) void nextFrame();
      // Asking for animations computes styles: only once the time is up.
      if (!this.#scrolling.goesOn && !(left <= 2 * STEP && isPlaying())) continue;
      left = Math.max(left, Math.min(timeout, AFTER_SCROLL));
      end = Math.max(end, Math.min(performance.now(), began + LONGEST_SCROLL));
    }
    cancelIdleCallback(idle);
    this.#awaiting = undefined;
    this.#alone = performance.now();
    return came;
  }

  /** Everything that changed in this action, up to the last `take`. */
  get nodes(): Iterable<Node> {
    return this.#rounds.keys();
  }

  /** Resolves when the changes have been drawn and the page has reacted to that. */
  async drawn(until: number): Promise<void> {
    if (this.#frame) await orUntil(until, this.#frame);
    await untilIdle();
  }

  /** A script moves it, or counts up in it, frame by frame. What did so before the action is a clock. */
  #isMoving(node: Node): boolean {
    const beat = this.#beats.get(node) ?? this.#began;
    const isOwn = !this.#rewritten.has(node) || beat >= this.#began;
    return isOwn && performance.now() - (this.#firstRound ?? this.#began) < LONGEST_ANIMATION;
  }

  #hasNews(): boolean {
    for (const node of this.#changed) if (!this.#noisy.has(node) && !isInHead(node)) return true;
    return false;
  }

  #learnFrom(records: MutationRecord[]): void {
    if (this.#isActing || this.#awaiting) return;
    const now = performance.now();
    for (const { target } of records) {
      const first = this.#beats.get(target);
      if (first === undefined || first < this.#alone) this.#beats.set(target, now);
      else if (now - first >= BEAT) {
        this.#noisy.add(target);
        this.#ticks = true;
      }
    }
  }

  #note(records: MutationRecord[]): void {
    if (!this.#following) this.#learnFrom(records);
    for (const { target, attributeName } of records) {
      if (!this.#following && this.#changed.size >= MOST_AT_REST) break;
      this.#changed.add(target);
      this.#unseen ||= !this.#following && !this.#noisy.has(target) && !isInHead(target);
      if (attributeName !== 'style') this.#rewritten.add(target);
    }
    this.#isDirect ||= this.#input.isRunning && records.some(({ target }) => !this.#noisy.has(target));
    if (records.length > 0) this.#awaiting?.();
    if (records.length === 0 || !this.#following || this.#frame || !isDrawn()) return;
    const frame = nextFrame().then(() => {
      if (this.#frame === frame) this.#frame = undefined;
    });
    this.#frame = frame;
  }
}

/** Scripts, styles and titles in the head come and go invisibly. */
function isInHead(node: Node): boolean {
  const head = documentHead(document);
  return head !== null && contains(head, node);
}
