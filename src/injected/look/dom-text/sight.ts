/**
 * Whether elements in the DOM text are visible. Exposed ones have been checked already; others are measured
 * only if they are out of flow, as screen-reader-only content is.
 */
import type { Aria } from '../../aria/aria.js';
import { Styled } from '../../aria/css/style-rules.js';
import { isSpeck } from '../../dom/geometry.js';
import { BOXLESS, type DomRecord, isRecord } from './record.js';

export function isInvisible(record: DomRecord, aria: Aria): boolean {
  if (record.invisible) return true;
  const { element, number, sight, names } = record;
  if (sight === 'nothing') return !BOXLESS.has(record.tag);
  if (number === undefined && sight === undefined && !showsSomething(record) && aria.isTransparent(element))
    return true;
  if (sight !== 'unseen') {
    // An element without attributes is not positioned by itself.
    const suspect = number === undefined && names.length > 0 && isOutOfFlow(element, aria);
    if (!suspect || !isCutOff(element, aria)) return false;
  }
  hide(record);
  return true;
}

/** A visible exposed element has no transparent ancestor. Reading styles is the most expensive part here. */
function showsSomething(record: DomRecord): boolean {
  for (let inside = record.children.find(isRecord); inside; inside = inside.children.find(isRecord)) {
    if (inside.invisible) return false;
    if (inside.number !== undefined) return inside.sight !== 'nothing';
  }
  return false;
}

function isOutOfFlow(element: Element, aria: Aria): boolean {
  if (!aria.maySet(element, Styled.position)) return false;
  const { position } = aria.styleOf(element);
  return position === 'absolute' || position === 'fixed';
}

/** Nothing overflows a box of one pixel. */
function isCutOff(element: Element, aria: Aria): boolean {
  if (!isSpeck(aria.boxOf(element)) || aria.displayOf(element) === 'contents') return false;
  const { overflowX, clip, clipPath } = aria.styleOf(element);
  return overflowX !== 'visible' || clip !== 'auto' || clipPath !== 'none';
}

function hide(record: DomRecord): void {
  const pending = [record];
  for (let next = pending.pop(); next; next = pending.pop()) {
    next.invisible = true;
    for (const child of next.children) if (isRecord(child)) pending.push(child);
  }
}
