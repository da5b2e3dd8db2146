/** Drag and drop: a press, moves and a release, from which the browser fires pointer events or drag events. */
import type { InputEvent } from '../../driver/driver.js';
import { SightlineError } from '../../errors.js';
import type { ElementTarget, PointerOptions } from '../../page/actions.js';
import type { Place } from '../../wire/api.js';
import type { Action, Held } from '../action.js';
import { guardError, lostError } from '../action-error.js';
import { type Aimed, aimAt, HOVER_NEEDS, POINTER_NEEDS, unguard } from '../actionability.js';
import { checkPointer } from '../arguments.js';
import { describeTarget } from '../target.js';

const NOT_ACCEPTED = 'The page did not accept the drop.';

/** Moves on the way, since pages track them. */
const STEPS = 4;
/** The first move, in pixels across and down: a drag starts after a few, and many pages measure from there. */
const FIRST_STEP = 6;
/** Sortable lists ignore moves for about this many frames after they have rearranged. */
const FRAMES_AT_END = 3;
/** Milliseconds: a page that does not answer by then hangs. */
const WITHHOLD_TIMEOUT = 1_000;

export async function drag(
  act: Action,
  from: ElementTarget,
  to: ElementTarget,
  options: PointerOptions,
): Promise<void> {
  checkPointer(options);
  if (from.frame.page !== to.frame.page)
    throw new SightlineError(
      'bad-argument',
      `${from.label} is on page ${from.frame.page.handle} and ${to.label} on page ${to.frame.page.handle}: a drag stays on one page`,
    );
  const { button = 'left', modifiers: names = [] } = options;
  const { modifiers } = act.state.keyboard;
  const start = await aimAt(act, from, {
    needs: POINTER_NEEDS,
    position: options.position,
    guard: true,
    drag: true,
  });
  act.begin();
  const { x, y } = start.point;
  const end = await letGoOnError(act, from, start, options, async () => {
    await act.send(start.input, [
      { type: 'pointer-move', x, y, modifiers },
      { type: 'pointer-down', x, y, button, clickCount: 1, modifiers },
      { type: 'pointer-move', x: x + FIRST_STEP, y: y + FIRST_STEP, button, modifiers },
    ]);
    await drawn(act, from, 1);
    // Only now: scrolling the end into view may scroll the start away, as it does for a person.
    const aimed = await aimAt(act, to, { needs: HOVER_NEEDS, guard: false, drag: true });
    const { keyboard } = act.state;
    const moves = keyboard.with(names, () => way(act, start, aimed, button));
    const last = moves.splice(-2);
    for (const move of moves) {
      await act.send(aimed.input, [move]);
      await drawn(act, to, 1);
    }
    await drawn(act, to, FRAMES_AT_END);
    await act.send(aimed.input, last, { keys: to.frame });
    return aimed;
  });
  if (!isOneSpace(act, start, end)) await release(act, heldBy(act, from, start, options));
  const around = [...new Set([...start.around, ...end.around, to.frame])].filter(
    (frame) => frame !== from.frame,
  );
  await dropByScript(act, from, start, to, end).catch(async (error: unknown) => {
    await unguard([from.frame, ...around]);
    throw error;
  });
  const [settled, outside] = await Promise.all([act.settle(from.frame), unguard(around)]);
  const subject = describeTarget(from, start.found);
  if (settled.guard?.down === 'other') await act.verify(from);
  if (settled.guard?.down === 'other') throw guardError(subject, from.frame, settled.guard);
  if (outside) throw guardError(subject, outside.frame, outside.verdict);
  if (settled.guard?.down === 'none' && !settled.dialog) throw lostError(subject);
}

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

function way(
  act: Action,
  start: Aimed,
  end: Aimed,
  button: NonNullable<PointerOptions['button']>,
): InputEvent[] {
  const { modifiers } = act.state.keyboard;
  // Two viewports share no coordinates: then only the end is approached.
  const origin = isOneSpace(act, start, end)
    ? start.point
    : { x: end.point.x + STEPS, y: end.point.y + STEPS };
  const events: InputEvent[] = [];
  const short = Math.max(0, 1 - 1 / Math.hypot(end.point.x - origin.x, end.point.y - origin.y));
  for (let step = 1; step <= STEPS; step++) {
    const share = (step / STEPS) * short;
    events.push({ type: 'pointer-move', ...between(origin, end.point, share), button, modifiers });
  }
  // The end gets one more move: browsers fire `dragover` only from the second move on, and Firefox only if the
  // pointer has moved.
  const past = beyond(origin, end.point);
  events.push({ type: 'pointer-move', ...past, button, modifiers });
  events.push({ type: 'pointer-up', ...past, button, clickCount: 1, modifiers });
  return events;
}

/** Firefox keeps a pointer per document: a button pressed in another one is still down there. */
function isOneSpace({ page: { driver } }: Action, start: Aimed, end: Aimed): boolean {
  return driver.inputFrame(start.input.id) === driver.inputFrame(end.input.id);
}

/** One pixel past the center: only there do sortable lists make room for the dragged item. */
function beyond(origin: Place, { x, y }: Place): Place {
  return { x: x + Math.sign(x - origin.x), y: y + Math.sign(y - origin.y) };
}

function between(a: Place, b: Place, share: number): Place {
  return { x: Math.round(a.x + (b.x - a.x) * share), y: Math.round(a.y + (b.y - a.y) * share) };
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
    point: end.local,
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
