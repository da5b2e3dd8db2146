/**
 * Roles by what they are to a person. Both sides ask here; what ARIA says about each role, and only the page needs,
 * is in `injected/aria/roles/roles.ts`.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Pressed: one click does all there is to do. */
export const PRESSED_ROLES = set(
  'button checkbox link menuitem menuitemcheckbox menuitemradio radio switch tab',
);

/** Filled in. */
export const FIELD_ROLES = set('combobox searchbox spinbutton textbox');

/** Hold what a person enters or chooses. */
export const ENTERED_ROLES: ReadonlySet<string> = new Set([
  ...FIELD_ROLES,
  ...set('checkbox listbox radio slider switch'),
]);

/** Acted on by a person, and so focusable. */
export const INTERACTIVE_ROLES: ReadonlySet<string> = new Set([
  ...PRESSED_ROLES,
  ...FIELD_ROLES,
  ...set('listbox option scrollbar slider treeitem'),
]);

/** Checked and unchecked. */
export const CHECKABLE_ROLES = set('checkbox menuitemcheckbox menuitemradio option radio switch treeitem');

/** Stand somewhere between a least and a greatest value. */
export const RANGE_ROLES = set('meter progressbar scrollbar slider spinbutton');

/** Ranges that a person moves, by ARIA. */
export const MOVABLE_ROLES = set('scrollbar separator slider spinbutton');

/** Inline text of these is a value: entered, chosen or set. */
export const VALUE_ROLES: ReadonlySet<string> = new Set([
  ...FIELD_ROLES,
  ...RANGE_ROLES,
  ...set('listbox separator'),
]);

/** One of several alike, as in a list, a table or a feed. */
export const ITEM_ROLES = set('article listitem option row treeitem');

/** News and titles: read as a whole. */
export const MESSAGE_ROLES = set('alert heading status');
