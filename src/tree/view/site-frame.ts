/**
 * The frame of a site: navigation, header, footer and side bar, which are the same on page after page. A part that
 * equals one of the document before is one line. The main content is never such a part, and neither is
 * anything that differs in a word, a state or a value. Of a landmark with many links, such as the tools of
 * an article, addresses may differ: its line says so.
 */

import { isText, type SnapshotNode } from '../node.js';
import type { Gap } from '../text/gap.js';
import { isActedOn } from './outline-atoms.js';
import { partGap } from './outline-items.js';
import { inDocumentOrder } from './shape.js';

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

/** What the parts of a document say, without their refs, and long landmarks also without their addresses. */
export function framePartsOf(root: SnapshotNode): Set<string> {
  return new Set(parts(root).flatMap((part) => [said(part), ...(isLong(part) ? [said(part, false)] : [])]));
}

/** The few links to what can be done with a page are hardly longer than a line about them, and are needed. */
const isLong = (part: SnapshotNode): boolean =>
  LANDMARKS.has(part.role) && inDocumentOrder(part).filter(isActedOn).length >= FEWEST_LINKS;

/** A gap for each part of a tree that equals one of the document before. */
export function knownGaps(root: SnapshotNode, known: ReadonlySet<string>): Map<SnapshotNode, Gap[]> {
  const gaps = new Map<SnapshotNode, Gap[]>();
  const found = new Map<SnapshotNode, Gap>();
  for (const part of parts(root)) {
    const gap = partGap(part, part.children.length, 'same');
    if (known.has(said(part))) found.set(part, gap);
    else if (isLong(part) && known.has(said(part, false))) found.set(part, { ...gap, leadsElsewhere: true });
  }
  // What is in a part that is known needs no line.
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const gap = found.get(node);
    if (gap) gaps.set(node, [gap]);
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
function said(part: SnapshotNode, withAddresses = true): string {
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
        withAddresses ? url : typeof url,
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
