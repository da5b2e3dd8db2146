/**
 * States and properties, one row each: the key in a snapshot, the ARIA attribute and its parser, the roles that
 * it applies to (all if none are listed), and the elements that have it without ARIA. To add a state, add a row.
 * False values are left out, except where false says something (`expanded: false` is closed and can be opened).
 */

import type { States } from '../../../tree/node.js';
import { CHECKABLE_ROLES } from '../../../tree/roles.js';
import { getAttribute, getAttributeNames } from '../../dom/intrinsics.js';
import type { Engine, Facts } from '../engine.js';
import { collapse } from '../text.js';
import * as native from './native-state.js';

type Value = string | number | boolean;
/** The value of an attribute; undefined if it is invalid and counts as absent. */
type Read = (written: string) => Value | undefined;
/** The element's own state; undefined leaves it to ARIA. */
type ReadNative = (engine: Engine, element: Element) => Value | undefined;

interface StateRow {
  name: string;
  attribute?: string;
  read?: Read;
  roles?: ReadonlySet<string>;
  native?: Readonly<Record<string, ReadNative>>;
  keepFalse?: true;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const truth: Read = (written) => (written === 'true' ? true : written === 'false' ? false : undefined);
const tristate: Read = (written) => (written === 'mixed' ? 'mixed' : truth(written));
const integer: Read = (written) => (/^\s*[+-]?\d+\s*$/.test(written) ? Number(written) : undefined);
const positive: Read = (written) => (/^\s*\+?0*[1-9]\d*\s*$/.test(written) ? Number(written) : undefined);
const real: Read = (written) =>
  written.trim() !== '' && Number.isFinite(Number(written)) ? Number(written) : undefined;
const text: Read = (written) => collapse(written) || undefined;
const oneOf = (words: string): Read => {
  const allowed = set(words);
  return (written) => (allowed.has(written) ? written : undefined);
};
/** One of the words; anything else means true. */
const wordOrTrue = (words: string): Read => {
  const allowed = set(words);
  return (written) => {
    const word = written.trim().toLowerCase();
    if (word === '' || word === 'false' || word === 'undefined') return undefined;
    return allowed.has(word) ? word : true;
  };
};

const ROWS: readonly StateRow[] = [
  {
    name: 'checked',
    attribute: 'aria-checked',
    read: tristate,
    roles: CHECKABLE_ROLES,
    native: { input: native.checked },
  },
  {
    name: 'selected',
    attribute: 'aria-selected',
    read: truth,
    roles: set('columnheader gridcell option row rowheader tab treeitem'),
    native: { option: native.selected },
  },
  { name: 'pressed', attribute: 'aria-pressed', read: tristate, roles: set('button'), keepFalse: true },
  {
    name: 'expanded',
    attribute: 'aria-expanded',
    read: truth,
    native: {
      summary: native.summaryExpanded,
      button: native.popoverExpanded,
      input: native.popoverExpanded,
    },
    keepFalse: true,
  },
  {
    name: 'required',
    attribute: 'aria-required',
    read: truth,
    native: { input: native.required, select: native.required, textarea: native.required },
  },
  {
    name: 'readonly',
    attribute: 'aria-readonly',
    read: truth,
    native: { input: native.readonly, textarea: native.readonly },
  },
  {
    name: 'invalid',
    attribute: 'aria-invalid',
    read: wordOrTrue('grammar spelling'),
    native: { input: native.invalid, select: native.invalid, textarea: native.invalid },
  },
  {
    name: 'level',
    attribute: 'aria-level',
    read: positive,
    roles: set('heading listitem row treeitem comment'),
  },
  {
    name: 'haspopup',
    attribute: 'aria-haspopup',
    read: (written) => (written === 'true' ? 'menu' : oneOf('menu listbox tree grid dialog')(written)),
  },
  { name: 'current', attribute: 'aria-current', read: wordOrTrue('page step location date time') },
  { name: 'autocomplete', attribute: 'aria-autocomplete', read: oneOf('inline list both') },
  {
    name: 'multiselectable',
    attribute: 'aria-multiselectable',
    read: truth,
    native: { select: native.multiple },
  },
  { name: 'multiline', attribute: 'aria-multiline', read: truth, native: { textarea: () => true } },
  { name: 'filled', native: { input: native.filled, textarea: native.textareaFilled } },
  { name: 'modal', attribute: 'aria-modal', read: truth, native: { dialog: native.modal } },
  { name: 'orientation', attribute: 'aria-orientation', read: oneOf('horizontal vertical') },
  { name: 'sort', attribute: 'aria-sort', read: oneOf('ascending descending other') },
  {
    name: 'valuemin',
    attribute: 'aria-valuemin',
    read: real,
    native: { input: native.minimum, meter: native.minimum, progress: () => 0 },
  },
  {
    name: 'valuemax',
    attribute: 'aria-valuemax',
    read: real,
    native: { input: native.maximum, meter: native.maximum, progress: native.maximum },
  },
  {
    name: 'valuenow',
    attribute: 'aria-valuenow',
    read: real,
    native: { input: native.now, meter: native.now, progress: native.now },
  },
  { name: 'valuetext', attribute: 'aria-valuetext', read: text },
  { name: 'busy', attribute: 'aria-busy', read: truth },
  { name: 'live', attribute: 'aria-live', read: oneOf('polite assertive') },
  { name: 'atomic', attribute: 'aria-atomic', read: truth },
  { name: 'posinset', attribute: 'aria-posinset', read: positive },
  { name: 'setsize', attribute: 'aria-setsize', read: integer },
  { name: 'colcount', attribute: 'aria-colcount', read: integer },
  { name: 'rowcount', attribute: 'aria-rowcount', read: integer },
  { name: 'colindex', attribute: 'aria-colindex', read: positive },
  { name: 'rowindex', attribute: 'aria-rowindex', read: positive },
  { name: 'roledescription', attribute: 'aria-roledescription', read: text },
  { name: 'keyshortcuts', attribute: 'aria-keyshortcuts', read: text },
  // Relations keep the ids as the author wrote them.
  { name: 'controls', attribute: 'aria-controls', read: text },
  { name: 'labelledby', attribute: 'aria-labelledby', read: text },
  { name: 'describedby', attribute: 'aria-describedby', read: text },
  { name: 'details', attribute: 'aria-details', read: text },
  { name: 'errormessage', attribute: 'aria-errormessage', read: text },
  { name: 'activedescendant', attribute: 'aria-activedescendant', read: text },
];

const BY_ATTRIBUTE: ReadonlyMap<string, StateRow> = new Map(
  ROWS.flatMap((row) => (row.attribute ? [[row.attribute, row] as const] : [])),
);

const BY_TAG: ReadonlyMap<string, readonly StateRow[]> = (() => {
  const map = new Map<string, StateRow[]>();
  for (const row of ROWS)
    for (const tag of Object.keys(row.native ?? {})) map.set(tag, [...(map.get(tag) ?? []), row]);
  return map;
})();

/** One shared object for the many elements without states. */
const NO_STATES: States = Object.freeze({});

/** Reads only what the element can have: most elements have no state at all. Do not modify the result. */
export function computeStates(
  engine: Engine,
  element: Element,
  { tag }: Facts,
  role: string,
): Readonly<States> {
  let states: States | undefined;
  let settled: Set<string> | undefined;

  const rows = BY_TAG.get(tag);
  if (rows)
    for (const row of rows) {
      if (row.roles && !row.roles.has(role)) continue;
      const value = row.native?.[tag]?.(engine, element);
      if (value === undefined) continue;
      settled ??= new Set();
      settled.add(row.name);
      states = put(states, row, value);
    }
  if (engine.hasGlobal(element))
    for (const name of getAttributeNames(element)) {
      if (!name.startsWith('aria-')) continue;
      const row = BY_ATTRIBUTE.get(name);
      if (!row || settled?.has(row.name) || (row.roles && !row.roles.has(role))) continue;
      states = put(states, row, row.read?.(getAttribute(element, name) ?? ''));
    }

  if (role === 'heading' && states?.level === undefined) states = { ...states, level: headingLevel(tag) };
  if (engine.isDisabled(element)) states = { ...states, disabled: true };
  if (element === engine.activeElement || element === engine.activeItem) states = { ...states, active: true };
  return states ?? NO_STATES;
}

function put(states: States | undefined, row: StateRow, value: Value | undefined): States | undefined {
  if (value === undefined || (value === false && !row.keepFalse)) return states;
  const known = states ?? {};
  known[row.name] = value;
  return known;
}

/** ARIA: a heading without a level has level 2. */
function headingLevel(tag: string): number {
  return /^h[1-6]$/.test(tag) ? Number(tag.slice(1)) : 2;
}
