/** Where a dragged element is, among the elements beside it. */
import type { ElementTarget } from '../../page/actions.js';
import type { Frame } from '../../page/frame.js';
import { quote } from '../../tree/quote.js';
import type { Neighbor, Place, ReplyOf, RequestOf } from '../../wire/api.js';
import type { Action } from '../action.js';
import type { Aimed } from '../actionability.js';

/** Where the dragged element is to be, next to which element. */
export interface Side {
  place: 'before' | 'after';
  of: number;
  label: string;
}

export type Landing = ReplyOf<'landing'>;

export async function landingOf(
  act: Action,
  from: ElementTarget,
  { found }: Aimed,
  target?: number,
  anew?: RequestOf<'landing'>['anew'],
): Promise<Landing> {
  const request = {
    source: found.element,
    ...(target !== undefined && { target }),
    ...(anew && { anew }),
  };
  // If the document is gone or busy, nothing is known, and settling reports what happened.
  return from.frame.call('landing', request, act.scope()).catch(() => ({}));
}

export const isElsewhere = (one: Landing, other: Landing): boolean =>
  (['previous', 'next', 'around'] as const).some((side) => one[side]?.element !== other[side]?.element);

/** Whether the other element moved away from the side that the dragged one is to be on. */
export function isOnWrongSide(atRest: Landing, { points, is }: Landing, place: 'before' | 'after'): boolean {
  if (is === place || !points || !atRest.points) return false;
  const [near, far] = [points.before, points.after];
  const isAcross = Math.abs(far.x - near.x) > Math.abs(far.y - near.y);
  const along = ({ x, y }: Place): number => (isAcross ? x : y);
  const moved = along(near) - along(atRest.points.before);
  const enough = (along(far) - along(near)) / 2;
  return place === 'after' ? moved > enough : moved < -enough;
}

export function tellLanding(
  act: Action,
  frame: Frame,
  side: Side | undefined,
  before: Landing,
  now: Landing,
): void {
  const where = landed(frame, now);
  if (!where || !(side || isElsewhere(before, now))) return;
  if (side && now.is !== side.place && !now.isTargetGone)
    act.note(`It did not land ${side.place} ${side.label}.`);
  act.note(where);
}

export function landed(frame: Frame, { previous, next, around }: Landing): string | undefined {
  const shown = ({ element, role, text }: Neighbor): string =>
    `${text === '' ? role : quote(text, 60)} [ref=${frame.refOf(element)}]`;
  if (!around) return undefined;
  const place =
    previous && next
      ? `after ${shown(previous)} and before ${shown(next)}`
      : previous
        ? `last, after ${shown(previous)}`
        : next
          ? `first, before ${shown(next)}`
          : 'the only item';
  return `It is now ${place}, in ${around.role} [ref=${frame.refOf(around.element)}].`;
}
