import { describe, expect, it } from 'vitest';
import { findLines } from './find-lines.js';

const TEXT = [
  '<body>',
  '  <p>one</p>',
  '  <p>two</p>',
  '  <iframe ref="e4">',
  '    <!-- BEGIN IFRAME e4 -->',
  '    <p>one inside</p>',
  '    <!-- END IFRAME e4 -->',
  '  </iframe>',
  '  <p>last one</p>',
  '</body>',
  '',
].join('\n');

const lines = (...args: Parameters<typeof findLines> extends [string, ...infer Rest] ? Rest : never) => {
  const found = findLines(TEXT, ...args);
  return found.ok ? found.lines : found.message;
};

describe('findLines', () => {
  it('text of the page is not mistaken for a ref', () => {
    const found = findLines('<p ref="e1">[ref=e5] Pay</p>', { text: 'pay' });
    expect(found).toMatchObject({
      lines: ['1 line matches: shown', '1: <p ref="e1">&#91;ref=e5] Pay</p>'],
    });
  });

  it('says what the text lacks', () => {
    const text = [
      '<p>one</p>',
      '<!-- … 2502 more elements not read: limit of elements -->',
      '<iframe ref="e4">',
      '  <!-- not read: its page could not be loaded -->',
      '</iframe>',
    ].join('\n');
    const missing =
      'Not searched: 2502 more elements at line 2 (limit of elements); the frame at line 4 (its page could not be loaded)';
    expect(findLines(text, { text: 'two' })).toMatchObject({ lines: ['No line matches', missing] });
    expect(findLines(text, { text: 'one' }, { context: 0 })).toMatchObject({
      lines: ['1 line matches: shown', '1: <p>one</p>', missing],
    });
  });

  it('shows matches with the lines around them, each line once', () => {
    expect(lines({ text: 'ONE' }, { context: 1 })).toEqual([
      '3 lines match: all shown',
      '1- <body>',
      '2:   <p>one</p>',
      '3-   <p>two</p>',
      '…',
      '5-     <!-- BEGIN IFRAME e4 -->',
      '6:     <p>one inside</p>',
      '7-     <!-- END IFRAME e4 -->',
      '8-   </iframe>',
      '9:   <p>last one</p>',
      '10- </body>',
    ]);
  });

  it('counts the matches that it does not show', () => {
    expect(lines({ regex: '<p>' }, { context: 0, limit: 1 })).toEqual([
      '4 lines match: the first is shown, raise limit',
      '2:   <p>one</p>',
    ]);
  });

  it('searches only inside an iframe', () => {
    expect(lines({ text: 'one' }, { context: 5, iframe: 'e4' })).toEqual([
      '1 line matches: shown',
      '6:     <p>one inside</p>',
    ]);
    expect(lines({ text: 'one' }, { iframe: 'e5' })).toEqual(['No line matches']);
  });

  it('refuses an invalid expression', () => {
    expect(lines({ regex: '(' })).toContain('Regular expression');
  });
});
