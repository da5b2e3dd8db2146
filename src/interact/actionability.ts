/** From a target to a point where a pointer can reach it, through every frame around it. */

import { isSightlineError } from '../errors.js';
import type { ElementTarget } from '../page/actions.js';
import { iframeAround } from '../page/around-frame.js';
import type { Frame } from '../page/frame.js';
import { withCheck } from '../page/target/with-check.js';
import type { Found, GuardVerdict, Need, Place, RequestOf } from '../wire/api.js';
import type { Action } from './action.js';
import { notDoneError } from './action-error.js';

export interface AimOptions {
  needs: Need[];
  position?: Place | undefined;
  /** The pointer has to move. */
  moves?: boolean;
  /** Stop a press that would go elsewhere. */
  guard: boolean;
  /** The pointer only moves there; moves to other elements are stopped. */
  hover?: boolean;
  /** The target moved before: check its position across frames. */
  watchMoves?: boolean;
  /** Follow the drag that begins or ends there. */
  drag?: boolean;
  /** A drag is under way: the guard of its press stays if this is not as it was seen. */
  isPressed?: boolean;
  /** Follow the wheel that is turned there. */
  wheel?: boolean;
  /** What is done there turns a state around. */
  turns?: boolean;
}

export interface Aimed {
  found: Found;
  /** The frame to send input to: the target's own or an ancestor. */
  input: Frame;
  /** In the viewport that the driver expects for `input`. */
  point: Place;
  /** In the target frame's viewport. */
  local: Place;
  /** The ancestor frames that were passed, innermost first. */
  around: Frame[];
  /** One of them is of another origin. */
  isApart: boolean;
}

/** Milliseconds: a page that does not answer by then hangs, and its guard expires. */
const UNGUARD_TIMEOUT = 1_000;

export const POINTER_NEEDS: Need[] = ['visible', 'stable', 'enabled', 'hit'];
export const HOVER_NEEDS: Need[] = ['visible', 'stable', 'hit'];

export async function aimAt(act: Action, target: ElementTarget, options: AimOptions): Promise<Aimed> {
  const around: Frame[] = [];
  try {
    return await aimThrough(act, target, options, around);
  } catch (error) {
    // Nothing will be pressed: cancel the waits in the page and remove all guards.
    if (!(options.isPressed && isSightlineError(error, 'ref-changed')))
      await unguard([target.frame, ...around]);
    throw error;
  }
}

async function aimThrough(
  act: Action,
  target: ElementTarget,
  options: AimOptions,
  around: Frame[],
): Promise<Aimed> {
  const { needs, position, moves, guard, watchMoves, hover, drag, wheel, turns = false } = options;
  const { pointed } = act.state;
  // In a frame, the pointer's place is known in another viewport than its own.
  const isKnown = moves && !position && pointed?.frame === target.frame && !target.frame.parent;
  const force = act.options.force === true;
  const reply = await act.ask(
    target,
    'prepare',
    {
      needs,
      guard,
      ...(position && { position }),
      ...(isKnown && { pointer: { x: pointed.x, y: pointed.y } }),
      ...(watchMoves && { watchMoves }),
      ...(hover && { hover }),
      ...(drag && { drag }),
      ...(wheel && { wheel }),
    },
    { turns },
  );
  const inputFrame = act.page.driver.inputFrame(target.frame.id);
  let { point, viewport } = reply;
  let input = target.frame;
  let isOneProcess = true;
  let isApart = false;
  let inputPoint = inputFrame === target.frame.id ? point : undefined;
  for (let inner = target.frame; inner.parent; ) {
    const { iframe, parent, element } = await iframeAround(target, inner, act.scope());
    around.push(parent);
    const request: RequestOf<'pointThroughFrame'> = {
      element,
      point,
      viewport,
      timeout: act.left(),
      checkHit: !force && needs.includes('hit'),
      guard: guard && !force,
    };
    const asSeen = withCheck(iframe);
    if ('check' in asSeen && asSeen.check) request.check = asSeen.check;
    const outside = await parent.call('pointThroughFrame', request, act.scope());
    if (!outside.ok) throw notDoneError('failure' in outside ? iframe : target, parent, outside, act.timeout);
    ({ point, viewport } = outside);
    if (inputFrame === parent.id) inputPoint = point;
    // Firefox takes input per frame but ignores the transforms between documents in one process, as those of one
    // origin are. The frame around the outermost of them gets it right.
    isOneProcess &&= outside.border !== 'origin';
    isApart ||= outside.border === 'origin';
    if (inputFrame === target.frame.id && isOneProcess && outside.border === 'transform') {
      input = parent;
      inputPoint = point;
    }
    inner = parent;
  }
  return { found: reply.found, input, point: inputPoint ?? point, local: reply.point, around, isApart };
}

/** What the pointer or the focus has done around a frame of another origin is known only there. Nothing is pressed yet. */
export async function compareAgain(
  act: Action,
  target: ElementTarget,
  around: readonly Frame[] = [],
): Promise<void> {
  try {
    await act.compareAround(target);
  } catch (error) {
    await unguard([target.frame, ...around]);
    throw error;
  }
}

/** Removes the guards of these frames; returns the verdict of the first that stopped something. */
export async function unguard(
  frames: readonly Frame[],
): Promise<{ frame: Frame; verdict: GuardVerdict } | undefined> {
  const verdicts = await Promise.all(
    frames.map(async (frame) => {
      // A frame that is gone took its guard with it. This runs even if the caller has aborted.
      const reply = await frame.call('unguard', {}, { timeout: UNGUARD_TIMEOUT }).catch(() => undefined);
      return reply?.guard?.down === 'other' ? { frame, verdict: reply.guard } : undefined;
    }),
  );
  return verdicts.find((verdict) => verdict !== undefined);
}
