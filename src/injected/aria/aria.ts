/**
 * The accessibility engine as the rest of the in-page code uses it: ask an element for its role, name,
 * description, states and value, and for its place in the composed tree.
 *
 * One `Aria` lives for one walk: answers are cached and are not renewed when the page changes.
 * It only reads: nothing in the page is touched.
 */
import type { Aria } from './engine.js';

export type { Aria, Hidden, Pseudo } from './engine.js';
export { childrenArePresentational } from './roles.js';

export interface AriaOptions {
  /** Closed shadow roots that were handed to the in-page code. */
  closedRootOf?: (host: Element) => ShadowRoot | undefined;
}

export function createAria(_document: Document, _options: AriaOptions = {}): Aria {
  throw new Error('not written yet');
}
