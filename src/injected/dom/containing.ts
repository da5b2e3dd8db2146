/**
 * The boxes that an element moves with and is clipped by. These are not all of its ancestors: a positioned
 * element skips those that are not its containing block.
 */
import { pathOf } from './event-path.js';
import { documentElement, getComputedStyle, matches } from './intrinsics.js';
import type { Style } from './reads.js';

export interface Containing {
  /** Innermost first; without the root element. */
  around: Element[];
  /** Fixed to the viewport: the document scrolls beneath it. */
  fixed: boolean;
}

export function containingOf(element: Element): Containing {
  const [own, ...path] = pathOf(element);
  const around: Element[] = [];
  let position = own && isInTopLayer(own) ? 'top-layer' : getComputedStyle(element).position;
  for (const each of path) {
    if (position === 'top-layer' || each === documentElement(document)) break;
    const style = getComputedStyle(each);
    if (!isContaining(style, position)) continue;
    around.push(each);
    position = isInTopLayer(each) ? 'top-layer' : style.position;
  }
  return { around, fixed: position === 'fixed' || position === 'top-layer' };
}

/**
 * Whether a box is the containing block of something positioned inside it.
 * https://drafts.csswg.org/css-position/#containing-block
 */
function isContaining(style: Style, position: string): boolean {
  if (position !== 'fixed' && position !== 'absolute') return true;
  if (position === 'absolute' && style.position !== 'static') return true;
  return (
    [
      style.transform,
      style.translate,
      style.rotate,
      style.scale,
      style.perspective,
      style.filter,
      style.backdropFilter,
    ].some((value) => value !== undefined && value !== '' && value !== 'none') ||
    /layout|paint|strict|content/.test(style.contain) ||
    /transform|translate|rotate|scale|perspective|filter|contain/.test(style.willChange) ||
    style.contentVisibility === 'auto'
  );
}

/** Above everything else, wherever it is in the document. */
const isInTopLayer = (element: Element): boolean => matches(element, ':modal, :popover-open, :fullscreen');
