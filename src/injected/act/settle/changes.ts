/** Whether the document has changed, and the frame that draws the change. */
import { isDrawn, nextFrame, orUntil, turn, WATCHED } from '../event-loop.js';

/** Rounds in which the same node changes before it is taken for a clock or a ticker. */
const NOISE = 8;

/** Milliseconds of a transition or an animation that is waited for, made by script or by styles: what takes longer is a show. */
export const LONGEST_ANIMATION = 1_000;

/** Nodes that are remembered while nobody waits: a page that is left alone may change for hours. */
const MOST_AT_REST = 1_000;

export class Changes {
  readonly #observer = new MutationObserver((records) => this.#note(records));
  /** What changed all the time while another action was waited for: one change of it is believed, not more. */
  readonly #noisy = new WeakSet<Node>();
  #rounds = new Map<Node, number>();
  #changed = new Set<Node>();
  /** More has changed of them than their style: no script just moves or fades them, frame by frame. */
  #rewritten = new Set<Node>();
  #began = 0;
  #following = false;
  /**
   * The frame that draws the last change. It is asked for when the change is noticed: who comes to wait for it
   * comes later, perhaps after that frame, and would wait for another.
   */
  #frame: Promise<void> | undefined;

  /** Begins anew, for the next action. */
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

  /** Changes are still noticed, but nobody waits for their frames. */
  rest(): void {
    this.#following = false;
  }

  /** True when something changed, since it was last asked, that does not change all the time. */
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

  /** Everything that has changed in this action and been taken. */
  get nodes(): Iterable<Node> {
    return this.#rounds.keys();
  }

  /** Resolves when the changes have been drawn, and all that the page does upon that. */
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
