/**
 * What is around a frame. A document of another origin can't see it, so the documents around it compare it; in one call
 * with what else is asked of them where a pointer is used, else before anything is done.
 */
import type { CallScope } from '../driver/driver.js';
import type { Found } from '../wire/api.js';
import type { ElementTarget } from './actions.js';
import type { Frame } from './frame.js';
import { targetError } from './target/target-error.js';
import { withCheck } from './target/with-check.js';

/** The iframe around a frame that the target is in. */
export async function iframeAround(
  target: ElementTarget,
  inner: Frame,
  scope: CallScope,
): Promise<{ iframe: ElementTarget; parent: Frame; element: number }> {
  const { parent, element } = await inner.ownerElement(scope);
  const iframe = { ...target, frame: parent, target: { element }, label: parent.refOf(element) };
  return { iframe, parent, element };
}

/** Throws where something around the target's frame is not as it was seen; returns what was found. */
export async function compareAround(
  target: ElementTarget,
  scope: CallScope,
): Promise<{ iframe: ElementTarget; found: Found }[]> {
  if (!target.sight) return [];
  const inner: Frame[] = [];
  for (let frame = target.frame; frame.parent; frame = frame.parent) inner.push(frame);
  const compared = inner.map(async (frame) => {
    const { iframe, parent, element } = await iframeAround(target, frame, scope);
    if (parent.memory.isSameOrigin(element)) return [];
    const reply = await parent.call('find', { target: withCheck(iframe) }, scope);
    if (!reply.ok) throw targetError(iframe, reply.failure);
    return [{ iframe, found: reply.found }];
  });
  return (await Promise.all(compared)).flat();
}
