/** Rules about one element: its name, its role, its focus. */
import { INTERACTIVE_ROLES } from '../../../tree/roles.js';
import type { Problem } from '../../../wire/audit-api.js';
import type { Aria } from '../../aria/aria.js';
import { ROLES } from '../../aria/roles/roles.js';
import { getAttribute, hasAttribute } from '../../dom/intrinsics.js';

type Found = Pick<Problem, 'rule' | 'detail'>;

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Nobody knows what these are without a name. An option or a row may speak through its content. */
const NAMED = set(`
  alertdialog button checkbox combobox dialog iframe img link listbox menuitem menuitemcheckbox menuitemradio meter
  progressbar radio searchbox slider spinbutton switch tab textbox
`);

/** States without which a role says nothing; the native elements have their own. */
const REQUIRED_STATES: Readonly<Record<string, string>> = {
  checkbox: 'aria-checked',
  combobox: 'aria-expanded',
  heading: 'aria-level',
  menuitemcheckbox: 'aria-checked',
  menuitemradio: 'aria-checked',
  radio: 'aria-checked',
  scrollbar: 'aria-valuenow',
  slider: 'aria-valuenow',
  switch: 'aria-checked',
};

/** "Required accessibility parent role", with the ones that browsers do not enforce. */
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  cell: set('row'),
  columnheader: set('row'),
  gridcell: set('row'),
  listitem: set('list'),
  menuitem: set('group menu menubar'),
  menuitemcheckbox: set('group menu menubar'),
  menuitemradio: set('group menu menubar'),
  option: set('group listbox'),
  row: set('grid rowgroup table treegrid'),
  rowheader: set('row'),
  tab: set('tablist'),
  treeitem: set('group tree treeitem'),
};

export function* nameProblem(element: Element, aria: Aria): Generator<Found> {
  const role = aria.roleOf(element);
  if (!NAMED.has(role) || aria.nameOf(element) !== '') return;
  if (role === 'img' && aria.tagOf(element) !== 'img' && !hasAttribute(element, 'role')) return;
  const detail = aria.tagOf(element) === 'img' ? 'no alt text' : 'no accessible name';
  yield { rule: 'name', detail };
}

export function* roleProblems(element: Element, aria: Aria): Generator<Found> {
  const [written] = (getAttribute(element, 'role') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (written === undefined) return;
  if (!ROLES.has(written)) {
    yield { rule: 'role', detail: `there is no role "${written.slice(0, 50)}"` };
    return;
  }
  const parents = PARENTS[written];
  if (parents && !parents.has(contextOf(element, aria)))
    yield { rule: 'role', detail: `${written} is not in ${[...parents].join(' or ')}` };
  const state = REQUIRED_STATES[written];
  if (state !== undefined && !hasAttribute(element, state) && !isNative(element, aria, written))
    yield { rule: 'state', detail: `${written} without ${state}` };
}

/** `<input type=checkbox role=switch>` is checked by itself, `<h2 role=heading>` has its level. */
function isNative(element: Element, aria: Aria, role: string): boolean {
  const tag = aria.tagOf(element);
  return role === 'heading' ? /^h[1-6]$/.test(tag) : tag === 'input' || tag === 'select';
}

/** The nearest meaningful role above. */
function contextOf(element: Element, aria: Aria): string {
  for (let above = aria.composedParent(element); above; above = aria.composedParent(above)) {
    const role = aria.roleOf(above);
    if (role !== 'generic' && role !== 'none') return role;
  }
  return '';
}

export function* focusProblems(element: Element, aria: Aria): Generator<Found> {
  const index = Number(getAttribute(element, 'tabindex') ?? Number.NaN);
  if (index > 0) yield { rule: 'tab-order', detail: `tabindex ${index} is before everything else` };
  if (!aria.isFocusable(element) || index < 0) return;
  if (aria.hiddenOf(element) === 'aria-hidden')
    yield { rule: 'hidden-focus', detail: 'takes the focus, but aria-hidden hides it' };
  const around = interactiveAround(element, aria);
  if (around) yield { rule: 'nested', detail: `inside ${around}, which hides it` };
}

/** A control inside a control can't be reached with assistive technology. */
function interactiveAround(element: Element, aria: Aria): string | undefined {
  if (!INTERACTIVE_ROLES.has(aria.roleOf(element))) return undefined;
  for (let above = aria.composedParent(element); above; above = aria.composedParent(above)) {
    const role = aria.roleOf(above);
    if (role === 'button' || role === 'link') return role;
  }
  return undefined;
}
