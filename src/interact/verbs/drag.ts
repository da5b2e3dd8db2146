/** Drag and drop: a press, moves and a release, from which the browser fires pointer events or drag events. */
import type { InputEvent, MouseButton } from '../../driver/driver.js';
import { isSightlineError, SightlineError } from '../../errors.js';
import type { DragOptions, ElementTarget, PointerOptions } from '../../page/actions.js';
import { differing } from '../../page/target/target-error.js';
import type { DropPlace, Place } from '../../wire/api.js';
import type { Difference } from '../../wire/rows.js';
import type { Action, Held } from '../action.js';
import { guardError, lostError } from '../action-error.js';
import { type Aimed, aimAt, HOVER_NEEDS, POINTER_NEEDS, unguard } from '../actionability.js';
import { checkPointer } from '../arguments.js';
import { describeTarget, inFrame } from '../target.js';
import { beside, beyond, FIRST_STEP, firstStep, way } from './drag-way.js';
import {
  isElsewhere,
  isOnWrongSide,
  type Landing,
  landed,
  landingOf,
  type Side,
  tellLanding,
} from './landing.js';

const NOT_ACCEPTED = 'The page did not accept the drop.';

/** Sortable lists ignore moves for about this many frames after they have rearranged. */
const FRAMES_AT_END = 3;
/** One for a page to notice the last move, one to rearrange. */
const FRAMES_TO_ANSWER = 2;
/** How often the pointer goes to the other side of an item in a list that rearranges during the drag. */
const MAX_CORRECTIONS = 3;
/** How often it is dragged again: to the right place in the list, and then by one. */
const MAX_REPEATS = 2;
/** Frames that lists take to make room: most animations take 150 ms. */
const FRAMES_TO_REST = 10;
/** Moves at the edge of a list that the page scrolls there, and how many of them may lead no nearer. */
const EDGE_MOVES = { most: 200, idle: 20 };
/** Milliseconds: a page that does not answer by then hangs. */
const WITHHOLD_TIMEOUT = 1_000;

export async function drag(
  act: Action,
  from: ElementTarget,
  to: ElementTarget,
  options: DragOptions,
  /** How many drags ended elsewhere. */
  failed = 0,
): Promise<void> {
  checkPointer(options);
  checkPlace(options.targetPosition);
  for (const position of options.path ?? []) checkPointer({ position });
  if (from.frame.page !== to.frame.page)
    throw new SightlineError(
      'bad-argument',
      `${from.label} is on page ${from.frame.page.handle} and ${to.label} on page ${to.frame.page.handle}: a drag stays on one page`,
    );
  const start = await aimAt(act, from, {
    needs: POINTER_NEEDS,
    position: options.position,
    guard: true,
    drag: true,
  });
  // Before anything is pressed: the end must be what was seen, too.
  const [goal, before] = await Promise.all([
    goalOf(act, from, start, to, options.targetPosition),
    landingOf(act, from, start),
  ]).catch(async (error: unknown) => {
    await unguard([from.frame, ...start.around]);
    throw error;
  });
  if (goal.already) {
    await unguard([from.frame, ...start.around]);
    act.note(landed(from.frame, before) ?? 'It is there already: nothing was dragged.');
    return;
  }
  act.begin();
  const end = await letGoOnError(act, from, start, options, () =>
    carry(act, from, start, goal, options, failed > 0),
  );
  if (!isOneSpace(act, start, end)) await release(act, heldBy(act, from, start, options));
  const around = [...new Set([...start.around, ...end.around, to.frame])].filter(
    (frame) => frame !== from.frame,
  );
  await dropByScript(act, from, start, goal.target, end).catch(async (error: unknown) => {
    await unguard([from.frame, ...around]);
    throw error;
  });
  const [settled, outside] = await Promise.all([act.settle(from.frame), unguard(around)]);
  const subject = describeTarget(from, start.found);
  if (settled.guard?.down === 'other') await act.verify(from);
  if (settled.guard?.down === 'other') throw guardError(subject, from.frame, settled.guard);
  if (outside) throw guardError(subject, outside.frame, outside.verdict);
  if (settled.guard?.down === 'none' && !settled.dialog) throw lostError(subject);
  if (settled.dialog || act.page.closed !== undefined) return;
  const anew = before.item && { item: before.item, near: end.found.element };
  const now = await landingOf(act, from, start, goal.side?.of, to.frame === from.frame ? anew : undefined);
  // Now that it is in the right list, one more step is a plain one.
  const { side } = goal;
  const isWrong = side && now.is !== side.place && !now.isTargetGone;
  const isBeside = now.is !== undefined && isElsewhere(before, now);
  // The first drag changed what is around both.
  const isAnew = now.item && now.item.element !== before.item?.element;
  const moved = inFrame(from, isAnew && now.item ? now.item.element : start.found.element);
  if (isWrong && (isBeside || goal.isAway) && failed < MAX_REPEATS)
    await drag(act, moved, inFrame(to, side.of), options, failed + 1);
  else tellLanding(act, from.frame, side, before, now);
}

