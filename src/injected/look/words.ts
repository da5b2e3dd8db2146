/** What a person reads on an element before acting on it. */
import { INTERACTIVE_ROLES } from '../../tree/roles.js';
import type { Aria } from '../aria/aria.js';
import { textContent } from '../dom/intrinsics.js';
import { clip } from './clip.js';

const MAX_TEXT = 500;
/** A click on an icon is a click on the button around it. */
const MOST_STEPS = 8;

export function wordsOn(element: Element, aria: Aria): string[] {
  const found = [
    aria.nameOf(element),
    aria.descriptionOf(element),
    clip((textContent(element) ?? '').trim(), MAX_TEXT),
  ];
  let above = aria.composedParent(element);
  for (let step = 0; above && step < MOST_STEPS; above = aria.composedParent(above), step++)
    if (INTERACTIVE_ROLES.has(aria.roleOf(above))) found.push(aria.nameOf(above));
  return [...new Set(found)].filter((text) => text !== '');
}
