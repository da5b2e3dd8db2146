/**
 * Editors that draw their own text take input through a hidden field. That field does not hold the editor's text,
 * so selecting its content selects nothing: the editor's own select-all shortcut does.
 */

import { editContext } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import { getAttribute, getComputedStyle } from '../../dom/intrinsics.js';
import type { Editable } from '../ready/condition.js';
import { boundsOf } from '../ready/points.js';

/** Pixels: the size to which such fields are shrunk to hide them. */
const SLIVER = 3;

export function isStandIn({ kind, element }: Editable): boolean {
  if (kind === 'content') return editContext(element) !== null;
  if (kind !== 'textarea') return false;
  return getComputedStyle(element).opacity === '0' || pathOf(element).some((each) => isSliver(each, element));
}

/**
 * The field of a terminal: a textarea that declares a single line. Its input is sent on and the screen cannot be
 * edited: there the shortcut would be a command like any other.
 */
export function isTerminal({ kind, element }: Editable): boolean {
  return kind === 'textarea' && getAttribute(element, 'aria-multiline') === 'false';
}

/** The field itself, or an ancestor that clips it. */
function isSliver(each: Element, field: Element): boolean {
  const { width, height } = boundsOf(each);
  if (Math.min(width, height) > SLIVER) return false;
  return each === field || getComputedStyle(each).overflow !== 'visible';
}
