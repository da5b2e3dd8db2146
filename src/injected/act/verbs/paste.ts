/**
 * Text for editors of code. What is typed they complete and indent, what is pasted they take as it is. No protocol can
 * paste without the clipboard of the person at the machine, so the event is made by script.
 */

import { addListener, dispatch, removeListener } from '../../dom/effects.js';
import { getComputedStyle, isConnected } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';
import { frame } from '../event-loop.js';
import type { Editable } from '../ready/condition.js';
import { shadowRootsAround } from '../ready/hit.js';
import { isStandIn } from './editor-input.js';

/** What is completed or indented while it is typed. */
const COMPLETED = /[\n()[\]{}<>"'`]/;

/** `keys`: the text would be typed key by key, and not inserted as one. */
export function isToPaste(editable: Editable, text: string, keys: boolean): boolean {
  if (!COMPLETED.test(text)) return false;
  return isStandIn(editable) || (keys && editable.kind === 'content' && isCode(editable.element));
}

function isCode(element: Element): boolean {
  return getComputedStyle(element).fontFamily.includes('monospace');
}

/** An editor may take the event and not its text: so many frames it has to draw it. */
const DRAWING_FRAMES = 10;
/** In milliseconds: a page that is busy draws late. */
const FRAME_PATIENCE = 100;

const TEXT: MutationObserverInit = { subtree: true, childList: true, characterData: true };

export const paste: Handler<'paste'> = async ({ finder, textGuard }, { element: number, text }) => {
  const element = finder.element(number);
  const taken = element !== undefined && isConnected(element) && (await pasteInto(element, text));
  if (taken) textGuard.take();
  return { taken };
};

/** Resolves with whether the editor has the text. */
async function pasteInto(field: Element, text: string): Promise<boolean> {
  const until = performance.now() + FRAME_PATIENCE * DRAWING_FRAMES;
  // What was selected is drawn before: that is not taken for the text.
  await frame(until);
  let isDrawn = false;
  const observer = new MutationObserver(() => {
    isDrawn = true;
  });
  for (const root of [document, ...shadowRootsAround(field)]) observer.observe(root, TEXT);
  const isTaken = hand(field, text);
  for (let frames = 0; isTaken && !isDrawn && frames < DRAWING_FRAMES; frames++) await frame(until);
  observer.disconnect();
  return isDrawn;
}

/** True when somebody took it. */
function hand(field: Element, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  let isLeft = false;
  const onWindow = (): void => {
    isLeft = true;
  };
  addListener(window, 'paste', onWindow);
  // Firefox makes a clipboard of its own, out of `data`.
  const init = { clipboardData, data: text, dataType: 'text/plain' };
  const event = new ClipboardEvent('paste', { ...init, bubbles: true, cancelable: true, composed: true });
  const isCancelled = !dispatch(field, event);
  removeListener(window, 'paste', onWindow);
  // Terminals let the browser go on, but the event no further.
  return isCancelled || !isLeft;
}
