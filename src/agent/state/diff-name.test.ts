import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIFF_NAME, diffName, labelOf } from './diff-name.js';

describe('labelOf', () => {
  it.each([
    [{ tool: 'browser_click', args: { target: 'e14', element: 'Send' } }, 'click-e14'],
    [{ tool: 'browser_click', args: { ref: '[ref=f1e2]' } }, 'click-f1e2'],
    [{ tool: 'browser_type', args: { target: 'e14', text: 'John' }, entered: 'John' }, 'type-e14-John'],
    [{ tool: 'browser_type', args: { target: 'e14', text: 'a password' } }, 'type-e14'],
    [
      { tool: 'browser_type', args: { target: 'e18' }, entered: 'john@example.com' },
      'type-e18-john-example-com',
    ],
    [
      { tool: 'browser_select_option', args: { target: 'e22' }, entered: 'United States' },
      'select-option-e22-United-States',
    ],
    [{ tool: 'browser_fill_form', args: { fields: [] } }, 'fill-form'],
    [
      { tool: 'browser_navigate', args: { url: 'https://workday.com/apply?token=4711#x' } },
      'navigate-workday-com-apply',
    ],
    [{ tool: 'browser_navigate', args: { url: 'data:text/html,secret' } }, 'navigate-data'],
    [{ tool: 'browser_click', args: { target: '#id > a' } }, 'click'],
  ])('%j is %s', (action, label) => {
    expect(labelOf(action)).toBe(label);
  });

  it('is part of a file name on every file system, whatever was entered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.nat(10_000), (entered, tool, capture) => {
        const name = diffName(capture, labelOf({ tool, args: { target: entered, url: entered }, entered }));
        expect(name).toMatch(DIFF_NAME);
        expect(name.length).toBeLessThan(80);
      }),
    );
  });
});
