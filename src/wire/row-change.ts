/**
 * The rows of a frame as changes: most actions change one place of a page, and the rows before and after it need
 * not be sent again. On Node's side an unchanged row is the same object, so `inflate` knows that its node is
 * unchanged too.
 */
import { type PackedRows, packRows, unpackRows } from './pack-rows.js';
import type { WireRow } from './rows.js';

/** The rows that both sides know by this id. */
export interface KnownRows {
  id: number;
  rows: readonly WireRow[];
}

export interface RowChange {
  /** The id of the new rows. */
  id: number;
  /** All rows, or those between the unchanged ones. */
  packed: PackedRows;
  /** How many known rows are unchanged at the start and at the end. */
  kept?: [start: number, end: number];
}

/**
 * `base`: the id that the other side knows; if it is not `known`, all rows are sent. `url`: the document's URL.
 */
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

/** How many rows are equal at the start and, of the rest, at the end. */
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

/** Deep equality of JSON values. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  // No list of keys is made: this is asked of every row. Neither type has an index signature.
  let more = 0;
  for (const key in a) {
    if (!same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
    more++;
  }
  for (const _ in b) more--;
  return more === 0;
}
