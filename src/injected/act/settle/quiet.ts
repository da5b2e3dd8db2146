/**
 * Waits until the effects of an action on the document have settled. A document without changes and without
 * pending callbacks is quiet once its ready tasks ran. Changes get a frame to be drawn in, pending callbacks run
 * in between, and after each the document is checked again.
 */

import type { Coming } from '../../../wire/api.js';
import { runningAnimations, viewTransition } from '../../dom/effects.js';
import { mayAct } from '../../dom/frame-element.js';
import { contains, queryAll } from '../../dom/intrinsics.js';
import {
  frame,
  orUntil,
  untilIdle,
  untilIdleCallbacksRan,
  untilTasksRan,
  untilTimersRan,
} from '../event-loop.js';
import { type Changes, LONGEST_ANIMATION } from './changes.js';
import { endlessDrawings } from './endless-drawings.js';
import type { CallbackKind, PendingCallbacks } from './pending-callbacks.js';
import { leavesAfter } from './refresh.js';

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

/** Milliseconds after which the parts of a document that change by themselves are known. */
const GETTING_TO_KNOW = 1_500;

/** Milliseconds. In a longer wait for an animation, timers may have fired. A busy machine takes long for a frame, too. */
const ONE_FRAME = 50;

/** Milliseconds. Of the animations of a document that has just loaded, only such that are over at once are waited for. */
const SHORT_ON_ARRIVAL = 50;

interface Wait {
  for: CallbackKind | 'animation';
  over(): Promise<void>;
}

export class Quiet {
  readonly #changes: Changes;
  readonly #pending: PendingCallbacks;
  /** Animations that ran before the action. */
  #older = new WeakSet<Animation | Element | ViewTransition>();
  #animationWaits = 0;
  #hasBegun = false;
  /** When the document was first captured. */
  #captured = Number.POSITIVE_INFINITY;
  #isUnknown = false;

  constructor(changes: Changes, pending: PendingCallbacks) {
    this.#changes = changes;
    this.#pending = pending;
  }

