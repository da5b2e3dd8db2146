/** Asks a document what it has drawn, and whether the pointer has reached it. */
import type { Clock } from '../deadline.js';
import type { FrameId } from '../driver.js';
import type { WorldTable } from './world-table.js';

/** The timeout is for frames out of view, which are never drawn. */
const TWO_FRAMES = `() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 500);
})`;

/** Watches for a trusted pointer move; returns whether one came before two frames were drawn. */
const WATCH_POINTER = `() => {
  let stop;
  const moved = new Promise((done) => {
    const onMove = (event) => event.isTrusted && done(true);
    EventTarget.prototype.addEventListener.call(window, 'pointermove', onMove, true);
    stop = () => EventTarget.prototype.removeEventListener.call(window, 'pointermove', onMove, true);
  });
  globalThis[Symbol.for('sightline.pointer')] = async () => {
    const drawn = (${TWO_FRAMES})().then(() => false);
    const arrived = await Promise.race([moved, drawn]);
    stop();
    return arrived;
  };
}`;
const POINTER_ARRIVED = "() => globalThis[Symbol.for('sightline.pointer')]()";

/** Waits until the document has been drawn twice: what it showed at the call is then on the screen. */
export async function drawn(worlds: WorldTable, frame: FrameId, clock: Clock): Promise<void> {
  const { session, uniqueId } = await worlds.get(frame, 'isolated', clock);
  await session.send(
    'Runtime.callFunctionOn',
    { functionDeclaration: TWO_FRAMES, uniqueContextId: uniqueId, awaitPromise: true },
    clock.left(),
  );
}

/** Watches for the pointer in a document; the result says whether it has arrived since. */
export async function pointerArrival(
  worlds: WorldTable,
  frame: FrameId,
  clock: Clock,
): Promise<() => Promise<boolean>> {
  const { session, uniqueId } = await worlds.get(frame, 'isolated', clock);
  const run = async (functionDeclaration: string) => {
    const { result } = await session.send(
      'Runtime.callFunctionOn',
      { functionDeclaration, uniqueContextId: uniqueId, awaitPromise: true, returnByValue: true },
      clock.left(),
    );
    return result.value === true;
  };
  await run(WATCH_POINTER);
  return () => run(POINTER_ARRIVED);
}
