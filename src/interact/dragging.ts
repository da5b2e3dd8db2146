/** Drag and drop: a press, moves and a release, of which the browser makes pointer events or drag events. */
import type { InputEvent } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { Place } from '../injected/api.js';
import type { ElementTarget, PointerOptions } from '../page/hands.js';
import type { Act } from './act.js';
import { type Aimed, aimAt, HOVER_NEEDS, POINTER_NEEDS, unguard } from './actionability.js';
import { guardError, lostError } from './not-done.js';
import { describeTarget } from './target.js';

/** Moves on the way: pages look at it. */
const STEPS = 4;
/** The first one, in pixels down and across: a drag begins after a few, and many pages count the way from there. */
const FIRST_STEP = 6;
/** Lists that make room for what is dragged don't look again for about as long after they have moved. */
const FRAMES_AT_END = 3;

export async function drag(
  act: Act,
  from: ElementTarget,
  to: ElementTarget,
  options: PointerOptions,
): Promise<void> {
  if (from.frame.page !== to.frame.page)
    throw new SightlineError('bad-argument', `${from.label} and ${to.label} are on different pages`);
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
    // Only now: bringing the end into view may move the start away, as it does for a person.
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
  await dropByScript(act, from, start, to, end);
  const around = [...new Set([...start.around, ...end.around, to.frame])].filter(
    (frame) => frame !== from.frame,
  );
  const [settled, outside] = await Promise.all([act.settle(from.frame), unguard(around)]);
  const subject = describeTarget(from, start.found);
  if (settled.guard?.down === 'other') throw guardError(subject, from.frame, settled.guard);
  if (outside) throw guardError(subject, outside.frame, outside.verdict);
  if (settled.guard?.down === 'none' && !settled.dialog) throw lostError(subject);
}

/** A mouse moves once a frame, and pages that drag by pointer events do their work once a frame. */
async function drawn(act: Act, { frame }: ElementTarget, frames: number): Promise<void> {
  if (act.page.dialog || act.page.closed !== undefined) return;
  // A document that is gone or busy: the button is released all the same, and settling tells what became of it.
  await Promise.allSettled([frame.call('dragState', { frames }, act.scope())]);
}

/** A button must not stay down when there is nowhere to go, or the caller has aborted on the way. */
async function letGoOnError(
  act: Act,
  from: ElementTarget,
  start: Aimed,
  { button = 'left' }: PointerOptions,
  run: () => Promise<Aimed>,
): Promise<Aimed> {
  try {
    return await run();
  } catch (error) {
    const { modifiers } = act.state.keyboard;
    const up: InputEvent = { type: 'pointer-up', ...start.point, button, clickCount: 1, modifiers };
    await Promise.allSettled([act.send(start.input, [up], { always: true })]);
    await unguard([from.frame, ...start.around]);
    throw error;
  }
}

function way(
  act: Act,
  start: Aimed,
  end: Aimed,
  button: NonNullable<PointerOptions['button']>,
): InputEvent[] {
  const { driver } = act.page;
  const { modifiers } = act.state.keyboard;
  const sameSpace = driver.inputFrame(start.input.id) === driver.inputFrame(end.input.id);
  // Points of two viewports have nothing between them: then only the end is neared.
  const origin = sameSpace ? start.point : { x: end.point.x + STEPS, y: end.point.y + STEPS };
  const events: InputEvent[] = [];
  const short = Math.max(0, 1 - 1 / Math.hypot(end.point.x - origin.x, end.point.y - origin.y));
  for (let step = 1; step <= STEPS; step++) {
    const share = (step / STEPS) * short;
    events.push({ type: 'pointer-move', ...between(origin, end.point, share), button, modifiers });
  }
  // The end itself is one more move: the browser tells the element below only from the second one on that something
  // hovers over it, and Firefox only when the pointer has moved.
  events.push({ type: 'pointer-move', ...end.point, button, modifiers });
  events.push({ type: 'pointer-up', ...end.point, button, clickCount: 1, modifiers });
  return events;
}

function between(a: Place, b: Place, share: number): Place {
  return { x: Math.round(a.x + (b.x - a.x) * share), y: Math.round(a.y + (b.y - a.y) * share) };
}

/** Firefox starts a drag and lets it hover, but no protocol call makes it drop. */
async function dropByScript(
  act: Act,
  from: ElementTarget,
  start: Aimed,
  to: ElementTarget,
  end: Aimed,
): Promise<void> {
  if (act.page.dialog || act.page.closed !== undefined) return;
  const begun = await from.frame.call('dragState', {}, act.scope());
  if (!begun.started) return;
  const arrived = from.frame === to.frame ? begun : await to.frame.call('dragState', {}, act.scope());
  if (arrived.dropped || begun.ended) return;
  const { accepted } = await act.ask(to, 'scriptDrop', {
    point: end.local,
    data: begun.data,
    files: [],
    // In shadow roots Firefox does not even let it hover.
    whole: !arrived.overAccepted,
    ...(from.frame === to.frame && { source: start.found.element }),
  });
  act.note('Dropped by script: this browser makes no drop of its own, so drop and dragend are not trusted.');
  if (!accepted) act.note('The page did not accept the drop.');
}
