/** The Playwright code of an element or a frame, from the tree that the agent was shown last. */
import type { Frame } from '../../page/frame.js';
import type { SnapshotNode } from '../../tree/node.js';
import { literal } from '../text-line.js';
import { cssCode, frameCode, locatorCode } from './locator-code.js';

/** `page`, or the locator of the frame's iframe. */
export async function codeOfFrame(
  frame: Frame,
  shown: SnapshotNode | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const known = shownCodeOf(frame, shown);
  if (known !== undefined) return known;
  const { json } = await frame.page.ariaSnapshotWithFrames({ signal });
  return frameCode(json.root, frame.handle) ?? `page.frame({ url: ${literal(frame.url)} })`;
}

/** If role and name are ambiguous, the page is asked for a selector. */
export async function codeOfElement(
  frame: Frame,
  element: number,
  shown: SnapshotNode | undefined,
): Promise<string> {
  const ref = frame.refOf(element);
  const code = shown && locatorCode(shown, ref);
  if (code !== undefined) return code;
  const scope = shownCodeOf(frame, shown);
  if (scope === undefined || frame.page.dialog) return `page.locator(${literal(`ref=${ref}`)})`;
  // If the element is gone, the action reports it.
  const selectors = await frame.page.resolveUidToSelector(ref).catch(() => undefined);
  return selectors ? cssCode(scope, selectors.css) : `page.locator(${literal(`ref=${ref}`)})`;
}

/** Undefined if the tree does not show the frame. */
function shownCodeOf(frame: Frame, shown: SnapshotNode | undefined): string | undefined {
  if (frame === frame.page.mainFrame) return 'page';
  return shown && frameCode(shown, frame.handle);
}
