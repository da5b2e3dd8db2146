/**
 * Waits until what an action did to the document has quieted down. A document in which nothing changed and
 * which put nothing off is quiet after a short turn; changes get a frame to be drawn in, what was put off gets
 * its turn, and both a look at what came of it.
 */

import { runningAnimations } from '../../dom/effects.js';
import { contains } from '../../dom/intrinsics.js';
import { frame, orUntil, shortTurn, timerTurn, turn } from '../event-loop.js';
import { type Changes, LONGEST_ANIMATION } from './changes.js';
import type { PendingCallbacks } from './pending-callbacks.js';

export interface QuietResult {
  changed: boolean;
  /** False when it still changed when time was up. */
  quiet: boolean;
}

/** One that fades out, one that comes in its place; what goes on and on is none that an action started. */
const MOST_ANIMATIONS = 3;

export class Quiet {
  readonly #changes: Changes;
  readonly #pending: PendingCallbacks;
  /** What ran before the action. */
  #older = new WeakSet<Animation>();
  #animationWaits = 0;

  constructor(changes: Changes, pending: PendingCallbacks) {
    this.#changes = changes;
    this.#pending = pending;
  }

  /** Before the action, that what it does can be told from what goes on anyway. */
  begin(): void {
    this.#pending.begin();
    this.#older = new WeakSet(runningAnimations());
    this.#animationWaits = 0;
  }

  /** Whether the document is quiet after a turn, which is all that most actions take. */
  async isNow(): Promise<boolean> {
    if (this.#changes.take()) return false;
    await shortTurn();
    return !this.#changes.take() && this.#pending.next() === undefined;
  }

  /** `patient`: give the page more than a short turn. */
  async reached(
    cap: number,
    { drawFirst, patient }: { drawFirst: boolean; patient: boolean },
  ): Promise<QuietResult> {
    const until = performance.now() + cap;
    let changed = false;
    if (!patient || drawFirst) this.#pending.anew();
    if (drawFirst) await frame(until);
    for (;;) {
      const more = await this.#more(until, patient);
      if (more === 'changes') {
        changed = true;
        this.#pending.anew();
      }
      const isLate = performance.now() >= until;
      if (more === undefined || isLate) {
        this.rest();
        return { changed, quiet: more !== 'changes' };
      }
      await (more === 'changes' ? this.#changes.drawn(until) : more());
    }
  }

  /** Nobody waits any more. */
  rest(): void {
    this.#changes.rest();
    this.#pending.end();
  }

  /** What is still to be waited for; undefined when it is nothing. */
  async #more(until: number, patient: boolean): Promise<'changes' | (() => Promise<void>) | undefined> {
    if (this.#changes.take()) return 'changes';
    await (patient ? turn() : shortTurn());
    if (this.#changes.take()) return 'changes';
    switch (this.#pending.next()) {
      case 'frames':
        return () => frame(until);
      case 'timers':
        return timerTurn;
    }
    const [animation] = this.#animations();
    if (!animation || this.#animationWaits++ >= MOST_ANIMATIONS) return undefined;
    return () => orUntil(until, animation.finished);
  }

  /** Transitions and animations that the changes of the action have set off, and that come to an end soon. */
  #animations(): Animation[] {
    const changed = [...this.#changes.nodes];
    if (changed.length === 0) return [];
    return runningAnimations().filter((animation) => {
      const { effect } = animation;
      if (this.#older.has(animation) || !(effect instanceof KeyframeEffect)) return false;
      const { target } = effect;
      return isShort(animation, effect) && target !== null && changed.some((node) => contains(node, target));
    });
  }
}

/** Those that are played by scrolling have no times. */
function isShort({ playState, currentTime, playbackRate }: Animation, effect: KeyframeEffect): boolean {
  const { endTime } = effect.getComputedTiming();
  if (playState !== 'running' || typeof endTime !== 'number') return false;
  const left = endTime - (typeof currentTime === 'number' ? currentTime : 0);
  return left <= LONGEST_ANIMATION * playbackRate;
}