/** Presses, moves to the end and releases there. */
async function carry(
  act: Action,
  from: ElementTarget,
  start: Aimed,
  goal: Goal,
  options: DragOptions,
  isAgain: boolean,
): Promise<Aimed> {
  const { button = 'left', modifiers: names = [] } = options;
  const { keyboard } = act.state;
  const { modifiers } = keyboard;
  const { x, y } = start.point;
  await act.send(start.input, [
    { type: 'pointer-move', x, y, modifiers },
    { type: 'pointer-down', x, y, button, clickCount: 1, modifiers },
    { type: 'pointer-move', ...firstStep(start.point, goal.end !== undefined, options), button, modifiers },
  ]);
  await drawn(act, from, 1);
  const { target, spot, side } = goal;
  if (isAgain) await scrollAtEdge(act, from, start, goal, button);
  // Only now: scrolling the end into view may scroll the start away, as it does for a person.
  const aimed = goal.end ?? (await aimAtEnd(act, target, spot));
  const atRest = side ? await landingOf(act, from, start, side.of) : {};
  const stops = spot ? (options.path ?? []).map((stop) => beside(aimed.point, spot, stop)) : [];
  const origin = isOneSpace(act, start, aimed) ? start.point : undefined;
  const moves = keyboard.with(names, () =>
    way(origin, aimed.point, stops, { button, modifiers: keyboard.modifiers }),
  );
  const last = moves.splice(-2);
  for (const move of moves) {
    await act.send(aimed.input, [move]);
    await drawn(act, target, 1);
  }
  await drawn(act, target, FRAMES_AT_END);
  // Over a new element, Chromium fires only `dragenter`: this is the first `dragover`, and lists answer it a frame later.
  await act.send(aimed.input, last.splice(0, 1));
  await drawn(act, target, FRAMES_TO_ANSWER);
  const corrected = await correct(act, from, start, goal, aimed, atRest, button);
  await act.send(aimed.input, corrected ?? last, { keys: target.frame });
  return aimed;
}

/**
 * Some lists know the places of their items since the press, and learn new ones only while they scroll themselves: the
 * pointer stays at the edge until the end is in view.
 */
async function scrollAtEdge(
  act: Action,
  from: ElementTarget,
  { point, local, input }: Aimed,
  { place }: Goal,
  button: MouseButton,
): Promise<void> {
  if (!place) return;
  let nearest = Number.POSITIVE_INFINITY;
  for (let move = 0, idle = 0; move < EDGE_MOVES.most && idle < EDGE_MOVES.idle; move++, idle++) {
    const { edge, distance } = await from.frame.call('scrollEdge', place, act.scope());
    if (!edge) return;
    if (distance < nearest) idle = 0;
    nearest = Math.min(nearest, distance);
    // Pages look at moves, not at a pointer that rests.
    const at = { x: point.x + edge.x - local.x + (move % 2), y: point.y + edge.y - local.y };
    await act.send(input, [{ type: 'pointer-move', ...at, button, modifiers: act.state.keyboard.modifiers }]);
    await drawn(act, from, 1);
  }
}

