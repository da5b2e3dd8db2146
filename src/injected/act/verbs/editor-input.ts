/**
 * Editors that draw their text themselves have a field that nobody sees, and that takes what is typed. What it holds
 * is not the editor's text, so selecting it selects nothing: the editor does that when it is asked by its shortcut.
 */

import { editContext } from '../../dom/effects.js';
import { getAttribute, getComputedStyle } from '../../dom/intrinsics.js';
import type { Editable } from '../ready/condition.js';
import { pathOf } from '../ready/hit.js';
import { boundsOf } from '../ready/points.js';

/** Pixels of a field that are left where somebody must not see it. */
const SLIVER = 3;

export function isStandIn({ kind, element }: Editable): boolean {
  if (kind === 'content') return editContext(element) !== null;
  if (kind !== 'textarea') return false;
  return getComputedStyle(element).opacity === '0' || pathOf(element).some((each) => isSliver(each, element));
}

/**
 * The field of a terminal: an area that says it is a single line. What is typed is sent on, and what stands on the
 * screen is not for the editing: there the shortcut is a command like any other.
 */
export function isTerminal({ kind, element }: Editable): boolean {
  return kind === 'textarea' && getAttribute(element, 'aria-multiline') === 'false';
}

/** Of the field itself, or of what is around it and cuts it off. */
function isSliver(each: Element, field: Element): boolean {
  const { width, height } = boundsOf(each);
  if (Math.min(width, height) > SLIVER) return false;
  return each === field || getComputedStyle(each).overflow !== 'visible';
}
