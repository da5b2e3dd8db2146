/**
 * Waits driven by the page: for its next task, animation frame or change. No wait has a fixed length; a time that
 * is given is a deadline.
 */
import { documentTimeline, visibilityState } from '../dom/effects.js';

export const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

interface TaskScheduler {
  postTask(
    task: () => void,
    options: { priority: 'background' } | { delay: number; signal: AbortSignal },
  ): Promise<void>;
}

/** Missing in older browsers. */
const scheduler = (globalThis as { scheduler?: TaskScheduler }).scheduler;

/** How many callbacks of each kind this world has requested: see `settle/pending-callbacks.ts`. */
export const asked = { frames: 0, timers: 0, idle: 0 };

/** How many hops to follow while nothing changes, as when a timer posts a message that renders. */
const HOPS = 3;
/** Milliseconds. A longer hop waited for work: frameworks render in slices of 5 ms with a hop in between. */
const WORKED = 2;
/** A limit for pages that never stop working. */
const MOST_HOPS = 60;

/**
 * Lets the page run what is ready and what follows at once. Unlike `untilIdle`, it does not wait for a frame that is
 * about to be drawn.
 */
export async function untilTasksRan(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let hops = 0, idle = 0; idle < HOPS && hops < MOST_HOPS; hops++) {
    const posted = performance.now();
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
    idle = performance.now() - posted < WORKED ? idle + 1 : 0;
  }
  port1.close();
}

/** Resolves after everything that the page has ready to run, and all that follows without a pause. */
export function untilIdle(): Promise<void> {
  if (scheduler) return scheduler.postTask(() => undefined, { priority: 'background' });
  return untilIdleCallbacksRan();
}

/** Idle callbacks run in the order of their requests: those of the page come before this one. */
export function untilIdleCallbacksRan(): Promise<void> {
  asked.idle++;
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve());
  });
}

/** Chromium runs no timers in a document where scripts are disabled, not even in our world. */
let timersRun = false;
asked.timers++;
setTimeout(() => {
  timersRun = true;
});

/** A zero-delay timer: runs after timers that are already due. */
export async function untilTimersRan(): Promise<void> {
  // This world's first timer has run by then.
  if (!timersRun) await untilIdle();
  if (!timersRun) return;
  asked.timers++;
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** A timer that is cancelled at once: it only draws a number. See `settle/pending-callbacks.ts`. */
export function drawTimer(): number {
  const number = window.setTimeout(() => undefined);
  window.clearTimeout(number);
  return number;
}

/** Calls `end` at the deadline; the returned function cancels that. */
export function atEnd(until: number, end: () => void): () => void {
  const delay = Math.max(0, until - performance.now());
  if (scheduler) {
    const calledOff = new AbortController();
    // Firefox uses up the number of a timer for it.
    const before = drawTimer();
    scheduler.postTask(end, { delay, signal: calledOff.signal }).catch(() => undefined);
    asked.timers += drawTimer() - before + 1;
    return () => calledOff.abort();
  }
  asked.timers++;
  const timer = setTimeout(end, delay);
  return () => clearTimeout(timer);
}

/** The time of the frame on screen; where nothing is drawn, every call returns a new time. */
export function frameTime(): number {
  const time = isDrawn() ? documentTimeline(document).currentTime : null;
  return typeof time === 'number' ? time : performance.now();
}

/** Whether the browser draws this document: hidden pages and frames without a box get no animation frames. */
export function isDrawn(): boolean {
  return visibilityState(document) === 'visible' && window.innerWidth > 0 && window.innerHeight > 0;
}

/** The next animation frame, before most of its callbacks. Never resolves where nothing is drawn. */
export function nextFrame(): Promise<void> {
  asked.frames++;
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}

/** Waits for a promise that may never settle. */
export function orUntil(until: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const callOff = atEnd(until, resolve);
    const done = (): void => {
      callOff();
      resolve();
    };
    promise.then(done, done);
  });
}

/** The next animation frame, after its callbacks; the next idle moment where no frame would come. */
export async function frame(until: number): Promise<void> {
  if (isDrawn()) await orUntil(until, nextFrame());
  await untilIdle();
}

/** The next frame or document change, whichever comes first; `until` at the latest. */
export function nextChange(until: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      observer.disconnect();
      cancelAnimationFrame(request);
      callOff();
      resolve();
    };
    const observer = new MutationObserver(done);
    observer.observe(document, WATCHED);
    const drawing = isDrawn();
    const request = drawing ? requestAnimationFrame(done) : 0;
    if (drawing) asked.frames++;
    const callOff = atEnd(until, done);
  });
}
