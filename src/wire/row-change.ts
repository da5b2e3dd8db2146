/**
 * The rows of a frame, told by what changed in them: most actions change one place of a page, and the rows before
 * and after it need not cross between page and Node anew. A row that stayed is the same object on Node's side, by
 * which `inflate` knows that its node stayed, too.
 */
import { type PackedRows, packRows, unpackRows } from './pack-rows.js';
import type { WireRow } from './rows.js';

/** The rows that both sides know by this number. */
export interface KnownRows {
  id: number;
  rows: readonly WireRow[];
}

export interface RowChange {
  /** Of the new rows. */
  id: number;
  /** All of them; or those between the ones that stayed. */
  packed: PackedRows;
  /** How many stayed at the start and at the end of the rows that were known. */
  kept?: [start: number, end: number];
}

/** `base`: what the other side says it knows; anything else than `known` gets all rows. `url`: of the document. */
export function rowChangeOf(
  known: KnownRows | undefined,
  base: number | undefined,
  { id, rows }: KnownRows,
  url: string,
): RowChange {
  if (!known || known.id !== base) return { id, packed: packRows(rows, url) };
  const [start, end] = commonRows(known.rows, rows, sameRow);
  return { id, packed: packRows(rows.slice(start, rows.length - end), url), kept: [start, end] };
}

export function applyRowChange(
  known: KnownRows | undefined,
  { id, packed, kept }: RowChange,
  url: string,
): KnownRows {
  const rows = unpackRows(packed, url);
  if (!kept || !known) return { id, rows };
  const [start, end] = kept;
  return { id, rows: [...known.rows.slice(0, start), ...rows, ...known.rows.slice(known.rows.length - end)] };
}

/** How many rows are the same at the start and, of the rest, at the end. */
export function commonRows(
  before: readonly WireRow[],
  after: readonly WireRow[],
  same: (a: WireRow | undefined, b: WireRow | undefined) => boolean,
): [start: number, end: number] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && same(before[start], after[start])) start++;
  let end = 0;
  while (end < most - start && same(before[before.length - 1 - end], after[after.length - 1 - end])) end++;
  return [start, end];
}

function sameRow(a: WireRow | undefined, b: WireRow | undefined): boolean {
  if (!a || !b || a.length !== b.length) return false;
  for (let at = 0; at < 6 && at < a.length; at++) if (a[at] !== b[at]) return false;
  return a.length < 7 || same(a[6], b[6]);
}

/** Of what JSON holds. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  // What both have is read by a key of one: neither type has an index.
  return keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
