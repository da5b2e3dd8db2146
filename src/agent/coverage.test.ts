import { expect, it } from 'vitest';
import { node, tableTree } from '../../test/support/tree-builder.js';
import type { Snapshot, SnapshotChanges, SnapshotNode } from '../tree/node.js';
import { renderTree } from '../tree/text/render.js';
import { Coverage } from './coverage.js';

function snapshot(root: SnapshotNode, text: string, changes?: SnapshotChanges): Snapshot {
  const json = {
    root,
    snapshotId: 4,
    timestamp: 0,
    page: 'c0p0',
    url: '',
    title: '',
    iframeRefs: [],
    truncated: false,
  };
  return { text, json, ...(changes && { changes }) };
}

it('tells how often the changes were enough, and what they saved', () => {
  const coverage = new Coverage();
  const root = tableTree(5);
  const whole = renderTree(root);
  expect(`${coverage}`).toContain('0 answers');
  expect(coverage.count(snapshot(root, whole), false)).toMatch(/ 4 whole: \d+ characters, 0 saved$/);
  const changed = snapshot(root, '- <changed> x', { kind: 'diff', since: 3 });
  expect(coverage.count(changed, false)).toBe(
    `sightline:snapshots c0p0 4 diff since 3: 13 characters, ${whole.length - 13} saved`,
  );
  const same = snapshot(root, '', { kind: 'same', since: 3 });
  expect(coverage.count(same, false)).toContain(`0 characters, ${whole.length} saved`);
  const anew = snapshot(root, whole, { kind: 'whole', reason: 'many changes', since: 3 });
  expect(coverage.count(anew, false)).toContain('whole since 3 (many changes)');
  // What was asked for by itself says nothing about changes.
  expect(coverage.count(snapshot(node('list', 'e9'), '- list [ref=e9]'), true)).toContain(
    ' part: 15 characters, 0 saved',
  );
  expect(`${coverage}`).toBe(
    `sightline:snapshots 4 answers: 2 whole, 1 changes, 1 unchanged (50 % without the whole page), 1 parts; ${2 * whole.length + 28} characters, ${2 * whole.length - 13} saved`,
  );
});
