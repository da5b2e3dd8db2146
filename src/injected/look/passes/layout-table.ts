/**
 * Tables used for layout, as in old pages: their rows and cells mean nothing. A table counts as one only on
 * strong evidence, since the meaning of its rows and columns is lost.
 */

import { type ExposedChild, type ExposedNode, hasStates, isTextRun, saysNoMore } from '../exposed-node.js';
import type { Pass } from './pass.js';

const PARTS = new Set(['rowgroup', 'row', 'cell']);
const HEADERS = new Set(['columnheader', 'rowheader', 'caption']);
/** A frame of empty cells around one with content has at least this many cells. */
const FRAME_CELLS = 4;

/** The content of the cells replaces the table; text stays in its cell, separate from the next cell's. */
export const unwrapLayoutTable = (): Pass => {
  const loose = new Set<ExposedNode>();
  let around = 0;
  return {
    name: 'unwrap-layout-table',
    enter(node) {
      if (!node.mayLayOut) return;
      const shape = shapeOf(node);
      if (!shape || !laysOut(shape, around > 0)) return;
      around++;
      for (const part of [node, ...shape.parts]) loose.add(part);
    },
    exit(node) {
      if (!loose.has(node) || !isBare(node)) return undefined;
      if (node.outlined) return undefined;
      if (node.children.length === 0) return 'drop';
      return node.role === 'cell' && node.children.some(isTextRun) ? undefined : 'flatten';
    },
    leave(node) {
      if (node.role === 'table' && loose.has(node)) around--;
    },
  };
};

interface Shape {
  parts: ExposedNode[];
  rows: number;
  /** Of the longest row. */
  columns: number;
  cells: number;
  filled: number;
  hasTable: boolean;
}

/** Undefined if it has headers: then it is a data table. Level by level, since headers come first. */
function shapeOf(table: ExposedNode): Shape | undefined {
  const shape: Shape = { parts: [], rows: 0, columns: 0, cells: 0, filled: 0, hasTable: false };
  let level: ExposedNode[] = [table];
  while (level.length > 0) {
    const next: ExposedNode[] = [];
    for (const part of level) {
      let cells = 0;
      for (const child of part.children) {
        if (isTextRun(child)) continue;
        if (HEADERS.has(child.role)) return undefined;
        if (!PARTS.has(child.role)) continue;
        shape.parts.push(child);
        if (child.role === 'cell') cells++;
        else next.push(child);
      }
      if (part.role === 'row') shape.rows++;
      shape.columns = Math.max(shape.columns, cells);
    }
    level = next;
  }
  for (const cell of shape.parts) {
    if (cell.role !== 'cell') continue;
    shape.cells++;
    if (holdsSomething(cell)) shape.filled++;
    shape.hasTable ||= holdsTable(cell);
  }
  return shape;
}

function laysOut({ rows, columns, cells, filled, hasTable }: Shape, isInLayout: boolean): boolean {
  return hasTable || (isInLayout && (rows <= 1 || columns <= 1)) || (cells >= FRAME_CELLS && filled <= 1);
}

function holdsTable(cell: ExposedNode): boolean {
  return some(cell, (child) => !isTextRun(child) && child.role === 'table');
}

function holdsSomething(cell: ExposedNode): boolean {
  if (cell.outlined || hasStates(cell)) return true;
  return some(cell, (child) => (isTextRun(child) ? child.text.trim() !== '' : !child.plain));
}

function some(node: ExposedNode, is: (child: ExposedChild) => boolean): boolean {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const child of next.children) {
      if (is(child)) return true;
      if (!isTextRun(child)) waiting.push(child);
    }
  return false;
}

const isBare = (node: ExposedNode): boolean => !node.interactive && !node.focusable && saysNoMore(node);
