import type { Agent } from '../../agent/agent.js';
import { SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import { formatPageHandle, parseFrameHandle, parseRef } from '../../tree/ref.js';

/** The page, and the ref of the target. A selector is searched in the given frame. */
export async function focusedPart(
  agent: Agent,
  { target, frame, handle }: Record<'target' | 'frame' | 'handle', string | undefined>,
  signal: AbortSignal | undefined,
): Promise<{ page: Page; ref?: string }> {
  if (target === undefined) return { page: await agent.page(handle) };
  if (frame !== undefined && !parseRef(target).ok) {
    const page = await agent.page(handle ?? pageOf(frame));
    const locator = page.frame(frame).locator(target);
    return { page, ref: locator.frame.refOf((await locator.find({ signal })).element) };
  }
  const { page, locator } = await agent.aim(target, handle);
  const ref = locator.frame.refOf((await locator.find({ signal })).element);
  if (frame !== undefined && page.frame(frame) !== locator.frame)
    throw new SightlineError(
      'bad-argument',
      `${ref} is not in frame ${frame}. Give only one of target and frame`,
    );
  return { page, ref };
}

/** The page in a frame handle; undefined for the first page, which handles leave out. */
function pageOf(frame: string): string | undefined {
  const parsed = parseFrameHandle(frame);
  const { context, page } = parsed.ok ? parsed.value : { context: 0, page: 0 };
  return context === 0 && page === 0 ? undefined : formatPageHandle({ context, page });
}
