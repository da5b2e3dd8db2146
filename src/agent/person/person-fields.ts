/** Tells pages what a person does, so that what they enter stays secret. */
import type { Frame } from '../../page/frame.js';
import type { Page } from '../../page/page.js';

/** Milliseconds. A frame that does not answer shows nothing to agents either. */
const PATIENCE = 2_000;

/** In every frame: which one has the focus is known only there. Returns the frame that text would go to. */
export async function markPersonFields(
  pages: readonly Page[],
  when: 'taken' | 'typing' | 'handed-back',
): Promise<Frame | undefined> {
  const frames = pages
    .filter(({ closed, dialog }) => closed === undefined && !dialog)
    .flatMap((page) => page.frames());
  const asked = frames.map((frame) => frame.call('personFields', { when }, { timeout: PATIENCE }));
  const told = await Promise.allSettled(asked);
  return frames[told.findLastIndex((each) => each.status === 'fulfilled' && each.value.takesText)];
}
