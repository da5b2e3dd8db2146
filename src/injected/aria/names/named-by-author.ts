import { hasAttribute } from '../../dom/intrinsics.js';
import type { Aria } from '../aria.js';

/** Its name is written for it, not computed from its content. */
export const isNamedByAuthor = (element: Element, aria: Aria): boolean =>
  aria.hasGlobal(element) &&
  (hasAttribute(element, 'aria-label') ||
    hasAttribute(element, 'aria-labelledby') ||
    hasAttribute(element, 'title'));
