/** Moves a slider that a page has built by its keys, as a person does who does not drag. */
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

/** More small steps than this are worth a look at how far a large one goes. */
const FEW = 20;
/** A slider that has no large steps is not followed for longer than this. */
const MOST_PRESSES = 1_000;
/** Sliders whose steps grow on the way need another look. */
const MOST_LOOKS = 4;

const LOST =
  'The page took the slider away or replaced it while it was moved: where it stands now is not known. Look again.';

export async function slide(
  act: Action,
  target: ElementTarget,
  { element, found, from, to }: Slide,
): Promise<void> {
  /** Presses a key so often; where the slider is then, undefined when nobody can say: the report tells why. */
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
      `${describeTarget(target, found)} has the focus and does not follow the arrow keys`,
      { hint: 'Click at its place on the track, or drag it there.' },
    );
  // Where up is down, so are the large steps.
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
    act.note(`It stands at ${now}, and not at ${to}: its steps lead no nearer.`);
}

/** Undefined when the slider is gone, or its document. */
async function standingOf(act: Action, frame: Frame, element: number): Promise<number | undefined> {
  try {
    return (await frame.call('sliderValue', { element }, act.scope())).now;
  } catch (error) {
    if (isSightlineError(error, 'document-gone') || isSightlineError(error, 'frame-gone')) return undefined;
    throw error;
  }
}
