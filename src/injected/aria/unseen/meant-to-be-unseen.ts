/** Controls that a page hides on purpose: a person uses what is drawn in their place. */
import { inputType } from '../../dom/intrinsics.js';
import { isStandIn } from '../../dom/stand-in.js';
import type { Aria } from '../engine.js';

/** A hidden field for text is not among them: it is a trap for programs that fill in everything. */
const DRAWN_OVER = new Set(
  'checkbox color date datetime-local file hidden month radio range time week'.split(' '),
);

/**
 * Native controls behind a drawn box, switch or button, and fields that an editor keeps for the keyboard. Buttons and
 * links are drawn by themselves.
 */
export function isMeantToBeUnseen(element: Element, aria: Aria): boolean {
  switch (aria.tagOf(element)) {
    case 'select':
    case 'textarea':
      return true;
    case 'input':
      return DRAWN_OVER.has(inputType(element as HTMLInputElement)) || aria.roleOf(element) === 'combobox'; // the tag says so
    default:
      return isStandIn(element);
  }
}
