/** How reports and errors describe elements. */

import type { ElementTarget } from '../page/actions.js';
import { differing } from '../page/target/target-error.js';
import { roleAndName } from '../tree/quote.js';
import type { Found } from '../wire/api.js';

/** By the word of the snapshot's `[unseen=…]`. */
const WHY_UNSEEN: Readonly<Record<string, string>> = {
  transparent: 'transparent',
  'zero-size': 'drawn without any size',
  clipped: 'clipped to nothing',
  'same-color': 'drawn in the color of its background',
  'tiny-font': 'written in letters of a pixel',
  covered: 'covered by something else',
  offscreen: 'off the screen, where no scrolling leads',
};

const FOUND_BY: Readonly<Record<NonNullable<Found['refound']>, string>> = {
  id: 'id',
  'role-and-name': 'role and name',
  item: 'role, name and what it stands in',
};

/** Notes for the agent on everything that the check of a ref found. */
export function notesOf({ frame, label }: ElementTarget, found: Found): string[] {
  const notes: string[] = [];
  if (found.refound)
    notes.push(
      `The page replaced ${label}; ${roleAndName(found.role, found.name)} was found again by its ${
        FOUND_BY[found.refound]
      } and is now ${frame.refOf(found.element)}.`,
    );
  if (found.changed) notes.push(`${label} is not as it was last seen: ${differing(found.changed)}.`);
  if (found.unseen)
    notes.push(
      `A person can't see ${label} (${roleAndName(found.role, found.name)}): it is ${WHY_UNSEEN[found.unseen] ?? found.unseen}.`,
    );
  return notes;
}

/** `e12 (button "Pay")` */
export function describeTarget({ label }: ElementTarget, found: Found | undefined): string {
  return found ? `${label} (${roleAndName(found.role, found.name)})` : label;
}

/** Another element of the target's frame. */
export function inFrame({ frame }: ElementTarget, element: number): ElementTarget {
  return { frame, target: { element }, label: frame.refOf(element) };
}