/** Pages say "drop it here" as soon as something is dragged: what they make of the end by then is told. */
async function aimAtEnd(act: Action, target: ElementTarget, spot: Place | undefined): Promise<Aimed> {
  const how = { needs: HOVER_NEEDS, position: spot, guard: false, drag: true, isPressed: true };
  try {
    return await aimAt(act, target, how);
  } catch (error) {
    if (!isSightlineError(error, 'ref-changed') || !('element' in target.target)) throw error;
    const { differences } = error.details as { differences: Difference[] }; // what `ref-changed` always has
    act.note(`The page changed ${target.label} when the drag began: ${differing(differences)}.`);
    return aimAt(act, inFrame(target, target.target.element), how);
  }
}

interface Goal {
  /** The element to drag to, and the point in it. */
  target: ElementTarget;
  spot?: Place;
  /** The same as numbers, in the document of the dragged element. */
  place?: { element: number; spot: Place };
  /** The end itself, if it is known before the press: what is dragged moves, and an offset counts from where it was. */
  end?: Aimed;
  side?: Side;
  already?: boolean;
  /** It has to be scrolled into view. */
  isAway?: boolean;
}

async function goalOf(
  act: Action,
  from: ElementTarget,
  start: Aimed,
  to: ElementTarget,
  position: DragOptions['targetPosition'],
): Promise<Goal> {
  if (position === undefined || typeof position === 'object') {
    // A locator may find its element only while something is dragged.
    if ('element' in to.target) await act.verify(to);
    const isItself = from.frame === to.frame && from.label === to.label;
    const end = isItself && position ? await aimAtEnd(act, to, position) : undefined;
    return { target: to, ...(position && { spot: position }), ...(end && { end }) };
  }
  const source = from.frame === to.frame ? { source: start.found.element } : {};
  const reply = await act.ask(to, 'dropPlace', { place: position, ...source });
  const { element, spot, already = false, isAway = false, found } = reply;
  return {
    target: element === found.element ? to : inFrame(to, element),
    spot,
    already,
    isAway,
    ...(from.frame === to.frame && { place: { element, spot } }),
    ...(position !== 'inside' &&
      from.frame === to.frame && {
        side: { place: position, of: found.element, label: describeTarget(to, found) },
      }),
  };
}

/**
 * Lists that rearrange during the drag show where the element would land: the other one makes room. If it moves to the
 * wrong side, the pointer follows it. Returns the last move and the release.
 */
async function correct(
  act: Action,
  from: ElementTarget,
  start: Aimed,
  { side }: Goal,
  { point, local, input }: Aimed,
  atRest: Landing,
  button: MouseButton,
): Promise<InputEvent[] | undefined> {
  let last: InputEvent[] | undefined;
  for (let tries = 0; side && tries < MAX_CORRECTIONS && !act.page.dialog; tries++) {
    await drawn(act, from, FRAMES_TO_REST);
    const now = await landingOf(act, from, start, side.of);
    if (!now.points || !isOnWrongSide(atRest, now, side.place)) break;
    // Across the whole element, as a hand does: some lists swap only what the pointer passes.
    for (const each of side.place === 'after'
      ? (['before', 'after'] as const)
      : (['after', 'before'] as const)) {
      const wanted = now.points[each];
      const at = { x: point.x + wanted.x - local.x, y: point.y + wanted.y - local.y };
      const { modifiers } = act.state.keyboard;
      const move: InputEvent = { type: 'pointer-move', ...at, button, modifiers };
      await act.send(input, [move]);
      await drawn(act, from, 1);
      last = [move, { type: 'pointer-up', ...at, button, clickCount: 1, modifiers }];
    }
  }
  return last;
}

function checkPlace(position: DragOptions['targetPosition']): void {
  if (typeof position === 'object') checkPointer({ position });
  else if (position !== undefined && !PLACES.includes(position))
    throw new SightlineError('bad-argument', `Not a position: ${JSON.stringify(position)}`, {
      hint: 'Give before, after, inside, or { x, y } in pixels.',
    });
}

const PLACES: readonly string[] = ['before', 'after', 'inside'] satisfies DropPlace[];

