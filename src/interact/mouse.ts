/** The pointer by coordinates of the page's viewport: for pages that are pictures to whoever looks at them. */
import type { InputEvent } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { MouseStep } from '../page/hands.js';
import type { Act } from './act.js';

export async function mouse(act: Act, steps: readonly MouseStep[]): Promise<void> {
  for (const step of steps) check(step);
  const { mainFrame } = act.page;
  const { pointer, keyboard } = act.state;
  act.begin();
  let events: InputEvent[] = [];
  const flush = async () => {
    await act.send(mainFrame, events);
    events = [];
  };
  let wheel = false;
  for (const step of steps) {
    const { modifiers } = keyboard;
    switch (step.do) {
      case 'move':
        pointer.x = step.x;
        pointer.y = step.y;
        events.push({
          type: 'pointer-move',
          x: step.x,
          y: step.y,
          modifiers,
          ...(pointer.held && { button: pointer.held }),
        });
        break;
      case 'down':
      case 'up': {
        const { button = 'left', clickCount = 1 } = step;
        pointer.held = step.do === 'down' ? button : undefined;
        const { x, y } = pointer;
        events.push({
          type: step.do === 'down' ? 'pointer-down' : 'pointer-up',
          x,
          y,
          button,
          clickCount,
          modifiers,
        });
        break;
      }
      case 'wheel': {
        const { x, y } = pointer;
        wheel = true;
        events.push({ type: 'wheel', x, y, deltaX: step.deltaX, deltaY: step.deltaY, modifiers });
        break;
      }
      case 'pause':
        await flush();
        await pause(step.milliseconds, act.options.signal);
        break;
    }
  }
  await flush();
  await act.settle(mainFrame, { first: wheel ? 'wheel' : 'draw' });
}

/** A press that is held for some time: the caller asks for it. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new SightlineError('aborted', 'The press was aborted'));
      },
      { once: true },
    );
  });
}

function check(step: MouseStep): void {
  for (const [name, value] of Object.entries(step))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new SightlineError('bad-argument', `${name} is not a number: ${value}`);
}
