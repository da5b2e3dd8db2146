/** What goes on and on after an action: a text that is written bit by bit, as by a chat, or a number that counts. */
import type { ActionReport } from '../page/actions.js';
import { growthIn, type OutcomeKind } from '../tree/diff/outcome.js';
import type { SnapshotNode } from '../tree/node.js';

/** So many times in a row something was added: more will come. */
const WRITES = 3;
/** Milliseconds without an addition after which the text is complete: some times as long as additions took to come. */
const PAUSES = 5;
const SHORTEST_PAUSE = 400;
const LONGEST_PAUSE = 1_000;
/** Milliseconds to find out what it is that has begun to change all the time. */
const LOOK = 300;
/** Milliseconds that a text is waited for, and a number, which may be a stopwatch. */
const LONGEST_TEXT = 5_000;
const LONGEST_COUNT = 2_500;

export class Flow {
  #looks = 0;
  #additions = 0;
  #first = 0;
  #latest = 0;
  #node: SnapshotNode | undefined;
  #counts = false;

  /** With each look: what has changed since the look before. `isNoticed`: more than what changes all the time. */
  note(
    last: SnapshotNode,
    now: SnapshotNode,
    step: OutcomeKind,
    since: ActionReport['since'],
    isNoticed: boolean,
  ): void {
    const time = performance.now();
    const runs = since?.runs === true;
    this.#looks += runs ? 1 : 0;
    this.#counts = runs && step === 'ticks' && !since.unknown;
    if (step === 'none' || step === 'ticks') return;
    // What was going on before the action is no news.
    this.#node = since?.ticks && !runs && !isNoticed ? undefined : growthIn(last, now);
    // A part that changes all the time is looked at now and then: much is added in between.
    const added = runs ? WRITES : 1;
    this.#additions = this.#node ? this.#additions + added : 0;
    if (this.#additions === added) this.#first = time;
    this.#latest = time;
  }

  /** Milliseconds since the first look and its time, until which to look on; 0 if nothing goes on. */
  until(since: ActionReport['since'], began: number): number {
    if (this.#additions >= WRITES) return Math.min(this.#writtenAt, began + LONGEST_TEXT);
    if (this.#counts) return began + LONGEST_COUNT;
    return since?.runs && this.#looks === 0 ? began + LOOK : 0;
  }

  /** What is still written. */
  get unfinished(): SnapshotNode | undefined {
    return this.#additions >= WRITES && performance.now() < this.#writtenAt ? this.#node : undefined;
  }

  get #writtenAt(): number {
    const each = (this.#latest - this.#first) / Math.max(1, this.#additions - 1);
    return this.#latest + Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, PAUSES * each));
  }

  /** Looks are made now and then, as what changes all the time wakes no watch. */
  get goesOn(): boolean {
    return this.#additions >= WRITES || this.#counts;
  }
}
