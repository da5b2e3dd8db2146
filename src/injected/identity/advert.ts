/** Advertisements in the text of a page, by what pages call them. What can be used in one, or bought, is more than that. */
import { elementQuery, getAttribute, textContent } from '../dom/intrinsics.js';
import { isPrice } from './naming-number.js';

const TAGS = new Set(['div', 'span', 'ins', 'p', 'section']);
/** Only names of places for them: "ad" alone may be what the page is about. */
const NAMED =
  /(?:^|\s)(?:adsbygoogle|ads?[-_](?:slot|unit|banner|container|wrapper|placement)|(?:banner|google|native)[-_]ads?)(?:\s|$)/i;
const USED = 'button,input,select,textarea,h1,h2,h3,h4,h5,h6,[role]';
const MAX_LENGTH = 200;

export function isAdvert(element: Element, tag: string): boolean {
  if (!TAGS.has(tag)) return false;
  const isNamed =
    NAMED.test(getAttribute(element, 'class') ?? '') || NAMED.test(getAttribute(element, 'id') ?? '');
  if (!isNamed || elementQuery(element, USED)) return false;
  const text = textContent(element) ?? '';
  return text.length <= MAX_LENGTH && !isPrice(text);
}
