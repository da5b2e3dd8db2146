/**
 * The frame of a site: navigation, header, footer and side bar, which are the same on page after page. A part that
 * equals one of the document before is one line. The main content is never such a part, and neither is
 * anything that differs in a word, a state, a value or an address.
 */

import { isText, type SnapshotNode } from '../node.js';
import type { Gap } from '../text/gap.js';
import { isActedOn } from './outline-atoms.js';
import { partGap } from './outline-items.js';

/** Parts of a page that are there on others, too. */
const LANDMARKS = new Set(['banner', 'complementary', 'contentinfo', 'navigation']);
/** Pages without landmarks have their links in lists, tables and boxes. */
const BOXES = new Set([
  'generic',
  'group',
  'list',
  'menu',
  'menubar',
  'region',
  'rowgroup',
  'table',
  'toolbar',
  'tree',
]);
/** Fewer links than these are hardly longer than a line about them. */
const FEWEST_CONTROLS = 3;
const FEWEST_LINKS = 5;

/** What the parts of a document say, without their refs. */
export function framePartsOf(root: SnapshotNode): Set<string> {
  return new Set(parts(root).map(said));
}

/** A gap for each part of a tree that equals one of the document before. */
export function knownGaps(root: SnapshotNode, known: ReadonlySet<string>): Map<SnapshotNode, Gap[]> {
  const gaps = new Map<SnapshotNode, Gap[]>();
  const found = new Set<SnapshotNode>();
  for (const part of parts(root)) if (known.has(said(part))) found.add(part);
  // What is in a part that is known needs no line.
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (found.has(node)) gaps.set(node, [partGap(node, node.children.length, 'same')]);
    else for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return gaps;
}

function parts(root: SnapshotNode): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.role === 'main' || node.role === 'dialog' || node.role === 'alertdialog' || node.isFrame)
      continue;
    if (node !== root && isPart(node)) found.push(node);
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return found;
}

/** A landmark with a few controls, or a box of links with no field, no heading of the page and no main content in it. */
function isPart(node: SnapshotNode): boolean {
  const isLandmark = LANDMARKS.has(node.role);
  if (!isLandmark && !BOXES.has(node.role)) return false;
  let [controls, links] = [0, 0];
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.role === 'main' || next.role === 'dialog' || next.role === 'alertdialog' || next.isFrame)
      return false;
    if (next.states.active === true) return false;
    if (next.role === 'link') links++;
    if (isActedOn(next)) controls++;
    if (!isLandmark && (FORMS.has(next.role) || (next.role === 'heading' && next.states.level === 1)))
      return false;
    for (const child of next.children) if (!isText(child)) pending.push(child);
  }
  return isLandmark ? controls >= FEWEST_CONTROLS : links >= FEWEST_LINKS && links * 4 >= controls * 3;
}

const FORMS = new Set([
  'alert',
  'checkbox',
  'combobox',
  'form',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'status',
  'switch',
  'textbox',
]);

/** Everything that a view could show of it, except refs. */
function said(part: SnapshotNode): string {
  const words: unknown[] = [];
  const pending: (SnapshotNode | { role: 'text'; text: string } | ')')[] = [part];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === ')') words.push(')');
    else if (!('ref' in next)) words.push(next.text);
    else {
      const { role, name, description, value, states, url, placeholder, text } = next;
      words.push([
        role,
        name,
        description,
        value,
        Object.entries(states).filter(isTold),
        url,
        placeholder,
        text,
      ]);
      pending.push(')', ...[...next.children].reverse());
    }
  }
  return JSON.stringify(words);
}

/** Relations name elements by their refs, which are others in each document. */
function isTold([state]: [string, unknown]): boolean {
  return !RELATIONS.has(state);
}

const RELATIONS = new Set([
  'activedescendant',
  'controls',
  'describedby',
  'details',
  'errormessage',
  'flowto',
  'labelledby',
  'owns',
]);
