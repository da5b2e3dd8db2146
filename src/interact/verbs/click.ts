/** Click and hover. */
import type { InputEvent, Modifiers, MouseButton } from '../../driver/driver.js';
import { isSightlineError } from '../../errors.js';
import type { ElementTarget, PointerOptions } from '../../page/actions.js';
import { ENTERED_ROLES } from '../../tree/roles.js';
import type { Place } from '../../wire/api.js';
import type { Action } from '../action.js';
import { guardError, lostError, shown } from '../action-error.js';
import {
  type Aimed,
  type AimOptions,
  aimAt,
  compareAgain,
  HOVER_NEEDS,
  POINTER_NEEDS,
  unguard,
} from '../actionability.js';
import { checkPointer } from '../arguments.js';
import type { Keyboard } from '../keys/keyboard.js';
import type { Settled } from '../settle/settle.js';
import { describeTarget } from '../target.js';

/** How often a press is tried after another element came under the pointer. */
const MAX_ATTEMPTS = 5;
/** How often a click is made again after the element moved away between press and release. */
const MAX_SLIPS = 1;

export async function click(
  act: Action,
  target: ElementTarget,
  options: PointerOptions = {},
  /** Of a click that is a part of something else, the state does not matter. */
  turns = false,
): Promise<Settled> {
  checkPointer(options);
  let slips = 0;
  for (let attempt = 1; ; attempt++) {
    const aimed = await aimOrFollow(act, target, {
      needs: POINTER_NEEDS,
      position: options.position,
      moves: true,
      guard: true,
      watchMoves: attempt > 1,
      turns,
    });
    const subject = describeTarget(target, aimed.found);
    act.begin();
    await moveAside(act, aimed);
    if (aimed.isApart && target.sight) await comeFirst(act, target, aimed);
    await act.send(aimed.input, clickEvents(aimed.point, options, act.state.keyboard), {
      keys: target.frame,
    });
    // A click on a field seldom starts more than what it shows at once.
    const [settled, outside] = await Promise.all([
      act.settle(target.frame, { popup: 'pointer', starts: !ENTERED_ROLES.has(aimed.found.role) }),
      unguard(aimed.around),
    ]);
    const arrived = settled.guard?.presses ?? 0;
    // A guard around the frame may have stopped a press that is not ours: ours have all arrived then.
    const around = arrived >= (options.clickCount ?? 1) ? undefined : outside;
    const stopped =
      settled.guard?.down === 'other' ? { frame: target.frame, verdict: settled.guard } : around;
    if (!stopped && settled.guard?.down === 'none' && !settled.dialog) {
      // Pressed again only if the reply to input proves that it was handled.
      if (attempt === MAX_ATTEMPTS || act.left() === 0 || act.page.driver.eventsLag) throw lostError(subject);
      continue;
    }
    // Told even if the click is made again: it has reached something else.
    if (!stopped && settled.guard?.released) act.note(released(shown(target.frame, settled.guard.released)));
    // A hover style or a picture moved it, and has done so by now.
    if (!stopped && settled.guard?.slipped && !settled.dialog && slips++ < MAX_SLIPS) continue;
    if (!stopped) {
      noteLostClick(act, settled, options);
      return settled;
    }
    if (arrived > 0) {
      act.note(
        'After the first click something else was under the pointer, so the second click was not sent.',
      );
      return settled;
    }
    if (attempt === MAX_ATTEMPTS || act.left() === 0)
      throw guardError(subject, stopped.frame, stopped.verdict);
  }
}

