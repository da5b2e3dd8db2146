/** Asks a document what it has drawn, and whether the pointer has reached it. */
import type { Clock } from '../deadline.js';
import type { FrameId } from '../driver.js';
import { inPage } from '../in-page.js';
import type { WorldTable } from './worlds/world-table.js';

/** Waits until the document has been drawn twice: what it showed at the call is then on the screen. */
export async function untilDrawn(worlds: WorldTable, frame: FrameId, clock: Clock): Promise<void> {
  const { session, uniqueId } = await worlds.get(frame, 'isolated', clock);
  await session.send(
    'Runtime.callFunctionOn',
    { functionDeclaration: inPage('untilDrawnTwice'), uniqueContextId: uniqueId, awaitPromise: true },
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
  await run(inPage('watchPointer'));
  return () => run(inPage('pointerArrived'));
}