  /** Called before the action, to tell its effects from what goes on anyway. */
  begin(): void {
    this.#hasBegun = true;
    this.#pending.begin();
    const isKnown = performance.now() - this.#captured >= GETTING_TO_KNOW;
    this.#isUnknown = this.#pending.hadTimers && !isKnown;
    const transition = viewTransition();
    this.#older = new WeakSet([
      ...runningAnimations(),
      ...endlessDrawings(),
      ...(transition ? [transition] : []),
    ]);
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
    let mayHaveFired = false;
    if (!patient || drawFirst) this.#pending.anew();
    if (drawFirst) await frame(until);
    else if (atOnce) await this.#changes.drawn(until);
    for (;;) {
      const more = await this.#more(until, patient);
      if (more === 'changes') {
        changed = true;
        this.#pending.anew();
      }
      if (more === 'changes' && mayHaveFired) this.#pending.follow(true);
      const isLate = performance.now() >= until;
      if (more === undefined || isLate) {
        this.rest();
        return { changed, atOnce, quiet: more !== 'changes' };
      }
      const waited = performance.now();
      await (more === 'changes' ? this.#changes.drawn(until) : more.over());
      const isLong = performance.now() - waited > ONE_FRAME;
      mayHaveFired = more !== 'changes' && (more.for === 'timers' || (more.for === 'animation' && isLong));
    }
  }

  /** With each capture. `isLate`: something has changed since the document came to rest. */
  captured(isLate: boolean): void {
    if (isLate) this.#pending.follow(true);
    this.#captured = Math.min(this.#captured, performance.now());
  }

  /** Waits for a change after the document has come to rest. */
  next(timeout: number): Promise<boolean> {
    return this.#changes.next(
      timeout,
      (came) => this.#pending.follow(came),
      () => this.#isPlaying,
    );
  }

  /** What may still follow, as far as it is known. */
  get coming(): Coming {
    const { hasTimers, due } = this.#pending;
    const leaves = leavesAfter();
    return {
      ...(hasTimers && { timers: true }),
      ...(due > 0 && { due }),
      ...(this.#spins && { spins: true }),
      ...(hasActingFrames() && { inner: true }),
      ...(leaves !== undefined && { leaves }),
      ...(this.#isUnknown && { unknown: true }),
      ...(this.#changes.isApart && { apart: true }),
    };
  }

  /** Whether the action has started an endless animation: a spinner, or the shimmer of a placeholder. */
  get #spins(): boolean {
    if (!this.#hasBegun) return false;
    return this.#started(isEndless).length > 0 || this.#hasChanged(this.#newDrawings);
  }

  get #newDrawings(): Element[] {
    return endlessDrawings().filter((each) => !this.#older.has(each));
  }

  #hasChanged(elements: Element[]): boolean {
    const changed = elements.length > 0 ? [...this.#changes.nodes] : [];
    return elements.some((element) => changed.some((node) => contains(node, element)));
  }

  /** Whether a script plays a short animation since the action: it may go on when that has ended. */
  get #isPlaying(): boolean {
    return runningAnimations().some((animation) => {
      const { effect } = animation;
      if (this.#older.has(animation) || !(effect instanceof KeyframeEffect)) return false;
      return !isOfStyle(animation) && isShort(animation, effect, LONGEST_ANIMATION);
    });
  }

  /** Nobody waits any more. */
  rest(): void {
    this.#changes.rest();
    this.#pending.end();
  }

  /** What still has to be waited for; undefined when nothing has. */
  async #more(until: number, patient: boolean): Promise<'changes' | Wait | undefined> {
    if (this.#changes.take()) return 'changes';
    await (patient ? untilIdle() : untilTasksRan());
    if (this.#changes.take()) return 'changes';
    switch (this.#pending.next()) {
      case 'frames':
        return { for: 'frames', over: () => frame(until) };
      case 'timers':
        return { for: 'timers', over: untilTimersRan };
      case 'idle':
        return { for: 'idle', over: () => orUntil(until, untilIdleCallbacksRan()) };
    }
    const transition = viewTransition();
    if (transition && !this.#older.has(transition)) {
      this.#older.add(transition);
      return { for: 'animation', over: () => orUntil(upTo(until), transition.finished) };
    }
    const longest = this.#hasBegun ? LONGEST_ANIMATION : SHORT_ON_ARRIVAL;
    const [animation] = this.#started((each, effect) => isShort(each, effect, longest));
    if (!animation || this.#animationWaits++ >= MOST_ANIMATIONS) return undefined;
    return { for: 'animation', over: () => orUntil(until, animation.finished) };
  }

  /** Transitions and animations of some kind that the action's changes started. */
  #started(isWanted: (animation: Animation, effect: KeyframeEffect) => boolean): Animation[] {
    const changed = [...this.#changes.nodes];
    if (this.#hasBegun && changed.length === 0) return [];
    return runningAnimations().filter((animation) => {
      const { effect } = animation;
      if (this.#older.has(animation) || !(effect instanceof KeyframeEffect)) return false;
      const { target } = effect;
      if (target === null || !isWanted(animation, effect)) return false;
      return !this.#hasBegun || changed.some((node) => contains(node, target));
    });
  }
}

/** One that embeds its document in another way counts, too. */
function hasActingFrames(): boolean {
  if (window.length === 0) return false;
  const frames = [...queryAll(document, 'iframe')];
  return frames.length < window.length || frames.some(mayAct);
}

const upTo = (until: number): number => Math.min(until, performance.now() + LONGEST_ANIMATION);

/** A hover style fades in at any action. */
const isOfStyle = (animation: Animation): boolean =>
  animation instanceof CSSTransition || animation instanceof CSSAnimation;

function isEndless({ playState }: Animation, effect: KeyframeEffect): boolean {
  return playState === 'running' && effect.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
}

/** Scroll-driven animations have no times. */
function isShort(
  { playState, currentTime, playbackRate }: Animation,
  effect: KeyframeEffect,
  longest: number,
): boolean {
  const { endTime } = effect.getComputedTiming();
  if (playState !== 'running' || typeof endTime !== 'number') return false;
  const left = endTime - (typeof currentTime === 'number' ? currentTime : 0);
  return left <= longest * playbackRate;
}
