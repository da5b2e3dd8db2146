/**
 * Controls or headings in a row, of which only names and states are shown, share a line of an outline:
 *
 *     - links "Read" e5, "Edit" [current=page] e6, [icon=help] e7
 *     - buttons [expanded=false] "Cats" e8, "Dogs" e9
 *
 * No role is a plural, so no other line begins like that, and names are quoted: a page can't forge a ref there. What is true
 * of all of them stands before the first, and a heading of the level of the one before it does not say it again.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { QUOTED, quote } from '../quote.js';
import { PRESSED_ROLES } from '../roles.js';
import { computedFlag, flag, shownStates } from './flags.js';
import { plural } from './line.js';

/** Of a data grid, where each can be focused. */
const CELLS = ['cell', 'columnheader', 'gridcell', 'rowheader'];
const ROLES = new Map(
  [...PRESSED_ROLES, ...CELLS, 'generic', 'heading', 'option', 'treeitem'].map((role) => [
    plural(role),
    role,
  ]),
);
const RUN_ROLES = new Set(ROLES.values());
const FEWEST = 2;
const FEWEST_ALIKE = 4;
const MAX_NAME = 80;

const FLAGS = `(?: ?\\[[a-z][a-z0-9-]*(?:=(?:${QUOTED}|[^\\]"]*))?\\])*`;
const LEVEL = /\[level=\d+\]/;
const WORD = new RegExp(`^(${[...ROLES.keys()].join('|')}) (?=["[]|\\w+(?:, |$))`);
/** Flags of all: before the name of the first, where its own would stand after it. */
const OF_ALL = new RegExp(`(${FLAGS}) (?=")`, 'y');
const ITEM = new RegExp(`(${QUOTED})?(${FLAGS}) ?(\\w+)(?:, |$)`, 'y');

/** The controls that share the line of the first; none if it has its own line. */
export function runFrom(
  items: readonly SnapshotChild[],
  [from, to]: readonly [from: number, to: number],
  isAlone: (node: SnapshotNode) => boolean,
): SnapshotNode[] {
  const run: SnapshotNode[] = [];
  for (let at = from; at < to; at++) {
    const item = items[at];
    if (!item || isText(item) || item.role !== items[from]?.role || !isBare(item) || isAlone(item)) break;
    if (isEmpty(item) !== isEmpty(run[0] ?? item)) break;
    run.push(item);
  }
  const together = beforeAlike(run);
  return together.length < FEWEST ? [] : together;
}

/** Several with the same flags have a line of their own: these are said once there. */
function beforeAlike(run: SnapshotNode[]): SnapshotNode[] {
  const flags = run.map((node) => flagsOf(node).join(' '));
  for (let from = 0, to = 0; from < run.length; from = to) {
    while (to < run.length && flags[to] === flags[from]) to++;
    if (to - from >= FEWEST_ALIKE && flags[from] !== '') return run.slice(0, from === 0 ? to : from);
  }
  return run;
}

function isBare(node: SnapshotNode): boolean {
  if (!RUN_ROLES.has(node.role) || node.children.length > 0 || node.states.unseen !== undefined) return false;
  if (node.text || node.value || node.description || node.placeholder || node.url) return false;
  if (node.isFrame || node.cut || node.box || node.name.length > MAX_NAME) return false;
  return !isEmpty(node) || CELLS.includes(node.role);
}

/** Cells may be, as those before the first day of a month. */
const isEmpty = ({ name, states }: SnapshotNode): boolean =>
  name === '' && states.icon === undefined && states.cursor === undefined;

export function runLine(run: readonly SnapshotNode[]): string {
  const flags = run.map(flagsOf);
  const [first = [], ...others] = flags;
  const isNamed = run[0]?.name !== '';
  const ofAll = isNamed ? first.filter((each) => others.every((other) => other.includes(each))) : [];
  const items = run.map((node, at) => {
    const before = flags[at - 1] ?? [];
    const own = flags[at]?.filter(
      (each) => !ofAll.includes(each) && !(LEVEL.test(each) && before.includes(each)),
    );
    return [...(node.name === '' ? [] : [quote(node.name)]), ...(own ?? []), node.ref].join(' ');
  });
  const line = [plural(run[0]?.role ?? ''), ...ofAll, items.join(', ')].join(' ');
  return /: | #/.test(line) ? `'${line.replaceAll("'", "''")}'` : line;
}

function flagsOf(node: SnapshotNode): string[] {
  const computed = computedFlag(node);
  const states = shownStates(node.role, node.states).map(([state, value]) => flag(state, value));
  return computed ? [...states, flag(computed, true)] : states;
}

export interface RunItem {
  role: string;
  /** As it stands there, in quotes. */
  name: string | undefined;
  flags: string;
  ref: string;
}

/** The controls of a line (without YAML's quotes); undefined if it is another line. */
export function parseRun(body: string): RunItem[] | undefined {
  const [start, word] = WORD.exec(body) ?? [];
  const role = word && ROLES.get(word);
  if (!start || !role) return undefined;
  const items: RunItem[] = [];
  OF_ALL.lastIndex = start.length - 1;
  const [common = ' ', ofAll = ''] = OF_ALL.exec(body) ?? [];
  let level: string | undefined;
  for (let at = start.length - 1 + common.length; at < body.length; at = ITEM.lastIndex) {
    ITEM.lastIndex = at;
    const [whole, name, flags = '', ref = ''] = ITEM.exec(body) ?? [];
    if (whole === undefined) return undefined;
    level = LEVEL.exec(flags)?.[0] ?? level;
    const isLevelLeftOut = role === 'heading' && level !== undefined && !LEVEL.test(flags);
    items.push({ role, name, flags: `${ofAll}${isLevelLeftOut ? ` ${level}` : ''}${flags}`, ref });
  }
  return items;
}

const LINES = new RegExp(
  `^ *- ('?)((?:${[...ROLES.keys()].join('|')}) (?:["[]|\\w+(?:, |'?$)).*?)\\1$`,
  'gm',
);

/** The refs that such lines of a text show. */
export function refsInRuns(text: string): string[] {
  return Array.from(text.matchAll(LINES), ([, quoted, body = '']) =>
    (parseRun(quoted ? body.replaceAll("''", "'") : body) ?? []).map(({ ref }) => ref),
  ).flat();
}
