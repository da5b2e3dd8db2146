/** The pointer by viewport coordinates: for pages whose content is drawn as an image. */
import type { InputEvent } from '../../driver/driver.js';
import { SightlineError } from '../../errors.js';
import type { MouseStep } from '../../page/actions.js';
import type { Place } from '../../wire/api.js';
import type { Action } from '../action.js';
import type { Pointer, Spot } from '../pointer.js';

export async function mouse(act: Action, steps: readonly MouseStep[]): Promise<void> {
  for (const step of steps) check(step);
  const { pointer } = act.state;
  const wheel = steps.some((step) => step.do === 'wheel');
  const { viewport } = await act.page.mainFrame.call('watch', { wheel }, act.scope());
  checkInView(steps, pointer, viewport);
  act.begin();
  let events: InputEvent[] = [];
  let spot: Spot = { frame: act.page.mainFrame, input: act.page.mainFrame, local: pointer, at: pointer };
  let watched = act.page.mainFrame;
  const flush = async () => {
    await act.send(spot.input, events, { keys: spot.frame });
    events = [];
  };
  const add = async (event: (at: Place) => InputEvent) => {
    const next = await spotOf(act, pointer);
    if (next.frame !== spot.frame) await flush();
    spot = next;
    if (watched !== spot.frame) await spot.frame.call('watch', { wheel }, act.scope());
    watched = spot.frame;
    events.push(event(spot.local));
  };
  for (const step of steps) {
    const { modifiers } = act.state.keyboard;
    switch (step.do) {
      case 'move':
        pointer.x = step.x;
        pointer.y = step.y;
        await add((at) => ({
          type: 'pointer-move',
          ...at,
          modifiers,
          ...(pointer.held && { button: pointer.held }),
        }));
        break;
      case 'down':
      case 'up': {
        const { button = 'left', clickCount = 1 } = step;
        const type = step.do === 'down' ? 'pointer-down' : 'pointer-up';
        const held = { ...modifiers };
        for (const name of step.modifiers ?? []) held[name] = true;
        await add((at) => ({ type, ...at, button, clickCount, modifiers: held }));
        pointer.held = step.do === 'down' ? button : undefined;
        pointer.grabbed = step.do === 'down' ? spot : undefined;
        break;
      }
      case 'wheel':
        await add((at) => ({ type: 'wheel', ...at, deltaX: step.deltaX, deltaY: step.deltaY, modifiers }));
        break;
      case 'pause':
        await flush();
        await pause(step.milliseconds, act.options.signal);
        break;
    }
  }
  await flush();
  await act.settle(spot.frame, { first: wheel ? 'wheel' : 'draw' });
}

/** The frame under a point. Chromium takes the coordinates of the page for it, Firefox its own. */
async function spotOf(act: Action, { x, y, grabbed }: Pointer): Promise<Spot> {
  const { page } = act;
  const { driver, mainFrame } = page;
  const at = { x, y };
  if (grabbed && !grabbed.frame.detached)
    return {
      ...grabbed,
      at,
      local: { x: grabbed.local.x + x - grabbed.at.x, y: grabbed.local.y + y - grabbed.at.y },
    };
  let frame = mainFrame;
  /** The point in `frame`. */
  let inside: Place = at;
  let input = mainFrame;
  let local: Place = at;
  /** Input for the frame itself would ignore a transform on the way: see `aimAt`. */
  let isBent = false;
  while (page.frames().some((each) => each.parent === frame)) {
    const { element, point, border } = await frame.call('frameAt', inside, act.scope());
    const [child] = element === undefined ? [] : await frame.framesIn([element], act.scope());
    if (!child || !point) break;
    frame = child;
    inside = point;
    const takesOwn = driver.inputFrame(child.id) === child.id;
    isBent = takesOwn && (border === 'transform' || (isBent && border === 'none'));
    if (isBent) continue;
    input = child;
    if (takesOwn) local = point;
  }
  return { frame, input, local, at };
}

/** How long a press is held, as the caller asked. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new SightlineError('aborted', 'The press was aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Chromium would lose such input without a word, and Firefox refuses it, perhaps after the press. */
function checkInView(steps: readonly MouseStep[], at: Place, { width, height }: Size): void {
  const places = steps.filter((step) => step.do === 'move');
  const used = steps[0]?.do === 'move' || steps[0]?.do === 'up' ? places : [at, ...places];
  for (const { x, y } of used)
    if (x < 0 || y < 0 || x > width || y > height)
      throw new SightlineError(
        'bad-argument',
        `The point ${x},${y} is outside the viewport of ${width}×${height} pixels`,
        { hint: 'Nothing was done. Scroll there first, or choose a point that is in view.' },
      );
}

interface Size {
  width: number;
  height: number;
}

function check(step: MouseStep): void {
  for (const [name, value] of Object.entries(step))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new SightlineError('bad-argument', `${name} is not a number: ${value}`);
}
