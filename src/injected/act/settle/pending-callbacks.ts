/**
 * Whether the page has requested animation frames or timers. Browsers number these with counters per document,
 * not per world, so a number drawn here shows how many others were drawn since the last one. Messages and
 * promises have no numbers: turns wait for those. Idle callbacks have numbers, but Chromium's spell checker draws
 * from the same counter at every edit.
 */
import { addListener, removeListener } from '../../dom/effects.js';
import { asked } from '../event-loop.js';

const KINDS = ['frames', 'timers'] as const;
export type CallbackKind = (typeof KINDS)[number];

/** A request that is cancelled at once: it only draws a number. */
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

/** How often callbacks are followed while nothing changes, as when a timer requests a frame that renders. */
const FOLLOWED = 3;

/** The event types that start with input. */
const INPUT = ['pointerdown', 'keydown', 'beforeinput', 'wheel'];
const CAPTURE = { capture: true, passive: true } as const;

export class PendingCallbacks {
  /** The last number of each kind, and how many this world had requested by then. */
  readonly #last = new Map<CallbackKind, { number: number; own: number }>();
  /** Kinds requested again and again without a change, as by games and pollers. They are followed once. */
  readonly #endless = new Set<CallbackKind>();
  readonly #waiting = new Set<CallbackKind>();
  #followed: Record<CallbackKind, number> = { frames: 0, timers: 0 };
  #timers = false;

  /** Starts counting for the next action. */
  begin(): void {
    this.anew();
    this.#waiting.clear();
    this.#isNew('timers');
    this.#timers = false;
    // Drawing a frame number makes the browser draw a frame, which delays the next one. Input draws a frame
    // anyway, so its first event is early enough. If no input comes, what was requested since the last action
    // counts for this one.
    if (!this.#last.has('frames')) this.#isNew('frames');
    for (const type of INPUT) addListener(window, type, this.#onInput, CAPTURE);
  }

  /** Input from now on belongs to no action. */
  end(): void {
    for (const type of INPUT) removeListener(window, type, this.#onInput, CAPTURE);
  }

  /** A change followed: later callbacks are followed as far again. */
  anew(): void {
    this.#followed = { frames: 0, timers: 0 };
  }

  /** A kind of pending callback that nobody has waited for yet. */
  next(): CallbackKind | undefined {
    for (const kind of KINDS) if (this.#isToFollow(kind)) this.#waiting.add(kind);
    const [first] = this.#waiting;
    if (first) this.#waiting.delete(first);
    return first;
  }

  /** Whether the page has set any timer since the action began, whatever its delay. */
  get hasTimers(): boolean {
    this.#timers ||= this.#isNew('timers');
    return this.#timers;
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
    if (kind === 'timers') this.#timers = true;
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
