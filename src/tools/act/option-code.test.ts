import { describe, expect, it } from 'vitest';
import { optionCode } from './option-code.js';

const done = { notes: [], settled: true };
const combobox = { element: 1, role: 'combobox', name: 'Size', tag: 'div' };
const code = "page.locator('iframe').contentFrame().getByRole('combobox')";

describe('optionCode', () => {
  it('selects in a select element', () => {
    expect(optionCode('page.x', ['a'], done)).toEqual(["await page.x.selectOption('a');"]);
    expect(optionCode('page.x', ['a', 'b'], done)).toEqual(["await page.x.selectOption(['a', 'b']);"]);
  });

  it('clicks in a list that a page built, by what the option says', () => {
    const options = { labels: ['Large'], opened: true };
    expect(optionCode(code, ['l'], { ...done, found: combobox, options })).toEqual([
      `await ${code}.click();`,
      "await page.locator('iframe').contentFrame().getByRole('listbox').getByRole('option', { name: 'Large', exact: true }).click();",
    ]);
    const listbox = { ...combobox, role: 'listbox' };
    const open = { labels: ['Large'], opened: false };
    expect(optionCode('page.x', ['l'], { ...done, found: listbox, options: open })).toEqual([
      "await page.x.getByRole('option', { name: 'Large', exact: true }).click();",
    ]);
  });
});
