/** Gives an element the focus, so that keys go there. */

import type { Refused } from '../../../wire/api.js';
import { focus } from '../../dom/effects.js';
import {
  activeElement,
  contains,
  documentHasFocus,
  getRootNode,
  isDocument,
  isElement,
  isShadowRoot,
  parentNode,
} from '../../dom/intrinsics.js';
import { align } from '../ready/bring-into-view.js';
import { editableOf } from '../ready/condition.js';
import { moveCaretToEnd } from './field-text.js';

/** What has the focus is brought into view here: see `bring-into-view.ts`. */
export const STAY: FocusOptions = { preventScroll: true };

/** Focuses, and refuses where that does not work: keys would go to another element. */
export function takeFocus(element: Element, caretAtEnd = false): Refused | undefined {
  if (hasFocus(element) && framesFocusIsHere()) return undefined;
  align(element, { down: 'nearest', across: 'nearest' });
  const host = hostOf(element);
  focus(host, STAY);
  if (!hasFocus(host))
    return {
      code: 'not-actionable',
      message: 'It can not take the focus, so keys would go to another element',
    };
  const editable = caretAtEnd ? editableOf(element) : undefined;
  if (editable) moveCaretToEnd(editable);
  return undefined;
}

/** A paragraph of rich text has no focus of its own: the whole of it has. */
function hostOf(element: Element): Element {
  let host = element;
  for (let around = parentOf(host); around && editableOf(around)?.kind === 'content'; around = parentOf(host))
    host = around;
  return host;
}

function parentOf(element: Element): Element | null {
  const parent = parentNode(element);
  return isElement(parent) ? parent : null;
}

/** The element itself or something inside of it. The body has the focus when nothing else has. */
export function hasFocus(element: Element): boolean {
  const root = getRootNode(element);
  const focused = isDocument(root) || isShadowRoot(root) ? activeElement(root) : null;
  return focused !== null && contains(element, focused);
}

/**
 * The body of an editor's frame is what would have the focus there, and in a frame of another process what
 * had it still has: keys go there only when the frame itself is the focused one. In the main document the
 * frame would be its active element.
 */
function framesFocusIsHere(): boolean {
  return window === window.top || documentHasFocus(document);
}
