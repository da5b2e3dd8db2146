/**
 * What a person would click or edit. An isolated world cannot see listeners, so it is decided by role, tag and
 * attributes; the walk handles the cursor, because it is inherited. A `tabindex` only makes an element focusable,
 * which is reported separately (`focusable`).
 */
import { INTERACTIVE_ROLES } from '../../tree/roles.js';
import { designMode, hasAttribute, isContentEditable, isHtml, matches } from '../dom/intrinsics.js';

const INTERACTIVE_TAGS = new Set(['button', 'canvas', 'embed', 'input', 'select', 'textarea']);

/** Handlers of user input. `onload`, `onerror` and the like say nothing about a person. */
const HANDLERS = (
  'click dblclick auxclick contextmenu mousedown mouseup mouseover mouseenter pointerdown pointerup ' +
  'touchstart touchend keydown keyup keypress dragstart drop'
).split(' ');
const HANDLER_SELECTOR = HANDLERS.map((name) => `[on${name}]`).join(',');
/** One native call rules out nearly every element. */
const HINT_SELECTOR = `${HANDLER_SELECTOR},[contenteditable],[controls]`;

/** An element that starts an editable region: what is inside is content, not another control. */
export function isEditingHost(element: Element, tag: string): boolean {
  if (tag === 'body' && designMode(document) === 'on') return true;
  return hasAttribute(element, 'contenteditable') && isHtml(element) && isContentEditable(element);
}

/** `tag` and `hasGlobal` as returned by `Aria`. */
export function isInteractive(element: Element, role: string, tag: string, hasGlobal: boolean): boolean {
  if (INTERACTIVE_ROLES.has(role) || INTERACTIVE_TAGS.has(tag)) return true;
  if (!hasGlobal || !matches(element, HINT_SELECTOR)) return tag === 'body' && isEditingHost(element, tag);
  if (tag === 'audio' || tag === 'video') return hasAttribute(element, 'controls');
  if (isEditingHost(element, tag)) return true;
  // A handler on the whole page catches everything: it makes nothing in particular clickable.
  return tag !== 'body' && matches(element, HANDLER_SELECTOR);
}
