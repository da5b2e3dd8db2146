/**
 * Waits until the effects of an action on the document have settled. A document without changes and without
 * pending callbacks is quiet once its ready tasks ran. Changes get a frame to be drawn in, pending callbacks run
 * in between, and after each the document is checked again.
 */

import { runningAnimations } from '../../dom/effects.js';
import { contains } from '../../dom/intrinsics.js';
import { frame, orUntil, untilIdle, untilTasksRan, untilTimersRan } from '../event-loop.js';
import { type Changes, LONGEST_ANIMATION } from './changes.js';
import type { PendingCallbacks } from './pending-callbacks.js';

export interface QuietResult {
  changed: boolean;
  /** The document had changed when it was asked, before anything was waited for. */
  atOnce: boolean;
  /** False when the document still changed at the deadline. */
  quiet: boolean;
}

/**
 * One that fades out and one that replaces it, with one to spare: endless animations were not started by the
 * action.
 */
const MOST_ANIMATIONS = 3;

export class Quiet {
  readonly #changes: Changes;
  readonly #pending: PendingCallbacks;
  /** Animations that ran before the action. */
  #older = new WeakSet<Animation>();
  #animationWaits = 0;

  constructor(changes: Changes, pending: PendingCallbacks) {
    this.#changes = changes;
    this.#pending = pending;
  }

  /** Called before the action, to tell its effects from what goes on anyway. */
  begin(): void {
    this.#pending.begin();
    this.#older = new WeakSet(runningAnimations());
    this.#animationWaits = 0;
  }

  /** Whether the document is quiet once its ready tasks ran; for most actions it is. */
  async isNow(): Promise<boolean> {
    if (this.#changes.take()) return false;
    await untilTasksRan();
    return !this.#changes.take() && this.#pending.next() === undefined;
  }

  /** `patient`: give the page more time than its ready tasks take. */
  async reached(
    cap: number,
    { drawFirst, patient }: { drawFirst: boolean; patient: boolean },
  ): Promise<QuietResult> {
    const until = performance.now() + cap;
    const atOnce = this.#changes.take();
    let changed = atOnce;
    if (!patient || drawFirst) this.#pending.anew();
    if (drawFirst) await frame(until);
    else if (atOnce) await this.#changes.drawn(until);
    for (;;) {
      const more = await this.#more(until, patient);
      if (more === 'changes') {
        changed = true;
        this.#pending.anew();
      }
      const isLate = performance.now() >= until;
      if (more === undefined || isLate) {
        this.rest();
        return { changed, atOnce, quiet: more !== 'changes' };
      }
      await (more === 'changes' ? this.#changes.drawn(until) : more());
    }
  }

  /** Whether the page has set timers since the action began. */
  get hasTimers(): boolean {
    return this.#pending.hasTimers;
  }

  /** Nobody waits any more. */
  rest(): void {
    this.#changes.rest();
    this.#pending.end();
  }

  /** What still has to be waited for; undefined when nothing has. */
  async #more(until: number, patient: boolean): Promise<'changes' | (() => Promise<void>) | undefined> {
    if (this.#changes.take()) return 'changes';
    await (patient ? untilIdle() : untilTasksRan());
    if (this.#changes.take()) return 'changes';
    switch (this.#pending.next()) {
      case 'frames':
        return () => frame(until);
      case 'timers':
        return untilTimersRan;
    }
    const [animation] = this.#animations();
    if (!animation || this.#animationWaits++ >= MOST_ANIMATIONS) return undefined;
    return () => orUntil(until, animation.finished);
  }

  /** Transitions and animations that the action's changes started and that end soon. */
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

/** Scroll-driven animations have no times. */
function isShort({ playState, currentTime, playbackRate }: Animation, effect: KeyframeEffect): boolean {
  const { endTime } = effect.getComputedTiming();
  if (playState !== 'running' || typeof endTime !== 'number') return false;
  const left = endTime - (typeof currentTime === 'number' ? currentTime : 0);
  return left <= LONGEST_ANIMATION * playbackRate;
}
