/** Notices changes of the document and the frame that draws them. */
import { isDrawn, nextFrame, orUntil, turn, WATCHED } from '../event-loop.js';

/** A node that changes in this many rounds is taken for a clock or a ticker. */
const NOISE = 8;

/**
 * Milliseconds. Animations and transitions, by script or by style, are waited for if they are no longer than
 * this.
 */
export const LONGEST_ANIMATION = 1_000;

/** The most nodes remembered while nobody waits: an idle page may change for hours. */
const MOST_AT_REST = 1_000;

export class Changes {
  readonly #observer = new MutationObserver((records) => this.#note(records));
  /** Nodes that kept changing while an earlier action was waited for: only one change of each counts. */
  readonly #noisy = new WeakSet<Node>();
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
      else this.#noisy.add(node);
    }
    this.#changed = new Set();
    return real;
  }

  /** Everything that changed in this action, up to the last `take`. */
  get nodes(): Iterable<Node> {
    return this.#rounds.keys();
  }

  /** Resolves when the changes have been drawn and the page has reacted to that. */
  async drawn(until: number): Promise<void> {
    if (this.#frame) await orUntil(until, this.#frame);
    await turn();
  }

  #isMoving(node: Node): boolean {
    return !this.#rewritten.has(node) && performance.now() - this.#began < LONGEST_ANIMATION;
  }

  #note(records: MutationRecord[]): void {
    for (const { target, attributeName } of records) {
      if (!this.#following && this.#changed.size >= MOST_AT_REST) break;
      this.#changed.add(target);
      if (attributeName !== 'style') this.#rewritten.add(target);
    }
    if (records.length === 0 || !this.#following || this.#frame || !isDrawn()) return;
    const frame = nextFrame().then(() => {
      if (this.#frame === frame) this.#frame = undefined;
    });
    this.#frame = frame;
  }
}
