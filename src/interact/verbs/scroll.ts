/** The wheel, and scrolling by script, which sends no input. */
import { SightlineError } from '../../errors.js';
import type { ElementTarget, ScrollPosition } from '../../page/actions.js';
import type { ScrollRequest } from '../../wire/api.js';
import type { Action } from '../action.js';
import { notDoneError } from '../action-error.js';
import { aimAt, HOVER_NEEDS } from '../actionability.js';

export async function wheel(
  act: Action,
  target: ElementTarget | undefined,
  delta: { x: number; y: number },
): Promise<void> {
  checkNumbers(delta);
  const { mainFrame } = act.page;
  const frame = target?.frame ?? mainFrame;
  const { input, point } = target
    ? await aimAt(act, target, { needs: HOVER_NEEDS, guard: false, wheel: true })
    : {
        input: mainFrame,
        point: middle((await mainFrame.call('watch', { wheel: true }, act.scope())).viewport),
      };
  act.begin();
  const { modifiers } = act.state.keyboard;
  await act.send(
    input,
    [
      { type: 'pointer-move', ...point, modifiers },
      { type: 'wheel', ...point, deltaX: delta.x, deltaY: delta.y, modifiers },
    ],
    { keys: frame },
  );
  await act.settle(frame, { first: 'wheel' });
}

export async function scroll(
  act: Action,
  target: ElementTarget | undefined,
  request: ScrollRequest,
): Promise<void> {
  act.begin();
  const frame = target?.frame ?? act.page.mainFrame;
  const reply = await frame.call(
    'scroll',
    {
      ...(target && { target: target.target }),
      timeout: act.left(),
      scroll: request,
      ...(act.options.force && { force: true }),
    },
    act.scope(),
  );
  const named = target ?? { frame, target: { element: 0 }, label: 'the page' };
  if (!reply.ok) throw notDoneError(named, frame, reply, act.timeout);
  if (target) act.met(target, reply.found);
  if (reply.around) act.note('It does not scroll itself: the container around it was scrolled.');
  if (!reply.moved) act.note('It was already there: nothing moved.');
  // Scroll events, and what a page loads when something comes into view, come with the next frame.
  await act.settle(frame, reply.moved ? { first: 'draw' } : {});
  act.tell({ scroll: reply.state });
}

export function scrollToRequest(position: ScrollPosition): ScrollRequest {
  if (position === 'top' || position === 'bottom') return { kind: 'to', y: position };
  const { x, y } = typeof position === 'object' && position !== null ? position : {};
  for (const value of [x, y])
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new SightlineError('bad-argument', `Not a distance in pixels: ${value}`);
  if (x === undefined && y === undefined)
    throw new SightlineError('bad-argument', 'A scroll position needs x, y or both', {
      hint: 'Give pixels (120), a percentage ("50%"), top or bottom.',
    });
  return { kind: 'to', ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
}

export function scrollByRequest(delta: { x: number; y: number }): ScrollRequest {
  checkNumbers(delta);
  return { kind: 'by', ...delta };
}

function checkNumbers({ x, y }: { x: number; y: number }): void {
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw new SightlineError('bad-argument', `Not a distance in pixels: x ${x}, y ${y}`);
}

function middle({ width, height }: { width: number; height: number }): { x: number; y: number } {
  return { x: Math.floor(width / 2), y: Math.floor(height / 2) };
}
