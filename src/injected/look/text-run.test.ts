import { describe, expect, it } from 'vitest';
import { type ExposedNode, type ExposedText, isTextRun } from './exposed-node.js';
import { blankIcons, iconIn, isIcon, lineBreak, mergeTextRuns, textRun, withoutIcons } from './text-run.js';

const merged = (...runs: ExposedText[]): string[] =>
  mergeTextRuns(runs).map((run) => (run as ExposedText).text);

describe('text runs', () => {
  it('collapse white space, but not no-break spaces', () => {
    expect(textRun('a \n\t b\u00a0\u00a0c', 'collapse').text).toBe('a b\u00a0\u00a0c');
  });

  it('keep preformatted text', () => {
    expect(merged(textRun('\n  a\n\n  b  \n', 'preserve'))).toEqual(['  a\n\n  b']);
    expect(merged(textRun('a   b \n  c', 'preserve-breaks'))).toEqual(['a b\nc']);
    const link = { element: {} } as ExposedNode; // merging looks at nothing else
    const code = [
      textRun('\n see ', 'preserve'),
      link,
      textRun('\n', 'preserve'),
      link,
      textRun('\n end\n', 'preserve'),
    ];
    expect(mergeTextRuns(code).map((each) => (isTextRun(each) ? each.text : each))).toEqual([
      ' see ',
      link,
      link,
      '\n end',
    ]);
  });

  it('collapse across their ends, and trim', () => {
    const plain = 'collapse';
    expect(merged(textRun(' a ', plain), textRun('  ', plain), textRun(' b ', plain), lineBreak())).toEqual([
      'a b',
    ]);
    expect(merged(textRun(' \n ', plain))).toEqual([]);
    expect(merged(textRun('\u00a0Rate', plain), textRun('\u00a0', plain))).toEqual(['Rate']);
    expect(merged(textRun('\u00a0Rate', plain))).toEqual(['Rate']);
  });

  it('stay linear in hostile text', () => {
    const spaces = ' '.repeat(1_000_000);
    expect(textRun(`${spaces}x`, 'preserve-breaks').text).toBe(' x');
    const many = Array.from({ length: 200_000 }, () => textRun('x ', 'collapse'));
    const [run] = mergeTextRuns(many);
    expect(run && isTextRun(run) && run.text.length).toBe(399_999);
  });
});

describe('isIcon', () => {
  it('distinguishes icon fonts from text', () => {
    expect(isIcon('\ue001')).toBe(true);
    expect(isIcon('\ue001 Menu')).toBe(false);
  });
});

describe('iconIn', () => {
  it('finds the first icon in a text', () => {
    expect(iconIn('Menu \u{f0001}\ue001')).toBe('\u{f0001}');
    expect(iconIn('😀 plain ﷐')).toBeUndefined();
    expect(blankIcons('a\ue001b\u{f0001}')).toBe('a b ');
  });
});

describe('withoutIcons', () => {
  it('keeps the words of a name', () => {
    expect(withoutIcons('\ue001\u00a0 Menu \u{f0001} of the day')).toBe('Menu of the day');
    expect(withoutIcons('\ue001 ')).toBe('');
    expect(withoutIcons(' as\u00a0it is ')).toBe(' as\u00a0it is ');
  });
});
