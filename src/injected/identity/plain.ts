/**
 * The headings above what nobody can use, such as a box to drop something on. A capture keeps none for the many elements
 * of this kind: each heading was shown itself, and what it was then is known of it.
 */
import type { Difference } from '../../wire/rows.js';
import type { Aria } from '../aria/aria.js';
import { closest } from '../dom/intrinsics.js';
import { Headings } from './headings.js';
import type { Registry } from './registry.js';
import { uncounted } from './uncounted.js';

/** Headings in these are shown with them. */
const MERGED = 'a,button,summary,label,[role="link"],[role="button"],[role="tab"]';

export function changedHeading(
  element: Element,
  moment: number | undefined,
  aria: Aria,
  registry: Registry,
): Difference | undefined {
  for (const heading of shownHeadings(element, aria)) {
    const number = registry.numberOf(heading);
    const was = number === undefined ? '' : (registry.seenAt(number, moment)?.name ?? '');
    const is = aria.nameOf(heading);
    if (uncounted(was) !== uncounted(is)) return { what: 'heading', was, is };
  }
  return undefined;
}

export const shownHeadings = (element: Element, aria: Aria): Element[] =>
  new Headings(aria).over(element).filter((heading) => !aria.isHidden(heading) && !closest(heading, MERGED));
