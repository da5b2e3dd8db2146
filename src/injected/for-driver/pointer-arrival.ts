/** Whether a trusted move of the pointer has come to the document since it was last watched for. */
import { untilDrawnTwice } from './until-drawn-twice.js';

const addListener = EventTarget.prototype.addEventListener;
const removeListener = EventTarget.prototype.removeEventListener;

/** The two functions run in two calls, of which each has the bundle to itself: the world keeps what they share. */
const ARRIVAL = Symbol.for('sightline.pointer');
const world = globalThis as { [ARRIVAL]?: () => Promise<boolean> };

export function watchPointer(): void {
  let stop = (): void => undefined;
  const moved = new Promise<boolean>((resolve) => {
    const onMove = (event: Event): void => {
      if (event.isTrusted) resolve(true);
    };
    addListener.call(window, 'pointermove', onMove, true);
    stop = () => removeListener.call(window, 'pointermove', onMove, true);
  });
  world[ARRIVAL] = async () => {
    const arrived = await Promise.race([moved, untilDrawnTwice().then(() => false)]);
    stop();
    return arrived;
  };
}

/** False when none came before two frames were drawn. */
export function pointerArrived(): Promise<boolean> {
  return world[ARRIVAL]?.() ?? Promise.resolve(false);
}
