/** The way of the pointer during a drag. */
import type { InputEvent, Modifiers, MouseButton } from '../../driver/driver.js';
import type { DragOptions } from '../../page/actions.js';
import type { Place } from '../../wire/api.js';

/** Moves on the way, since pages track them. */
const STEPS = 4;
/** The first move, in pixels across and down: a drag starts after a few, and many pages measure from there. */
export const FIRST_STEP = 6;

export function way(
  /** Undefined if it is in another viewport: then only the end is approached. */
  start: Place | undefined,
  end: Place,
  stops: readonly Place[],
  { button, modifiers }: { button: MouseButton; modifiers: Modifiers },
): InputEvent[] {
  let origin = start ?? { x: end.x + STEPS, y: end.y + STEPS };
  const events: InputEvent[] = [];
  const go = (at: Place) => events.push({ type: 'pointer-move', ...at, button, modifiers });
  for (const stop of stops) {
    go(between(origin, stop, 0.5));
    go(stop);
    origin = stop;
  }
  const short = Math.max(0, 1 - 1 / Math.hypot(end.x - origin.x, end.y - origin.y));
  for (let step = 1; step <= STEPS; step++) go(between(origin, end, (step / STEPS) * short));
  // The end gets one more move: browsers fire `dragover` only from the second move on, and Firefox only if the
  // pointer has moved.
  const past = beyond(origin, end);
  events.push({ type: 'pointer-move', ...past, button, modifiers });
  events.push({ type: 'pointer-up', ...past, button, clickCount: 1, modifiers });
  return events;
}

/** Inside one element the way is known, and it may be a line that is drawn. */
export function firstStep(
  point: Place,
  isInside: boolean,
  { position, targetPosition, path = [] }: DragOptions,
): Place {
  const next = path[0] ?? targetPosition;
  if (!isInside || !position || typeof next !== 'object')
    return { x: point.x + FIRST_STEP, y: point.y + FIRST_STEP };
  const goal = beside(point, position, next);
  return between(point, goal, Math.min(1, FIRST_STEP / Math.hypot(goal.x - point.x, goal.y - point.y)));
}

/** Where a point of an element is, by another one of it. */
export const beside = (known: Place, position: Place, wanted: Place): Place => ({
  x: known.x + wanted.x - position.x,
  y: known.y + wanted.y - position.y,
});

/** One pixel past the center: only there do sortable lists make room for the dragged item. */
export function beyond(origin: Place, { x, y }: Place): Place {
  return { x: x + Math.sign(x - origin.x), y: y + Math.sign(y - origin.y) };
}

function between(a: Place, b: Place, share: number): Place {
  return { x: Math.round(a.x + (b.x - a.x) * share), y: Math.round(a.y + (b.y - a.y) * share) };
}
