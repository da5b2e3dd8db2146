import { describe, expect, it } from 'vitest';
import { diffRows, sideBySide } from './diff-rows.js';

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const count = Array.from({ length: 20 }, (_, at) => String(at + 1));

describe('a diff', () => {
  it('numbers lines on both sides and folds what did not change', () => {
    const after = count.flatMap((line) =>
      line === '5' ? ['five', 'and a half'] : line === '18' ? [] : [line],
    );
    const rows = diffRows(text(count), text(after));
    expect(rows.map((row) => (row.kind === 'gap' ? `gap ${row.count}` : `${row.kind} ${row.text}`))).toEqual([
      'gap 1',
      'same 2',
      'same 3',
      'same 4',
      'removed 5',
      'added five',
      'added and a half',
      'same 6',
      'same 7',
      'same 8',
      'gap 6',
      'same 15',
      'same 16',
      'same 17',
      'removed 18',
      'same 19',
      'same 20',
    ]);
    expect(rows.find((row) => row.kind === 'same' && row.text === '15')).toMatchObject({
      before: 15,
      after: 16,
    });
    expect(sideBySide(rows).slice(4, 6)).toMatchObject([
      { left: { text: '5' }, right: { text: 'five' } },
      { right: { text: 'and a half' } },
    ]);
  });

  it('is empty for equal texts, and whole for new ones', () => {
    expect(diffRows('a\n', 'a\n')).toEqual([]);
    expect(diffRows('', 'a\nb\n').map(({ kind }) => kind)).toEqual(['added', 'added']);
  });
});
