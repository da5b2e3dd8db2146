import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { diffLines } from './line-diff.js';
import { unifiedDiff } from './unified-diff.js';

const folder = mkdtempSync(join(tmpdir(), 'sightline-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

const diff = (before: string, after: string) =>
  unifiedDiff(before, after, { file: 'dom.html', before: '(before click-e1)', after: '(after click-e1)' });

/** The new text, as `patch` (or `git apply`) makes it from the old one and the diff. */
function applied(tool: 'patch' | 'git', before: string, patch: string): string {
  const file = join(folder, 'dom.html');
  writeFileSync(file, before);
  writeFileSync(join(folder, 'change.diff'), patch);
  const [command, args] =
    tool === 'patch'
      ? ['patch', ['--quiet', '--no-backup-if-mismatch', '--fuzz=0', 'dom.html', 'change.diff']]
      : ['git', ['apply', '-p0', '--unidiff-zero', '--whitespace=nowarn', 'change.diff']];
  // Outside any repository, so that no repository settings apply.
  execFileSync(command as string, args as string[], {
    cwd: folder,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return readFileSync(file, 'utf8');
}

/** The new list, made from the old one and the changes; fails if they overlap or are out of order. */
function patched(before: string[], after: string[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(before, after)) {
    expect(oldStart).toBeGreaterThanOrEqual(at);
    result.push(...before.slice(at, oldStart));
    expect(result.length).toBe(newStart);
    result.push(...after.slice(newStart, newEnd));
    at = oldEnd;
  }
  return [...result, ...before.slice(at)];
}

const line = fc.constantFrom(
  '<div>',
  '</div>',
  '<li>',
  '</li>',
  '  a',
  '  b',
  '',
  '-- dom.html',
  '+x',
  '\\ x',
  'c\r',
);
const edit = fc.tuple(fc.nat(), fc.nat(3), fc.array(line, { maxLength: 3 }));
/** A text and the same text after a few edits. */
const pair = fc
  .record({ lines: fc.array(line, { maxLength: 40 }), edits: fc.array(edit, { maxLength: 6 }) })
  .map(({ lines, edits }) => {
    const changed = [...lines];
    for (const [at, remove, add] of edits) changed.splice(at % (changed.length + 1), remove, ...add);
    return [lines, changed] as [string[], string[]];
  });

describe('diffLines', () => {
  it('turns the old lines into the new ones', () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(patched(before, after)).toEqual(after);
      }),
      { numRuns: 2000 },
    );
  });

  it('continues where the search for the shortest path gives up', () => {
    const words = ['a', 'b', 'c', 'd', 'e'];
    let seed = 7;
    const pick = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return words[(seed >> 8) % words.length] ?? '';
    };
    const before = Array.from({ length: 3000 }, pick);
    const after = before.flatMap((word, at) => (at % 3 === 0 ? [pick()] : at % 7 === 0 ? [] : [word]));
    expect(patched(before, after)).toEqual(after);
    const changed = diffLines(before, after).reduce((sum, each) => sum + each.oldEnd - each.oldStart, 0);
    expect(changed).toBeLessThan(2000);
  });

  it('finds unchanged lines between many changed ones', () => {
    const before = Array.from({ length: 25_000 }, (_, at) => (at % 5 === 0 ? '</div>' : `line ${at}`));
    const after = before.map((each, at) => (at % 5 < 2 ? `${each} changed ${at}` : each));
    const changes = diffLines(before, after);
    expect(changes).toHaveLength(5_000);
    expect(changes.every(({ oldStart, oldEnd }) => oldEnd - oldStart === 2)).toBe(true);
    expect(patched(before, after)).toEqual(after);
  });

  it('marks whole elements as new', () => {
    const item = (name: string) => ['  <li>', `    ${name}`, '  </li>'];
    const before = ['<ul>', ...item('A'), '</ul>'];
    const after = ['<ul>', ...item('A'), ...item('B'), '</ul>'];
    expect(diffLines(before, after)).toEqual([{ oldStart: 4, oldEnd: 4, newStart: 4, newEnd: 7 }]);
    expect(diffLines(after, before)).toEqual([{ oldStart: 4, oldEnd: 7, newStart: 4, newEnd: 4 }]);
  });
});

describe('unifiedDiff', () => {
  it('shows one changed line with three lines around it', () => {
    const text = (value: string) => `1\n2\n3\n4\nvalue="${value}"\n6\n7\n8\n9\n`;
    expect(diff(text(''), text('John'))).toBe(
      [
        '--- dom.html\t(before click-e1)',
        '+++ dom.html\t(after click-e1)',
        '@@ -2,7 +2,7 @@',
        ' 2',
        ' 3',
        ' 4',
        '-value=""',
        '+value="John"',
        ' 6',
        ' 7',
        ' 8',
        '',
      ].join('\n'),
    );
  });

  it('is empty without a change', () => {
    expect(diff('a\nb', 'a\nb')).toBe('');
  });

  it.each(['patch', 'git'] as const)('is applied by %s, byte for byte', (tool) => {
    const end = fc.boolean();
    fc.assert(
      fc.property(pair, end, end, ([old, now], oldEnds, newEnds) => {
        const before = old.join('\n') + (oldEnds ? '\n' : '');
        const after = now.join('\n') + (newEnds ? '\n' : '');
        // Neither tool handles an empty file under these names: creating and deleting have their own headers.
        fc.pre(before !== after && before !== '' && after !== '');
        expect(applied(tool, before, diff(before, after))).toBe(after);
      }),
      { numRuns: 60 },
    );
  });
});
