import { describe, expect, it } from 'vitest';
import { isLocatorCode, parseLocatorCode } from './parse-locator-code.js';

describe('locators as code', () => {
  it.each([
    [`getByText('it\\'s "here"')`, [{ name: 'getByText', args: [`it's "here"`] }]],
    [
      `page.getByRole('button', { name: /^pay [/)]/i, exact: true, 'level': 2 }).nth(-1);`,
      [
        { name: 'getByRole', args: ['button', { name: /^pay [/)]/i, exact: true, level: 2 }] },
        { name: 'nth', args: [-1] },
      ],
    ],
    [
      'locator("iframe").contentFrame() .getByLabel(`a\\\\b\\n`, )',
      [
        { name: 'locator', args: ['iframe'] },
        { name: 'contentFrame', args: [] },
        { name: 'getByLabel', args: ['a\\b\n'] },
      ],
    ],
  ])('%s', (text, calls) => {
    expect(isLocatorCode(text)).toBe(true);
    expect(parseLocatorCode(text)).toEqual(calls);
  });

  it.each(['button', 'getByRole', '//a', '[title="locator(1)"]', 'page.title()', 'text=getByRole(1)'])(
    '%s is a selector',
    (text) => expect(isLocatorCode(text)).toBe(false),
  );

  it.each([
    'getByRole(',
    "getByRole('button'",
    "getByRole('button",
    'getByRole(name)',
    "getByText('a') getByText('b')",
    "getByText('a').",
    "getByText('a')[0]",
    'getByText(/(/)',
    'getByText(`a`, { exact: true',
  ])('%s is refused', (text) => {
    expect(() => parseLocatorCode(text)).toThrow(expect.objectContaining({ code: 'bad-selector' }));
  });
});
