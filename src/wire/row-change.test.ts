import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SnapshotNode } from '../tree/node.js';
import { inflate } from './inflate.js';
import { applyRowChange, commonRows, rowChangeOf } from './row-change.js';
import { WIRE_FLAGS, type WireElement, type WireRow } from './rows.js';

const URL = 'https://a.test/x';
const MAIN = { context: 0, page: 0, frame: 0 };

/** A document as rows: the first is the root, each at most one level below the one before. */
const rowsOf = fc
  .array(
    fc.record({
      step: fc.integer({ min: -3, max: 1 }),
      text: fc.boolean(),
      number: fc.integer({ min: 2, max: 9 }),
      name: fc.constantFrom('', 'a', 'b'),
      frame: fc.constantFrom(false, false, false, true),
      more: fc.constantFrom(undefined, { value: 'v' }, { states: { level: 1 } }, { states: { level: 2 } }),
    }),
    { maxLength: 12 },
  )
  .map((steps): WireRow[] => {
    const rows: WireRow[] = [[0, 1, 'body', 'generic', '', 12]];
    let deepest = 1;
    for (const { step, text, number, name, frame, more } of steps) {
      const depth = Math.max(1, Math.min(deepest, deepest + step));
      if (text) rows.push([depth, name]);
      else {
        const row: WireElement = [depth, number, 'p', 'group', name, frame ? WIRE_FLAGS.frame : 0];
        if (more) row[6] = more;
        rows.push(row);
      }
      deepest = text ? depth : depth + 1;
    }
    return rows;
  });

/** A document and an edited version: rows in the middle were replaced. */
const edited = fc.tuple(rowsOf, rowsOf, fc.nat(), fc.nat()).map(([before, other, from, to]): WireRow[][] => {
  const start = 1 + (from % before.length);
  const end = start + (to % (before.length - start + 1));
  const after = [...before.slice(0, start), ...other.slice(1), ...before.slice(end)];
  return isDocument(after) ? [before, after, before] : [before, other];
});

function isDocument(rows: readonly WireRow[]): boolean {
  return rows.every(([depth], at) => {
    const last = rows[at - 1];
    return !last ? depth === 0 : depth > 0 && depth <= last[0] + (last.length === 2 ? 0 : 1);
  });
}

const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe('rowChangeOf', () => {
  it('returns the change from the known rows to the next', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (before, after) => {
        const known = { id: 1, rows: before };
        const change = sent(rowChangeOf(known, 1, { id: 2, rows: after }, URL));
        expect(applyRowChange(known, change, URL)).toEqual({ id: 2, rows: after });
      }),
    );
  });

  it('sends one row if one changed, and none if none did', () => {
    const rows: WireRow[] = [
      [0, 1, 'body', 'generic', '', 12],
      [1, 2, 'input', 'textbox', 'Name', 15, { value: 'a' }],
      [1, 'after'],
    ];
    const known = { id: 1, rows };
    const next = sent(rows);
    next[1] = [1, 2, 'input', 'textbox', 'Name', 15, { value: 'b' }];
    const change = rowChangeOf(known, 1, { id: 2, rows: next }, URL);
    expect(change.kept).toEqual([1, 1]);
    expect(change.packed.kinds).toHaveLength(1);
    expect(rowChangeOf(known, 1, { id: 2, rows: sent(rows) }, URL)).toMatchObject({
      kept: [3, 0],
      packed: { cells: [] },
    });
  });

  it('sends all rows if the other side knows different ones', () => {
    const rows: WireRow[] = [[0, 1, 'body', 'generic', '', 12]];
    for (const base of [undefined, 7])
      expect(rowChangeOf({ id: 1, rows }, base, { id: 2, rows }, URL).kept).toBeUndefined();
    expect(rowChangeOf(undefined, 1, { id: 2, rows }, URL).kept).toBeUndefined();
  });
});

describe('inflate, from partly unchanged rows', () => {
  const next = (before: readonly WireRow[], after: readonly WireRow[]): readonly WireRow[] => {
    const known = { id: 1, rows: before };
    return applyRowChange(known, sent(rowChangeOf(known, 1, { id: 2, rows: after }, URL)), URL).rows;
  };

  it('builds the same tree as from all rows, repeatedly, and does not modify earlier trees', () => {
    fc.assert(
      fc.property(fc.oneof(edited, fc.array(rowsOf, { minLength: 2, maxLength: 4 })), (documents) => {
        let tree = inflate(documents[0] ?? [], MAIN);
        for (const rows of documents.slice(1)) {
          const was = structuredClone(tree.root);
          const last = tree;
          tree = inflate(next(last.rows, rows), MAIN, 'short', last);
          const fresh = inflate(rows, MAIN);
          expect(tree.root).toEqual(fresh.root);
          expect(tree.nodes).toEqual(fresh.nodes);
          expect(tree.frames).toEqual(fresh.frames);
          expect(last.root).toEqual(was);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reuses unchanged parts of the earlier tree, but nothing around a frame', () => {
    const rows: WireRow[] = [
      [0, 1, 'body', 'generic', '', 12],
      [1, 2, 'nav', 'navigation', '', 12],
      [2, 3, 'a', 'link', 'Home', 15],
      [1, 4, 'input', 'textbox', 'Name', 15, { value: 'a' }],
      [1, 5, 'div', 'group', '', 12],
      [2, 6, 'iframe', 'iframe', '', 12 | WIRE_FLAGS.frame],
    ];
    const after = sent(rows);
    after[3] = [1, 4, 'input', 'textbox', 'Name', 15, { value: 'b' }];
    const before = inflate(rows, MAIN);
    const tree = inflate(next(rows, after), MAIN, 'short', before);
    const [nav, , around] = before.root.children as SnapshotNode[];
    expect(tree.root.children[0]).toBe(nav);
    expect(tree.root.children[2]).not.toBe(around);
    expect(tree.frames[0]).not.toBe(before.frames[0]);
  });

  it('reuses nothing if the ref style differs', () => {
    const rows: WireRow[] = [[0, 1, 'body', 'generic', '', 12]];
    expect(inflate(rows, MAIN, 'full', inflate(rows, MAIN)).root.ref).toBe('c0p0f0e1');
  });
});

it('commonRows counts no row twice', () => {
  const row: WireRow = [0, 'x'];
  expect(commonRows([row, row], [row, row, row], (a, b) => a === b)).toEqual([2, 0]);
});
