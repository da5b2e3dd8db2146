/**
 * Notices an element that a `:hover` style moves away from under the pointer: without the pointer it comes back, so it never
 * comes to rest.
 */
import type { Box } from '../../../tree/node.js';
import { matches } from '../../dom/intrinsics.js';
import { isSame } from './points.js';

/** How often it has to leave and to come back. */
const TURNS = 4;

export class Flight {
  #last: { box: Box; isHovered: boolean } | undefined;
  #turns = 0;

  /** True as soon as it is known to flee. Any other move starts the count again. */
  isSeen(element: Element, box: Box): boolean {
    const isHovered = matches(element, ':hover');
    const last = this.#last;
    this.#last = { box, isHovered };
    if (last && !isSame(last.box, box)) this.#turns = last.isHovered === isHovered ? 0 : this.#turns + 1;
    return this.#turns >= TURNS;
  }
}