export async function hover(act: Action, target: ElementTarget, options: PointerOptions = {}): Promise<void> {
  checkPointer(options);
  const { keyboard } = act.state;
  for (let attempt = 1; ; attempt++) {
    const aimed = await aimAt(act, target, {
      needs: HOVER_NEEDS,
      position: options.position,
      guard: true,
      hover: true,
      watchMoves: attempt > 1,
    });
    act.begin();
    await act.send(
      aimed.input,
      keyboard.with(options.modifiers ?? [], () => [
        { type: 'pointer-move', ...aimed.point, modifiers: keyboard.modifiers },
      ]),
      { keys: target.frame },
    );
    // What a pointer sets off by being there (`:hover`, menus that open) shows with the next frame.
    const [{ guard }] = await Promise.all([
      act.settle(target.frame, { first: 'draw', popup: 'pointer' }),
      unguard(aimed.around),
    ]);
    if (guard?.down !== 'other') return;
    if (attempt === MAX_ATTEMPTS || act.left() === 0)
      throw guardError(describeTarget(target, aimed.found), target.frame, guard, 'hover');
  }
}

/**
 * A pointer that is there already would not move, and lists of suggestions choose what it last moved over. Where no other
 * point could be chosen, it goes aside and comes back. Sent by itself, because Chromium merges moves that wait: it takes
 * until the next frame.
 */
async function moveAside(act: Action, { point: { x, y }, input }: Aimed): Promise<void> {
  const { pointed, keyboard } = act.state;
  if (pointed?.frame !== input || pointed.x !== x || pointed.y !== y) return;
  await act.send(input, [{ type: 'pointer-move', x: x + 1, y, modifiers: keyboard.modifiers }]);
}

/**
 * An element that a hover style moves away is pressed where it goes: the pointer leaves it, comes to it, and is there before
 * the browser notices that it is no longer below.
 */
async function aimOrFollow(act: Action, target: ElementTarget, options: AimOptions): Promise<Aimed> {
  try {
    return await aimAt(act, target, options);
  } catch (error) {
    const details = isSightlineError(error) ? error.details : undefined;
    if (details?.condition !== 'stable' || details.lasting !== true) throw error;
  }
  const { modifiers } = act.state.keyboard;
  await act.send(target.frame, [{ type: 'pointer-move', x: 0, y: 0, modifiers }]);
  const { input, point } = await aimAt(act, target, { ...options, guard: false });
  await act.send(input, [{ type: 'pointer-move', ...point, modifiers }]);
  return aimAt(act, target, { ...options, needs: options.needs.filter((need) => need !== 'stable') });
}

async function comeFirst(act: Action, target: ElementTarget, { point, input, around }: Aimed): Promise<void> {
  const { modifiers } = act.state.keyboard;
  await act.send(input, [{ type: 'pointer-move', ...point, modifiers }]);
  await compareAgain(act, target, around);
}

function clickEvents(point: Place, options: PointerOptions, keyboard: Keyboard): InputEvent[] {
  const { button = 'left', clickCount = 1 } = options;
  return keyboard.with(options.modifiers ?? [], () => {
    const { modifiers } = keyboard;
    const events: InputEvent[] = [{ type: 'pointer-move', ...point, modifiers }];
    for (let count = 1; count <= clickCount; count++) events.push(...press(point, button, count, modifiers));
    return events;
  });
}

function press(point: Place, button: MouseButton, clickCount: number, modifiers: Modifiers): InputEvent[] {
  const at = { ...point, button, clickCount, modifiers };
  return [
    { type: 'pointer-down', ...at },
    { type: 'pointer-up', ...at },
  ];
}

const NO_CLICK =
  'The page moved or replaced the element between press and release, so no click fired. Handlers of the press did run.';

const released = (what: string): string =>
  `The page moved ${what} under the pointer after the press: the release went there.`;

/** A page that re-renders an element on press never gets its click: the report says so. */
function noteLostClick(act: Action, settled: Settled, { button = 'left' }: PointerOptions): void {
  const { guard } = settled;
  if (
    guard?.down === 'target' &&
    !guard.clicked &&
    button !== 'back' &&
    button !== 'forward' &&
    !settled.dialog
  )
    act.note(NO_CLICK);
}
