/**
 * The flags in square brackets on a node's line: which states are shown, in which order, and which computed
 * properties the role does not imply. A state without a row here is shown after the others, so a new one needs no
 * change here.
 */

import type { SnapshotNode, States } from '../node.js';
import { quote } from '../quote.js';
import { FIELD_ROLES, INTERACTIVE_ROLES, VALUE_ROLES } from '../roles.js';

export interface FlagRule {
  state: string;
  /** `always`: `[x=false]` too; `when-true`: nothing for false, since the role implies it; `never`: JSON only. */
  show: 'always' | 'when-true' | 'never';
  /** A person would look for it among siblings: an item that differs in it is shown when the others are folded. */
  telling?: true;
  /** `getByRole` takes it as an option, true or false. */
  queried?: true;
}

/** In the order of the text: what an agent asks first (can I use it, what is it set to) comes first. */
export const STATE_FLAGS = [
  // Shown in place of a missing name.
  { state: 'icon', show: 'always' },
  // What is drawn there, where no words say it.
  { state: 'shape', show: 'always' },
  { state: 'color', show: 'always', telling: true },
  { state: 'size', show: 'always' },
  { state: 'at', show: 'always' },
  { state: 'picture', show: 'always' },
  // It can be dragged, as the bar between two panes.
  { state: 'cursor', show: 'always' },
  // Why a person can't see it, nor anything in it.
  { state: 'unseen', show: 'always' },
  { state: 'level', show: 'always' },
  { state: 'active', show: 'when-true', telling: true },
  { state: 'disabled', show: 'when-true', telling: true, queried: true },
  { state: 'readonly', show: 'when-true', telling: true },
  { state: 'required', show: 'when-true' },
  { state: 'invalid', show: 'when-true', telling: true },
  { state: 'checked', show: 'when-true', telling: true, queried: true },
  { state: 'selected', show: 'when-true', telling: true, queried: true },
  // Only its presence distinguishes a toggle or a disclosure from a plain button, so "off" is shown.
  { state: 'pressed', show: 'always', telling: true, queried: true },
  { state: 'expanded', show: 'always', telling: true, queried: true },
  { state: 'haspopup', show: 'when-true' },
  { state: 'current', show: 'when-true', telling: true },
  { state: 'editable', show: 'when-true' },
  { state: 'multiline', show: 'when-true' },
  // Of a field whose value is never shown.
  { state: 'filled', show: 'when-true', telling: true },
  { state: 'multiselectable', show: 'when-true' },
  { state: 'sort', show: 'when-true' },
  { state: 'busy', show: 'when-true', telling: true },
  { state: 'modal', show: 'when-true' },
  { state: 'valuemin', show: 'always' },
  { state: 'valuemax', show: 'always' },
  { state: 'rowcount', show: 'always' },
  { state: 'colcount', show: 'always' },
  { state: 'roledescription', show: 'always' },
  { state: 'keyshortcuts', show: 'always' },
  // Relations are lists of ids or refs; their effect (name, description) is already in the text.
  { state: 'labelledby', show: 'never' },
  { state: 'describedby', show: 'never' },
  { state: 'details', show: 'never' },
  { state: 'errormessage', show: 'never' },
  { state: 'controls', show: 'never' },
  { state: 'owns', show: 'never' },
  { state: 'flowto', show: 'never' },
  { state: 'activedescendant', show: 'never' },
  // Already expressed by the value or by the place in the tree.
  { state: 'valuenow', show: 'never' },
  { state: 'valuetext', show: 'never' },
  { state: 'posinset', show: 'never' },
  { state: 'setsize', show: 'never' },
  { state: 'rowindex', show: 'never' },
  { state: 'colindex', show: 'never' },
  { state: 'rowspan', show: 'never' },
  { state: 'colspan', show: 'never' },
  // Useful only to a screen reader.
  { state: 'autocomplete', show: 'never' },
  { state: 'orientation', show: 'never' },
  { state: 'live', show: 'never' },
  { state: 'atomic', show: 'never' },
  { state: 'relevant', show: 'never' },
  { state: 'grabbed', show: 'never' },
  { state: 'dropeffect', show: 'never' },
] as const satisfies readonly FlagRule[];

const RULES: readonly FlagRule[] = STATE_FLAGS;

/** The states that `getByRole` takes. */
export type QueriedState = Extract<(typeof STATE_FLAGS)[number], { queried: true }>['state'];
export const QUERIED_STATES = STATE_FLAGS.filter((rule) => 'queried' in rule).map(
  ({ state }) => state as QueriedState,
); // filtered

export const TELLING_STATES: ReadonlySet<string> = new Set(
  RULES.filter(({ telling }) => telling).map(({ state }) => state),
);

const ORDER = new Map(RULES.map((rule, index) => [rule.state, { ...rule, index }]));

/** Keys of a line that are not states. */
const PROPERTY_KEYS = ['ref', 'url', 'src', 'frame', 'placeholder', 'box', 'focusable', 'clickable'] as const;
const TAKEN = new Set<string>(PROPERTY_KEYS);
const KEY = /^[a-z][a-z0-9-]*$/;

export function hasValue(role: string): boolean {
  return VALUE_ROLES.has(role);
}

/** Whether the role implies that a person can act on the element. */
export function isInteractiveRole(role: string): boolean {
  return INTERACTIVE_ROLES.has(role) || role === 'iframe';
}

/** The states that the text shows, in order. */
export function shownStates(
  role: string,
  states: States,
): [state: string, value: string | number | boolean][] {
  const shown: [string, string | number | boolean][] = [];
  for (const state in states) {
    const value = states[state];
    if (value === undefined) continue;
    const show = ORDER.get(state)?.show ?? 'when-true';
    if (show === 'never' || (show === 'when-true' && value === false)) continue;
    if (state === 'editable' && FIELD_ROLES.has(role)) continue;
    if (TAKEN.has(state) || !KEY.test(state)) continue;
    shown.push([state, value]);
  }
  if (shown.length > 1) shown.sort(([a], [b]) => place(a) - place(b));
  return shown;
}

/** `focusable` and `clickable`, where the role does not imply it. */
export function computedFlag({
  role,
  states,
  computed,
}: SnapshotNode): 'clickable' | 'focusable' | undefined {
  if (isInteractiveRole(role) || states.editable === true) return undefined;
  if (computed.interactive) return 'clickable';
  return computed.focusable ? 'focusable' : undefined;
}

/** `[checked]`, `[level=1]`, `[placeholder="Your name"]`. */
export function flag(key: string, value: string | number | boolean): string {
  return value === true ? `[${key}]` : `[${key}=${flagValue(value)}]`;
}

/** Without quotes if nothing in it could end the flag or be mistaken for a number or a boolean. */
const BARE = /^[A-Za-z/#?.][\w/#?.:;=&%+~@!$*(),-]*$/;

function flagValue(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return BARE.test(value) && value !== 'true' && value !== 'false' ? value : quote(value);
}

function place(state: string): number {
  return ORDER.get(state)?.index ?? STATE_FLAGS.length;
}
