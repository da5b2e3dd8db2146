/**
 * Frames inside one frame, in its process: how often the browser has computed styles and layout is counted for all of
 * them together. The count of the frame around them, from before it was read, is one from before they are.
 */
import type { Deadline } from '../deadline.js';
import type { CapturedFrame } from './captured-frame.js';

/** For one of the frames. */
export interface Beside {
  /** The count from before it is read. */
  computed: number;
  /** Called when it has answered, or failed to. */
  answered(): void;
  /** The count after all of them have answered. */
  count(): Promise<number | undefined>;
}

export class CountedTogether {
  readonly #around: CapturedFrame;
  readonly #deadline: Deadline;
  readonly #answers: Promise<void>[] = [];
  #count: Promise<number | undefined> | undefined;

  constructor(around: CapturedFrame, deadline: Deadline) {
    this.#around = around;
    this.#deadline = deadline;
  }

  /** Called for all of the frames before the first has answered; undefined for one that is not counted with them. */
  with(frame: CapturedFrame): Beside | undefined {
    const computed = this.#around.memory.last?.computed;
    const { sessionId } = frame.metadata;
    if (computed === undefined || sessionId === undefined) return undefined;
    if (sessionId !== this.#around.metadata.sessionId) return undefined;
    let answered = (): void => undefined;
    this.#answers.push(
      new Promise((resolve) => {
        answered = resolve;
      }),
    );
    return { computed, answered, count: () => this.#countAfterAll() };
  }

  #countAfterAll(): Promise<number | undefined> {
    this.#count ??= Promise.all(this.#answers).then(() =>
      this.#around.countComputed({ signal: this.#deadline.signal }),
    );
    return this.#count;
  }
}
