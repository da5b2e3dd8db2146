/**
 * Whether the page has put something off: frames and timers that it asked for. Browsers number them by counters
 * that belong to the document and not to a world, so a number that is drawn here shows how many were drawn by
 * others since the last one. Messages and promises have no numbers: turns wait for those. Idle callbacks have,
 * but Chromium's spelling check draws from the same ones at every edit.
 */
import { addListener, removeListener } from '../../dom/effects.js';
import { asked } from '../event-loop.js';

const KINDS = ['frames', 'timers'] as const;
export type CallbackKind = (typeof KINDS)[number];

/** A request that is taken back at once: all it does is to draw a number. */
const DRAW: Record<CallbackKind, () => number> = {
  frames() {
    const number = requestAnimationFrame(() => undefined);
    cancelAnimationFrame(number);
    return number;
  },
  timers() {
    const number = window.setTimeout(() => undefined);
    window.clearTimeout(number);
    return number;
  },
};

/** How often what the page puts off is followed while it changes nothing: a timer that asks for a frame that renders. */
const FOLLOWED = 3;

/** What input begins with. */
const INPUT = ['pointerdown', 'keydown', 'beforeinput', 'wheel'];
const CAPTURE = { capture: true, passive: true } as const;

export class PendingCallbacks {
  /** The last number of each kind, and how many this world had asked for by then. */
  readonly #last = new Map<CallbackKind, { number: number; own: number }>();
  /** Kinds that were asked for again and again without a change: games, pollers. They are followed once, not more. */
  readonly #endless = new Set<CallbackKind>();
  readonly #waiting = new Set<CallbackKind>();
  #followed: Record<CallbackKind, number> = { frames: 0, timers: 0 };

  /** From here on, for the next action. */
  begin(): void {
    this.anew();
    this.#waiting.clear();
    this.#isNew('timers');
    // To draw the number of a frame is to have one drawn, and then the next is a while away. Input has one drawn
    // anyway: its first event is early enough. Where none comes, what was asked for since the last action counts
    // as asked for by this one.
    if (!this.#last.has('frames')) this.#isNew('frames');
    for (const type of INPUT) addListener(window, type, this.#onInput, CAPTURE);
  }

  /** Input that comes now is nobody's. */
  end(): void {
    for (const type of INPUT) removeListener(window, type, this.#onInput, CAPTURE);
  }

  /** Something came of it: what comes next is followed as far again. */
  anew(): void {
    this.#followed = { frames: 0, timers: 0 };
  }

  /** One kind of what the page has put off and nobody has waited for yet. */
  next(): CallbackKind | undefined {
    for (const kind of KINDS) if (this.#isToFollow(kind)) this.#waiting.add(kind);
    const [first] = this.#waiting;
    if (first) this.#waiting.delete(first);
    return first;
  }

  readonly #onInput = (): void => {
    this.end();
    this.#isNew('frames');
  };

  #isToFollow(kind: CallbackKind): boolean {
    if (!this.#isNew(kind)) {
      this.#endless.delete(kind);
      return false;
    }
    const times = ++this.#followed[kind];
    if (times > FOLLOWED) this.#endless.add(kind);
    return times <= (this.#endless.has(kind) ? 1 : FOLLOWED);
  }

  #isNew(kind: CallbackKind): boolean {
    const last = this.#last.get(kind);
    const own = asked[kind];
    const number = DRAW[kind]();
    this.#last.set(kind, { number, own });
    return last === undefined || number - last.number - 1 > own - last.own;
  }
}
