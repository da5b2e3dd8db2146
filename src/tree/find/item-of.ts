/**
 * What a match needs to be understood and acted on: the row, list item or card that it stands in by its own words, the
 * header of its column, and the controls beside it.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip } from '../quote.js';
import { computedFlag, isInteractiveRole } from '../text/flags.js';
import { detail, nameLine } from '../text/line.js';
import { inDocumentOrder } from '../view/shape.js';

const ITEMS = new Set(['article', 'listitem', 'row', 'treeitem']);
const CELLS = new Set(['cell', 'columnheader', 'gridcell', 'rowheader']);
const TABLES = new Set(['grid', 'table', 'treegrid']);
const MAX_WORDS = 120;
/** Characters: a longer one is an article, and no item among others. */
const MAX_ITEM = 400;
/** More controls than these are a part of the page of their own. */
const MOST_CONTROLS = 6;
/** The most items that a search with many matches shows with their content. */
const MOST_ITEMS = 6;

export interface Surroundings {
  /** `/column: Amount`, `/row: 17 | Ada | 978`. */
  details: string[];
  /** The controls of the item, each shown once. */
  beside: string[];
}

export function surroundingsOf(
  node: SnapshotNode,
  path: readonly SnapshotNode[],
  told: Set<SnapshotNode>,
): Surroundings {
  const item = [...path, node].findLast(({ role }) => ITEMS.has(role));
  if (!item || wordsOf(item).length > MAX_ITEM) return { details: [], beside: [] };
  const column = columnOf(item, node, path);
  const details = [...(column ? [detail('column', clip(column, MAX_WORDS))] : []), ...whereIn(item, node)];
  if (told.has(item) || told.size >= MOST_ITEMS) return { details, beside: [] };
  told.add(item);
  const controls = inDocumentOrder(item).filter((each) => each !== item && each !== node && isControl(each));
  return { details, beside: controls.length > MOST_CONTROLS ? [] : controls.map(nameLine) };
}

/** What the item says, where that is more than the match does. */
function whereIn(item: SnapshotNode, node: SnapshotNode): string[] {
  const words = wordsOf(item);
  return words === '' || words === wordsOf(node) ? [] : [detail('row', clip(words, MAX_WORDS))];
}

/** The header above a cell. Cells that reach over several columns are counted as such. */
function columnOf(row: SnapshotNode, node: SnapshotNode, path: readonly SnapshotNode[]): string | undefined {
  const within = [...path, node];
  const cell = within.find((each) => row.children.includes(each));
  const table = path.findLast(({ role }) => TABLES.has(role));
  if (!cell || !isCell(cell) || !table || row.role !== 'row' || cell.role === 'columnheader')
    return undefined;
  const headers = inDocumentOrder(table).find(
    (each) => each.role === 'row' && each !== row && each.children.some(isHeader),
  );
  const at = startOf(row, cell);
  return headers?.children.filter(isCell).find((each) => startOf(headers, each) === at && isHeader(each))
    ?.name;
}

function startOf(row: SnapshotNode, cell: SnapshotNode): number {
  let at = 0;
  for (const each of row.children) {
    if (each === cell) return at;
    if (isCell(each)) at += typeof each.states.colspan === 'number' ? each.states.colspan : 1;
  }
  return at;
}

/** A control alone in a cell stands for the cell. */
function isCell(child: SnapshotChild): child is SnapshotNode {
  return !isText(child) && (CELLS.has(child.role) || isInteractiveRole(child.role));
}

function isHeader(child: SnapshotChild): boolean {
  return child.role === 'columnheader';
}

function isControl(node: SnapshotNode): boolean {
  return (
    (isInteractiveRole(node.role) && !node.isFrame && node.role !== 'option') ||
    computedFlag(node) === 'clickable'
  );
}

/** What an item says, without its controls. */
function wordsOf(item: SnapshotNode): string {
  const words: string[] = [];
  for (const node of inDocumentOrder(item, (child) => !isControl(child))) {
    if (node !== item && node.name !== '') words.push(node.name);
    if (node.text) words.push(node.text);
    for (const child of node.children) if (isText(child)) words.push(child.text);
  }
  return words.join(' | ') || item.name;
}
