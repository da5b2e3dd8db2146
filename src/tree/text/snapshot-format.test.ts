/** Checks that docs/snapshot-format.md is true. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { checkLimits, DEFAULT_LIMITS, readSnapshotEnvironment, type SnapshotLimits } from '../limit.js';
import type { SnapshotChild, SnapshotNode } from '../node.js';
import { STATE_FLAGS } from './flags.js';
import { parseSnapshot } from './parse.js';
import { renderTree } from './render.js';

const document = readFileSync(new URL('../../../docs/snapshot-format.md', import.meta.url), 'utf8');

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(document)?.[1] ?? '';
}

/** Rows of the table that begins with the given column. */
function table(first: string): string[][] {
  const rows = new RegExp(`^\\| ${first} .*\\n\\| ---.*\\n((?:\\|.*\\n)+)`, 'm').exec(document)?.[1] ?? '';
  return rows
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

/** The example leaves out what the text does not show. */
function complete(child: Partial<SnapshotNode>): SnapshotChild {
  if (child.ref === undefined) return child as SnapshotChild;
  const computed = {
    focusable: false,
    interactive: false,
    visible: true,
    accessible: true,
    ...child.computed,
  };
  const children = (child.children ?? []).map((each) => complete(each as Partial<SnapshotNode>));
  return { tag: '', states: {}, ...child, computed, children } as SnapshotNode;
}

describe('docs/snapshot-format.md', () => {
  it('has an example that renders as shown', () => {
    const root = complete(JSON.parse(block('json'))) as SnapshotNode;
    const text = renderTree(root, { url: 'https://jobs.example/apply' });
    expect(text).toBe(block('yaml'));
    expect(parseSnapshot(text)).toMatchObject({ ok: true, root: { ref: 'e1' } });
    expect(parseYaml(text)).toHaveLength(2);
  });

  it('lists the states of the text in their order', () => {
    const shown = STATE_FLAGS.filter(({ show }) => show !== 'never').map(({ state, show }) => [
      state,
      show.replace('-', ' '),
    ]);
    expect(table('state')).toEqual(shown);
  });

  it('lists the states that only the JSON has', () => {
    const list = /^In JSON only: ([^.]*)\./m.exec(document)?.[1] ?? '';
    expect(list.match(/[a-z]+/g)).toEqual(
      STATE_FLAGS.filter(({ show }) => show === 'never').map(({ state }) => state),
    );
  });

  it('states defaults, bounds and variables of the limits', () => {
    const rows = table('option');
    expect(rows.map(([option]) => option)).toEqual(Object.keys(DEFAULT_LIMITS));
    for (const [option = '', variable = '', standard, from, to] of rows) {
      expect(DEFAULT_LIMITS[option as keyof SnapshotLimits]).toBe(Number(standard));
      expect(readSnapshotEnvironment({ [variable]: '7' })).toEqual({
        settings: { [option]: 7 },
        problems: [],
      });
      expect(checkLimits({ [option]: Number(from) })).toEqual([]);
      expect(checkLimits({ [option]: Number(to) })).toEqual([]);
      expect(checkLimits({ [option]: Number(from) - 1 })).toHaveLength(1);
      expect(checkLimits({ [option]: Number(to) + 1 })).toHaveLength(1);
    }
  });
});
