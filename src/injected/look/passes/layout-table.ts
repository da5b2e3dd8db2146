/**
 * Tables that put things beside each other, as pages were made once: their rows and cells say nothing. A table is
 * taken for one only where much speaks for it, since what a row or a column means is lost with them.
 */

import { isTextRun, saysNoMore, type ViewChild, type ViewNode } from '../view-node.js';
import type { Pass } from './prune.js';

const PARTS = new Set(['rowgroup', 'row', 'cell']);
const HEADERS = new Set(['columnheader', 'rowheader', 'caption']);
/** A frame of empty cells around one that holds something has at least as many cells. */
const FRAME_CELLS = 4;

/** What is in a cell takes the place of its table; text stays in its cell, apart from that of the next one. */
export const unwrapLayoutTable = (): Pass => {
  const loose = new Set<ViewNode>();
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
      if (node.children.length === 0) return 'drop';
      return node.role === 'cell' && node.children.some(isTextRun) ? undefined : 'flatten';
    },
    leave(node) {
      if (node.role === 'table' && loose.has(node)) around--;
    },
  };
};

interface Shape {
  parts: ViewNode[];
  rows: number;
  /** Of the longest row. */
  columns: number;
  cells: number;
  filled: number;
  hasTable: boolean;
}

/** Undefined where it has headers: it is a table of data then. Level by level, since those come first. */
function shapeOf(table: ViewNode): Shape | undefined {
  const shape: Shape = { parts: [], rows: 0, columns: 0, cells: 0, filled: 0, hasTable: false };
  let level: ViewNode[] = [table];
  while (level.length > 0) {
    const next: ViewNode[] = [];
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

function holdsTable(cell: ViewNode): boolean {
  return some(cell, (child) => !isTextRun(child) && child.role === 'table');
}

function holdsSomething(cell: ViewNode): boolean {
  return some(cell, (child) => (isTextRun(child) ? child.text.trim() !== '' : !child.plain));
}

function some(node: ViewNode, is: (child: ViewChild) => boolean): boolean {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const child of next.children) {
      if (is(child)) return true;
      if (!isTextRun(child)) waiting.push(child);
    }
  return false;
}

const isBare = (node: ViewNode): boolean => !node.interactive && !node.focusable && saysNoMore(node);
