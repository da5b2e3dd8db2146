import { describe, expect, it } from 'vitest';
import { parseSelector } from './selector.js';

const css = (selector: string) => ({ engine: 'css', selector });
const hasText = (text: string) => ({ engine: 'filter', hasText: { text, exact: false } });

describe('parseSelector', () => {
  it.each([
    ['#a > b', [css('#a > b')]],
    ['css=a[title="x >> y"]', [css('a[title="x >> y"]')]],
    ['//a[1]', [{ engine: 'xpath', selector: '//a[1]' }]],
    ['xpath=//a', [{ engine: 'xpath', selector: '//a' }]],
    ['text=Save', [{ engine: 'text', text: { text: 'Save', exact: false } }]],
    ['text="Save"', [{ engine: 'text', text: { text: 'Save', exact: true } }]],
    ["text=Don't", [{ engine: 'text', text: { text: "Don't", exact: false } }]],
    ['li >> nth=-1', [css('li'), { engine: 'nth', index: -1 }]],
    [
      'form >> text=Go >> nth=0',
      [css('form'), { engine: 'text', text: { text: 'Go', exact: false } }, { engine: 'nth', index: 0 }],
    ],
    ['button:has-text("Save it")', [css('button'), hasText('Save it')]],
    ["div.card > :has-text('a')", [css('div.card > *'), hasText('a')]],
    [':has-text("(x)")', [css('*'), hasText('(x)')]],
    // Not at the end: the browser reports it as invalid.
    ['li:has-text("a") b', [css('li:has-text("a") b')]],
    ['a:has-text("x"), b:has-text("y")', [css('a:has-text("x"), b:has-text("y")')]],
  ])('%s', (selector, steps) => {
    expect(parseSelector(selector)).toEqual(steps);
  });

  it.each(['', '  ', '>>', 'a >>', '>> a'])('refuses %j', (selector) => {
    expect(() => parseSelector(selector)).toThrow(/empty/);
  });
});
