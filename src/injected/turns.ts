/**
 * Waiting in step with the page: for its next turn, its next frame or its next change. No wait here takes a
 * fixed time; where a time is given it is the end of somebody's patience.
 */
import { documentTimeline, visibilityState } from './dom/effects.js';

const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

interface TaskScheduler {
  postTask(task: () => void, options: { priority: 'background' }): Promise<void>;
}

/** Missing in older browsers. */
const scheduler = (globalThis as { scheduler?: TaskScheduler }).scheduler;

/** How far what an action started is followed while it changes nothing: a timer that posts a message that renders. */
const HOPS = 3;

/**
 * Lets the page do what it has ready, and what follows from that at once. Unlike `turn` this does not wait
 * for a frame that is about to be drawn.
 */
export async function shortTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let hop = 0; hop < HOPS; hop++)
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  port1.close();
}

/** Resolves after everything that the page has ready to run, and all that follows from it without a pause. */
export function turn(): Promise<void> {
  if (scheduler) return scheduler.postTask(() => undefined, { priority: 'background' });
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve());
  });
}

/** The time of the frame that is shown; where none is drawn every look is another. */
export function frameTime(): number {
  const time = isDrawn() ? documentTimeline(document).currentTime : null;
  return typeof time === 'number' ? time : performance.now();
}

/** Whether the browser draws this document: hidden pages and frames without a box get no animation frames. */
export function isDrawn(): boolean {
  return visibilityState(document) === 'visible' && window.innerWidth > 0 && window.innerHeight > 0;
}

/** The next animation frame, after its callbacks; a turn where none would come. */
export async function frame(until: number): Promise<void> {
  if (isDrawn()) await nextChange(until, false);
  await turn();
}

/** A frame or, if `mutations`, a change of the document, whichever is first; at the latest `until`. */
export function nextChange(until: number, mutations = true): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      observer.disconnect();
      cancelAnimationFrame(request);
      clearTimeout(end);
      resolve();
    };
    const observer = new MutationObserver(done);
    if (mutations) observer.observe(document, WATCHED);
    const request = isDrawn() ? requestAnimationFrame(done) : 0;
    const end = setTimeout(done, Math.max(0, until - performance.now()));
  });
}

/** Rounds in which the same node changes before it is taken for a clock, a ticker or an animation. */
const NOISE = 8;

/** Whether the document changed since it was last asked. */
export class Changes {
  readonly #observer = new MutationObserver((records) => this.#note(records));
  /** What changed all the time while another action was waited for: one change of it is believed, not more. */
  readonly #noisy = new WeakSet<Node>();
  #rounds = new Map<Node, number>();
  #changed = new Set<Node>();

  /** Begins anew, for the next action. */
  watch(roots: Iterable<Node>): void {
    this.#observer.disconnect();
    this.#changed = new Set();
    this.#rounds = new Map();
    for (const root of roots) this.#observer.observe(root, WATCHED);
  }

  /** True when something changed that does not change all the time. */
  take(): boolean {
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

  #note(records: MutationRecord[]): void {
    for (const { target } of records) this.#changed.add(target);
  }
}
