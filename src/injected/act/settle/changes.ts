/** Notices changes of the document and the frame that draws them. */
import { contains, documentHead } from '../../dom/intrinsics.js';
import { isDrawn, nextFrame, orUntil, untilIdle, WATCHED } from '../event-loop.js';

/** A node that changes in this many rounds is taken for a clock or a ticker. */
const NOISE = 8;

/**
 * Milliseconds. Animations and transitions, by script or by style, are waited for if they are no longer than
 * this.
 */
export const LONGEST_ANIMATION = 1_000;

/** The most nodes remembered while nobody waits: an idle page may change for hours. */
const MOST_AT_REST = 1_000;

/** Milliseconds: a node that changes again after at least this long without an action is a clock or a poll. */
const BEAT = 200;

export class Changes {
  readonly #observer = new MutationObserver((records) => this.#note(records));
  /** Nodes that kept changing while an earlier action was waited for: only one change of each counts. */
  readonly #noisy = new WeakSet<Node>();
  /** When nodes first changed without an action: see `BEAT`. */
  #beats = new WeakMap<Node, number>();
  #ticks = false;
  #awaiting: (() => void) | undefined;
  #rounds = new Map<Node, number>();
  #changed = new Set<Node>();
  /** Nodes with other changes than style: not just moved or faded by a script frame by frame. */
  #rewritten = new Set<Node>();
  #began = 0;
  #following = false;
  /**
   * The frame that draws the last change. It is requested when the change is noticed: a waiter may come after
   * that frame and would otherwise wait for another one.
   */
  #frame: Promise<void> | undefined;

  /** Before the first action: learns what changes by itself. */
  learn(): void {
    if (this.#began === 0) this.#observer.observe(document, WATCHED);
  }

  /** Starts over for the next action. */
  watch(roots: Iterable<Node>): void {
    this.#observer.disconnect();
    this.#changed = new Set();
    this.#rounds = new Map();
    this.#rewritten = new Set();
    this.#began = performance.now();
    this.#following = true;
    this.#frame = undefined;
    for (const root of roots) this.#observer.observe(root, WATCHED);
  }

  /** Still notices changes, but nobody waits for their frames. */
  rest(): void {
    this.#following = false;
  }

  /** Whether something changed since the last call, other than what changes all the time. */
  take(): boolean {
    this.#following = true;
    this.#note(this.#observer.takeRecords());
    let real = false;
    for (const node of this.#changed) {
      const rounds = (this.#rounds.get(node) ?? 0) + 1;
      this.#rounds.set(node, rounds);
      const isNoisy = this.#noisy.has(node);
      const isMoving = !isNoisy && this.#isMoving(node);
      if (isMoving || rounds <= (isNoisy ? 1 : NOISE)) real = true;
      else {
        this.#noisy.add(node);
        this.#ticks = true;
      }
    }
    this.#changed = new Set();
    return real;
  }

  /** Whether anything has changed in this action that does not change all the time. */
  get isReal(): boolean {
    for (const node of this.#rounds.keys()) if (!this.#noisy.has(node)) return true;
    return false;
  }

  /** Whether some part of the document changes all the time. */
  get isTicking(): boolean {
    return this.#ticks;
  }

  /** After an action has come to rest: resolves with true at the next change that is more than noise. */
  async next(until: number): Promise<boolean> {
    this.#note(this.#observer.takeRecords());
    let came = this.#hasNews();
    if (came) return true;
    const coming = new Promise<void>((resolve) => {
      this.#awaiting = () => {
        if (!this.#hasNews()) return;
        came = true;
        resolve();
      };
    });
    await orUntil(until, coming);
    this.#awaiting = undefined;
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

  #isMoving(node: Node): boolean {
    return !this.#rewritten.has(node) && performance.now() - this.#began < LONGEST_ANIMATION;
  }

  #hasNews(): boolean {
    for (const node of this.#changed) if (!this.#noisy.has(node) && !isInHead(node)) return true;
    return false;
  }

  #learnFrom(records: MutationRecord[]): void {
    const now = performance.now();
    for (const { target } of records) {
      const first = this.#beats.get(target);
      if (first === undefined) this.#beats.set(target, now);
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
      if (attributeName !== 'style') this.#rewritten.add(target);
    }
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
