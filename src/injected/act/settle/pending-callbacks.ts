/**
 * Whether the page has requested animation frames, timers or idle callbacks. Browsers number these with counters per
 * document, not per world, so a number drawn here shows how many others were drawn since the last one. Messages and
 * promises have no numbers: turns wait for those. Idle callbacks count only until the first action: Chromium's spell
 * checker draws from the same counter at every edit.
 */
import { addListener, removeListener } from '../../dom/effects.js';
import { asked, drawTimer } from '../event-loop.js';

const KINDS = ['frames', 'timers', 'idle'] as const;
export type CallbackKind = (typeof KINDS)[number];

/** A request that is cancelled at once: it only draws a number. */
const DRAW: Record<CallbackKind, () => number> = {
  frames() {
    const number = requestAnimationFrame(() => undefined);
    cancelAnimationFrame(number);
    return number;
  },
  timers: drawTimer,
  idle() {
    const number = requestIdleCallback(() => undefined);
    cancelIdleCallback(number);
    return number;
  },
};

/** How often callbacks are followed while nothing changes, as when a timer requests a frame that renders. */
const FOLLOWED = 3;

/** The event types that start with input, and the click that follows a press. */
const INPUT = ['pointerdown', 'keydown', 'beforeinput', 'wheel', 'click'];
const CAPTURE = { capture: true, passive: true } as const;

const NONE = { number: 0, own: 0 };

export class PendingCallbacks {
  /** The last number of each kind, and how many this world had requested by then. A document begins with none. */
  readonly #last = { frames: NONE, timers: NONE, idle: NONE };
  /** Kinds requested again and again without a change, as by games and pollers. They are followed once. */
  readonly #endless = new Set<CallbackKind>();
  readonly #waiting = new Set<CallbackKind>();
  #followed: Record<CallbackKind, number> = { frames: 0, timers: 0, idle: 0 };
  #timers = false;
  #hasBegun = false;
  /** Timers set since the last input that have probably not fired yet: see `due`. */
  #due = 0;
  /** Timers are also set while there is no action: their cause is not known. */
  #rearms = false;
  #drewFrames = false;
  #hadTimers = false;
  /** Nobody has waited for the last action yet. */
  #isActing = false;

  /** Starts counting for the next action. */
  begin(): void {
    this.anew();
    this.#waiting.clear();
    const more = this.#grown('timers');
    // An action in several steps begins several times, and the first ones may set timers.
    if (!this.#isActing) this.#rearms = more > 0 && this.#hasBegun;
    this.#isActing = true;
    this.#hasBegun = true;
    this.#timers = false;
    this.#due = 0;
    this.#drewFrames = false;
    // Drawing a frame number makes the browser draw a frame, which delays the next one. Input draws a frame
    // anyway, so its first event is early enough. If no input comes, what was requested since the last action
    // counts for this one.
    if (this.#last.frames === NONE) this.#grown('frames');
    for (const type of INPUT) addListener(window, type, this.#onInput, CAPTURE);
  }

  /** Input from now on belongs to no action. */
  end(): void {
    this.#isActing = false;
    for (const type of INPUT) removeListener(window, type, this.#onInput, CAPTURE);
  }

  /** A change followed: later callbacks are followed as far again. */
  anew(): void {
    this.#followed = { frames: 0, timers: 0, idle: 0 };
  }

  /** A kind of pending callback that nobody has waited for yet. */
  next(): CallbackKind | undefined {
    for (const kind of KINDS) if (this.#isToFollow(kind)) this.#waiting.add(kind);
    const [first] = this.#waiting;
    if (first) this.#waiting.delete(first);
    return first;
  }

  /** Whether the document has set timers before the first action: it may change by itself. */
  get hadTimers(): boolean {
    return this.#hadTimers;
  }

  /** Whether the page has set any timer since the action began, whatever its delay. */
  get hasTimers(): boolean {
    this.follow();
    return this.#timers;
  }

  /**
   * How many timers of the action may still fire. It can't be seen when one does: a change that comes by itself is taken
   * for the effect of one, and so is a new timer.
   */
  get due(): number {
    this.follow();
    return this.#rearms ? 0 : this.#due;
  }

  /** Counts the timers that were set since the last look. */
  follow(hasFired = false): void {
    const more = this.#grown('timers');
    if (more === 0 && !hasFired) return;
    this.#timers ||= more > 0;
    this.#due = Math.max(0, this.#due - 1) + more;
  }

  readonly #onInput = (): void => {
    if (!this.#drewFrames) this.#grown('frames');
    this.#drewFrames = true;
    // A press or a key sets timers that the next one clears.
    this.#timers ||= this.#grown('timers') > 0;
    this.#due = 0;
  };

  #isToFollow(kind: CallbackKind): boolean {
    if (kind === 'idle' && this.#hasBegun) return false;
    const more = this.#grown(kind);
    if (more === 0) {
      this.#endless.delete(kind);
      return false;
    }
    if (kind === 'timers') {
      this.#timers = true;
      // After the first round, one that has fired set these.
      this.#due = (this.#followed.timers > 0 ? Math.max(0, this.#due - 1) : this.#due) + more;
    }
    const times = ++this.#followed[kind];
    if (times > FOLLOWED) this.#endless.add(kind);
    return times <= (this.#endless.has(kind) ? 1 : FOLLOWED);
  }

  /** How many the page has requested since the last call; at first, since the document began. */
  #grown(kind: CallbackKind): number {
    const last = this.#last[kind];
    const own = asked[kind];
    const number = DRAW[kind]();
    this.#last[kind] = { number, own };
    const more = Math.max(0, number - last.number - 1 - (own - last.own));
    this.#hadTimers ||= kind === 'timers' && more > 0 && !this.#hasBegun;
    return more;
  }
}
