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

/** The focused element is scrolled into view here: see `bring-into-view.ts`. */
export const STAY: FocusOptions = { preventScroll: true };

/**
 * Focuses the element; refuses if that fails, since keys would go to another element. A focused descendant counts only
 * if the element itself cannot take the focus: a key for a tree item is not one for the item inside it.
 */
export function takeFocus(element: Element, caretAtEnd = false): Refused | undefined {
  if (focusedIn(element) === element && framesFocusIsHere()) return undefined;
  align(element, { down: 'nearest', across: 'nearest' });
  const host = hostOf(element);
  focus(host, STAY);
  if (!hasFocus(host))
    return {
      code: 'not-actionable',
      message: 'It cannot take the focus, so keys would go to another element',
    };
  const editable = caretAtEnd ? editableOf(element) : undefined;
  if (editable) moveCaretToEnd(editable);
  return undefined;
}

/** A paragraph of rich text has no focus of its own: its editing host has. */
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

/** Whether the element or something inside it has the focus. The body has it when nothing else does. */
export function hasFocus(element: Element): boolean {
  const focused = focusedIn(element);
  return focused !== null && contains(element, focused);
}

/** What has the focus in the document or shadow root of an element. */
function focusedIn(element: Element): Element | null {
  const root = getRootNode(element);
  return isDocument(root) || isShadowRoot(root) ? activeElement(root) : null;
}

/**
 * In an editor's iframe the body counts as focused, and a frame in another process keeps its active element. Keys
 * go there only if the frame itself has the focus. In the main document, a focused frame would be the active
 * element.
 */
function framesFocusIsHere(): boolean {
  return window === window.top || documentHasFocus(document);
}
