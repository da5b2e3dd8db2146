/**
 * Controls or headings in a row, of which only names and states are shown, share a line of an outline:
 *
 *     - links "Read" e5, "Edit" [current=page] e6, [icon=help] e7
 *
 * No role is a plural, so no other line begins like that, and names are quoted: a page can't forge a ref there. A heading
 * of the level of the one before it does not say it again.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { QUOTED, quote } from '../quote.js';
import { PRESSED_ROLES } from '../roles.js';
import { computedFlag, flag, shownStates } from './flags.js';
import { plural } from './line.js';

const ROLES = new Map(
  [...PRESSED_ROLES, 'heading', 'option', 'treeitem'].map((role) => [plural(role), role]),
);
const RUN_ROLES = new Set(ROLES.values());
const FEWEST = 2;
const MAX_NAME = 80;

const FLAGS = `(?: ?\\[[a-z][a-z0-9-]*(?:=(?:${QUOTED}|[^\\]"]*))?\\])*`;
const LEVEL = /\[level=\d+\]/;
const WORD = new RegExp(`^(${[...ROLES.keys()].join('|')}) (?=["[])`);
const ITEM = new RegExp(`(${QUOTED})?(${FLAGS}) (\\w+)(?:, |$)`, 'y');

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
    run.push(item);
  }
  return run.length < FEWEST ? [] : run;
}

function isBare(node: SnapshotNode): boolean {
  if (!RUN_ROLES.has(node.role) || node.children.length > 0 || node.states.unseen !== undefined) return false;
  if (node.text || node.value || node.description || node.placeholder || node.url) return false;
  if (node.isFrame || node.cut || node.box || node.name.length > MAX_NAME) return false;
  return node.name !== '' || node.states.icon !== undefined;
}

export function runLine(run: readonly SnapshotNode[]): string {
  const items = run.map((node, at) => itemText(node, run[at - 1]?.states.level));
  const line = `${plural(run[0]?.role ?? '')} ${items.join(', ')}`;
  return /: | #/.test(line) ? `'${line.replaceAll("'", "''")}'` : line;
}

/** `level`: of the heading before it. */
function itemText(node: SnapshotNode, level: unknown): string {
  const computed = computedFlag(node);
  const flags = shownStates(node.role, node.states)
    .filter(([state, value]) => state !== 'level' || value !== level)
    .map(([state, value]) => flag(state, value));
  return [
    ...(node.name === '' ? [] : [quote(node.name)]),
    ...flags,
    ...(computed ? [flag(computed, true)] : []),
    node.ref,
  ].join(' ');
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
  let level: string | undefined;
  for (let at = start.length; at < body.length; at = ITEM.lastIndex) {
    ITEM.lastIndex = at;
    const [whole, name, flags = '', ref = ''] = ITEM.exec(body) ?? [];
    if (whole === undefined) return undefined;
    level = LEVEL.exec(flags)?.[0] ?? level;
    const isLevelLeftOut = role === 'heading' && level !== undefined && !LEVEL.test(flags);
    items.push({ role, name, flags: isLevelLeftOut ? ` ${level}${flags}` : flags, ref });
  }
  return items;
}

const LINES = new RegExp(`^ *- ('?)((?:${[...ROLES.keys()].join('|')}) ["[].*?)\\1$`, 'gm');

/** The refs that such lines of a text show. */
export function refsInRuns(text: string): string[] {
  return Array.from(text.matchAll(LINES), ([, quoted, body = '']) =>
    (parseRun(quoted ? body.replaceAll("''", "'") : body) ?? []).map(({ ref }) => ref),
  ).flat();
}
