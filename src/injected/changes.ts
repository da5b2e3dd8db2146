/** Whether the document has changed, and the frame that draws the change. */
import { isDrawn, nextFrame, orUntil, turn, WATCHED } from './turns.js';

/** Rounds in which the same node changes before it is taken for a clock, a ticker or an animation. */
const NOISE = 8;

export class Changes {
  readonly #observer = new MutationObserver((records) => this.#note(records));
  /** What changed all the time while another action was waited for: one change of it is believed, not more. */
  readonly #noisy = new WeakSet<Node>();
  #rounds = new Map<Node, number>();
  #changed = new Set<Node>();
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
      if (rounds <= (this.#noisy.has(node) ? 1 : NOISE)) real = true;
      if (rounds > NOISE) this.#noisy.add(node);
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

  #note(records: MutationRecord[]): void {
    for (const { target } of records) this.#changed.add(target);
    if (records.length === 0 || !this.#following || this.#frame || !isDrawn()) return;
    const frame = nextFrame().then(() => {
      if (this.#frame === frame) this.#frame = undefined;
    });
    this.#frame = frame;
  }
}
