/**
 * Text for code editors: they auto-complete and indent typed text but take pasted text as it is. No protocol can
 * paste without the user's clipboard, so script fires the event.
 */

import { addListener, dispatch, removeListener } from '../../dom/effects.js';
import { getComputedStyle, isConnected, isElement, parentNode, textContent } from '../../dom/intrinsics.js';
import { isStandIn } from '../../dom/stand-in.js';
import type { Handler } from '../acting.js';
import { frame } from '../event-loop.js';
import type { Editable } from '../ready/condition.js';
import { shadowRootsAround } from '../ready/hit.js';

/** Characters that trigger completion or indentation when typed. */
const COMPLETED = /[\n()[\]{}<>"'`]/;

/** `keys`: the text would be typed key by key instead of inserted at once. */
export function isToPaste(editable: Editable, text: string, keys: boolean): boolean {
  if (!COMPLETED.test(text)) return false;
  return isStandIn(editable.element) || (keys && editable.kind === 'content' && isCode(editable.element));
}

function isCode(element: Element): boolean {
  return getComputedStyle(element).fontFamily.includes('monospace');
}

/** Milliseconds in which the editor has to draw the text: it may take the event but not the text. */
const DRAWN_WITHIN = 1_000;

const TEXT: MutationObserverInit = { subtree: true, childList: true, characterData: true };

export const paste: Handler<'paste'> = async ({ finder, textGuard }, { element: number, text }) => {
  const element = finder.element(number);
  const taken = element !== undefined && isConnected(element) && (await pasteInto(element, text));
  if (taken) textGuard.take();
  return { taken };
};

/** Resolves to whether the editor has the text. */
async function pasteInto(field: Element, text: string): Promise<boolean> {
  const until = performance.now() + DRAWN_WITHIN;
  // Lets the selection be drawn first, so that it is not mistaken for the text.
  await frame(until);
  let isDrawn = false;
  const shows = drawn(text);
  const observer = new MutationObserver((changes) => {
    isDrawn ||= changes.some(({ target }) => shows(target));
  });
  for (const root of [document, ...shadowRootsAround(field)]) observer.observe(root, TEXT);
  const isTaken = hand(field, text);
  while (isTaken && !isDrawn && performance.now() < until) await frame(until);
  observer.disconnect();
  return isDrawn;
}

/** Whether the first or last line of the text is in what an editor changed, however it writes spaces. */
function drawn(text: string): (target: Node) => boolean {
  const lines = text.split('\n').map(squeezed).filter(Boolean);
  const ends = [lines[0] ?? '', lines.at(-1) ?? ''];
  return (target) => {
    const said = squeezed(textContent(isElement(target) ? target : (parentNode(target) ?? target)) ?? '');
    return ends.some((line) => said.includes(line));
  };
}

const squeezed = (text: string): string => text.replace(/\s/g, '');

/** True when the page took the event. */
function hand(field: Element, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  let isLeft = false;
  const onWindow = (): void => {
    isLeft = true;
  };
  addListener(window, 'paste', onWindow);
  // Firefox builds its own clipboard from `data`.
  const init = { clipboardData, data: text, dataType: 'text/plain' };
  const event = new ClipboardEvent('paste', { ...init, bubbles: true, cancelable: true, composed: true });
  const isCancelled = !dispatch(field, event);
  removeListener(window, 'paste', onWindow);
  // Terminals do not cancel the event but stop its propagation.
  return isCancelled || !isLeft;
}
