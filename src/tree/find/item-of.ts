/**
 * What a match needs to be understood and acted on: the row, list item or card that it stands in by its own words, the
 * header of its column, and the controls beside it.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip, yamlScalar } from '../quote.js';
import { computedFlag, isInteractiveRole } from '../text/flags.js';
import { detail, nameLine } from '../text/line.js';
import { isLeaf, leafText } from '../text/own-change.js';
import { WORDS } from '../view/outline-atoms.js';
import { inDocumentOrder } from '../view/shape.js';

const ITEMS = new Set(['article', 'listitem', 'row', 'treeitem']);
const CELLS = new Set(['cell', 'columnheader', 'gridcell', 'rowheader']);
const TABLES = new Set(['grid', 'table', 'treegrid']);
const MAX_WORDS = 120;
/** Boxes side by side that are like rows. */
const FEWEST_ALIKE = 3;
const MOST_IN_ROW = 24;
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

export interface ToldItems {
  /** Rows and cards whose controls have been shown. */
  items: Set<SnapshotNode>;
  /** Rows of headers that have been told with the first row below them. */
  tables: Set<SnapshotNode>;
}

export function surroundingsOf(
  node: SnapshotNode,
  path: readonly SnapshotNode[],
  { items, tables }: ToldItems,
): Surroundings {
  const item = itemAround(node, path);
  if (!item || wordsOf(item).length > MAX_ITEM) return { details: [], beside: [] };
  // A control can be acted on; a box around it without a role is worth telling if it tells it from others.
  if (isControl(node) && item.role === 'generic')
    return { details: isTelling(item, path) ? whereIn(item, node, undefined) : [], beside: [] };
  const headers = headersOf(item, path);
  const column = columnOf(item, headers, [...path, node]);
  const details = [
    ...(column ? [detail('column', clip(column, MAX_WORDS))] : []),
    ...whereIn(item, node, headers && tables.has(headers) ? undefined : headers),
  ];
  if (headers) tables.add(headers);
  if (items.has(item) || items.size >= MOST_ITEMS) return { details, beside: [] };
  items.add(item);
  const controls = inDocumentOrder(item).filter((each) => each !== item && each !== node && isControl(each));
  return { details, beside: controls.length > MOST_CONTROLS ? [] : controls.map(controlLine) };
}

/** By its name, or else by its text. */
function controlLine(control: SnapshotNode): string {
  const text = control.name === '' && isLeaf(control) ? leafText(control) : '';
  return text === '' ? nameLine(control) : `${nameLine(control)}: ${yamlScalar(clip(text, MAX_WORDS))}`;
}

/** The row, list item or card around a match, which may be without a role. */
function itemAround(node: SnapshotNode, path: readonly SnapshotNode[]): SnapshotNode | undefined {
  const around = [...path, node];
  const at = around.findLastIndex(({ role }) => ITEMS.has(role));
  const plain = around.findLastIndex((each, index) => isOneOfMany(each, around[index - 1]));
  return around[Math.max(at, plain)];
}

/** A box with several texts or controls, as the boxes beside it have them: a row of a table that has no roles. */
function isOneOfMany(node: SnapshotNode, parent: SnapshotNode | undefined): boolean {
  if (!parent || !isBox(node)) return false;
  const alike = parent.children.filter((child) => !isText(child) && isBox(child));
  return alike.length >= FEWEST_ALIKE && alike.length * 2 > parent.children.length;
}

/** Whether no box beside it says the same. */
function isTelling(item: SnapshotNode, path: readonly SnapshotNode[]): boolean {
  const beside = path[path.indexOf(item) - 1]?.children ?? [];
  return !beside.some((each) => each !== item && !isText(each) && wordsOf(each) === wordsOf(item));
}

function isBox(node: SnapshotNode): boolean {
  if (node.role !== 'generic' || node.name !== '' || node.children.length < 2) return false;
  let said = 0;
  for (const each of inDocumentOrder(node)) if (isLeaf(each) && ++said > MOST_IN_ROW) return false;
  return said > 1;
}

/** What the item says, where that is more than the match does, each cell under its column. */
function whereIn(item: SnapshotNode, node: SnapshotNode, headers: SnapshotNode | undefined): string[] {
  const words = headers ? cellsOf(item, headers) : wordsOf(item);
  if (words === '' || wordsOf(item) === wordsOf(node)) return [];
  const row = item.role === 'generic' ? `row ${item.ref}` : 'row';
  return [detail(row, clip(words, headers ? MAX_ITEM : MAX_WORDS))];
}

/** `Name=Ada | Amount=978`. */
function cellsOf(row: SnapshotNode, headers: SnapshotNode): string {
  const cells = row.children.filter(isCell).map((cell) => {
    const words = wordsOf(cell) || cell.name;
    const column = words === '' ? '' : (headerAt(headers, startOf(row, cell))?.name ?? '');
    return column === '' || column === words ? words : `${column}=${words}`;
  });
  return cells.filter((each) => WORDS.test(each)).join(' | ');
}

/** The row of a table with the headers of its columns. */
function headersOf(row: SnapshotNode, path: readonly SnapshotNode[]): SnapshotNode | undefined {
  const table = path.findLast(({ role }) => TABLES.has(role));
  if (!table || row.role !== 'row' || row.children.some(isHeader)) return undefined;
  return inDocumentOrder(table).find((each) => each.role === 'row' && each.children.some(isHeader));
}

/** The header above a cell. Cells that reach over several columns are counted as such. */
function columnOf(
  row: SnapshotNode,
  headers: SnapshotNode | undefined,
  around: readonly SnapshotNode[],
): string | undefined {
  const cell = around.find((each) => row.children.includes(each));
  return headers && cell && isCell(cell) ? headerAt(headers, startOf(row, cell))?.name : undefined;
}

function headerAt(headers: SnapshotNode, at: number): SnapshotNode | undefined {
  return headers.children.filter(isCell).find((each) => startOf(headers, each) === at && isHeader(each));
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
  return words.filter((each) => WORDS.test(each)).join(' | ') || item.name;
}
