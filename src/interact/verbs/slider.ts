/** Moves a custom slider with its keys. */
import { isSightlineError, SightlineError } from '../../errors.js';
import type { ElementTarget } from '../../page/actions.js';
import type { Frame } from '../../page/frame.js';
import type { Found } from '../../wire/api.js';
import type { Action } from '../action.js';
import { describeTarget } from '../target.js';

export interface Slide {
  element: number;
  found: Found;
  from: number;
  to: number;
}

/** Above this many small steps, the size of a large step is tried out. */
const FEW = 20;
/** The most presses for a slider without large steps. */
const MOST_PRESSES = 1_000;
/** Sliders whose steps grow on the way need another try. */
const MOST_LOOKS = 4;

const LOST =
  'The page removed or replaced the slider while it moved, so its position is unknown. Take a new snapshot.';

export async function slide(
  act: Action,
  target: ElementTarget,
  { element, found, from, to }: Slide,
): Promise<void> {
  /** Presses a key `times` times and returns the slider's position; undefined if unknown: the report says why. */
  const press = async (key: string, times = 1): Promise<number | undefined> => {
    act.begin();
    const stroke = act.state.keyboard.press(key);
    await act.send(target.frame, Array.from({ length: Math.min(times, MOST_PRESSES) }, () => stroke).flat());
    const settled = await act.settle(target.frame);
    if (settled.dialog || act.page.closed !== undefined) return undefined;
    const now = await standingOf(act, target.frame, element);
    if (now === undefined) act.note(LOST);
    return now;
  };

  let now = await press(to > from ? 'ArrowUp' : 'ArrowDown');
  if (now === undefined) return;
  const step = now - from;
  if (step === 0)
    throw new SightlineError(
      'not-actionable',
      `${describeTarget(target, found)} has the focus but does not react to the arrow keys`,
      { hint: 'Click the position on its track, or drag it there.' },
    );
  // If the arrow keys are reversed, so are the page keys.
  const turned = step > 0 === to > from ? 1 : -1;
  const keyFor = (way: number, up: string, down: string): string => (way * turned > 0 ? up : down);
  const small = Math.abs(step);
  const stepsLeft = (at: number): number => Math.round((to - at) / small);

  if (Math.abs(stepsLeft(now)) > FEW) {
    const key = keyFor(to - now, 'PageUp', 'PageDown');
    const before = now;
    now = await press(key);
    if (now === undefined) return;
    const times = now === before ? 0 : Math.floor((to - now) / (now - before));
    if (times > 0) now = await press(key, times);
  }
  for (let looks = 0; now !== undefined && stepsLeft(now) !== 0 && looks < MOST_LOOKS; looks++)
    now = await press(keyFor(to - now, 'ArrowUp', 'ArrowDown'), Math.abs(stepsLeft(now)));
  if (now !== undefined && Math.abs(now - to) > small / 1_000)
    act.note(`It is at ${now}, not at ${to}: its steps come no closer.`);
}

/** Undefined when the slider or its document is gone. */
async function standingOf(act: Action, frame: Frame, element: number): Promise<number | undefined> {
  try {
    return (await frame.call('sliderValue', { element }, act.scope())).now;
  } catch (error) {
    if (isSightlineError(error, 'document-gone') || isSightlineError(error, 'frame-gone')) return undefined;
    throw error;
  }
}