/** A mouse moves once per frame, and pages that drag by pointer events work once per frame. */
async function drawn(act: Action, { frame }: ElementTarget, frames: number): Promise<void> {
  if (act.page.dialog || act.page.closed !== undefined) return;
  // If the document is gone or busy, the button is released anyway; settling reports what happened.
  await Promise.allSettled([frame.call('dragState', { frames }, act.scope())]);
}

/** A button must not stay down if the drag cannot go on or the caller has aborted. */
async function letGoOnError(
  act: Action,
  from: ElementTarget,
  start: Aimed,
  options: PointerOptions,
  run: () => Promise<Aimed>,
): Promise<Aimed> {
  try {
    return await run();
  } catch (error) {
    const held = heldBy(act, from, start, options);
    if (act.page.dialog) act.state.heldByDialog = held;
    else await release(act, held);
    throw error;
  }
}

/** Releases a button that a dialog kept from being released. */
export async function letGo(act: Action): Promise<void> {
  const held = act.state.heldByDialog;
  act.state.heldByDialog = undefined;
  if (held) await release(act, held);
}

function heldBy(
  act: Action,
  from: ElementTarget,
  { input, point, around }: Aimed,
  { button = 'left' }: PointerOptions,
): Held {
  // The pointer's last position in that document.
  const at = { x: point.x + FIRST_STEP, y: point.y + FIRST_STEP };
  const { modifiers } = act.state.keyboard;
  const up: InputEvent = { type: 'pointer-up', ...at, button, clickCount: 1, modifiers };
  return { from: from.frame, input, up, guarded: [from.frame, ...around] };
}

/** The release is over the pressed element: that must not become a click. */
async function release(act: Action, { from, input, up, guarded }: Held): Promise<void> {
  // A document that is gone has nothing to release.
  await Promise.allSettled([from.call('withhold', {}, { timeout: WITHHOLD_TIMEOUT })]);
  await Promise.allSettled([act.send(input, [up], { always: true })]);
  await unguard(guarded);
}

/** A drag that ended nowhere stays active until something else is dragged over its start. */
async function cancel(act: Action, { frame }: ElementTarget, { point }: Aimed): Promise<void> {
  await act.page.driver.drop?.(frame.id, { ...point, files: [], data: {} }, async () => false, act.scope());
}

/** Firefox keeps a pointer per document: a button pressed in another one is still down there. */
function isOneSpace({ page: { driver } }: Action, start: Aimed, end: Aimed): boolean {
  return driver.inputFrame(start.input.id) === driver.inputFrame(end.input.id);
}

/** Firefox starts a drag and lets it hover, but no protocol call makes it drop. */
async function dropByScript(
  act: Action,
  from: ElementTarget,
  start: Aimed,
  to: ElementTarget,
  end: Aimed,
): Promise<void> {
  if (act.page.dialog || act.page.closed !== undefined) return;
  const begun = await from.frame.call('dragState', {}, act.scope());
  if (!begun.started) return;
  const arrived = from.frame === to.frame ? begun : await to.frame.call('dragState', {}, act.scope());
  if (begun.ended && !arrived.dropped) act.note(NOT_ACCEPTED);
  if (arrived.dropped || begun.ended) return;
  if (act.page.driver.drop) {
    await cancel(act, from, start);
    throw new SightlineError(
      'not-actionable',
      `${describeTarget(from, start.found)} cannot be dropped on ${describeTarget(to, end.found)}: the browser allows no drag between documents of different sites.`,
      { hint: 'Look for another way that the page offers: a button, a menu, a file input.' },
    );
  }
  const { accepted } = await act.ask(to, 'drop', {
    // Firefox let it hover over the center of the element, where lists of one row can't tell the sides apart.
    point: from.frame === to.frame ? beyond(start.local, end.local) : end.local,
    data: begun.data,
    files: [],
    // In shadow roots Firefox does not even let it hover.
    whole: !arrived.overAccepted,
    ...(from.frame === to.frame && { source: start.found.element }),
  });
  act.note(
    'Dropped by script: no protocol call makes this browser drop, so drop and dragend are untrusted events.',
  );
  if (!accepted) act.note(NOT_ACCEPTED);
}
