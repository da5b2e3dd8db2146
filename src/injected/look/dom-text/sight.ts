/**
 * Whether a person can see what the DOM text tells of. What the view shows has been looked at already; the rest is
 * measured only where it is taken out of the flow, as all is that is there for screen readers alone.
 */
import type { Aria } from '../../aria/aria.js';
import { Styled } from '../../aria/style-rules.js';
import { isSpeck } from '../../dom/geometry.js';
import { BOXLESS, type DomRecord, isRecord } from './record.js';

export function isInvisible(record: DomRecord, aria: Aria): boolean {
  if (record.invisible) return true;
  const { element, number, sight, names } = record;
  if (sight === 'nothing') return !BOXLESS.has(record.tag);
  if (number === undefined && sight === undefined && !showsSomething(record) && aria.isTransparent(element))
    return true;
  // What no attribute says anything of is not styled by itself.
  const suspect = number === undefined ? names.length > 0 && isOutOfFlow(element, aria) : sight === 'speck';
  if (!suspect || !isCutOff(element, aria)) return false;
  hide(record);
  return true;
}

/** What is in the view and can be seen is in nothing transparent: styles cost more than anything else here. */
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

/** Of a box of one pixel nothing sticks out. */
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
