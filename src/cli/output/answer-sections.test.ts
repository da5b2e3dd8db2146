import { describe, expect, it } from 'vitest';
import { renderAnswer } from '../../agent/result.js';
import { SightlineError } from '../../errors.js';
import { errorOf, hintInCommands, keyOf, sectionsOf } from './answer-sections.js';

describe('an answer', () => {
  it('comes apart into the sections that it was made of', () => {
    const text = renderAnswer({
      result: ['one', '### Snapshot', '```'],
      code: { fence: 'js', statements: ['await page.goBack();'] },
      snapshot: { heading: 'Snapshot 1: the whole page', text: '- button "### Page" [ref=e1]\n- text: x' },
    });
    const sections = sectionsOf(text);
    expect(sections.map(({ whole }) => whole).join('\n')).toBe(text);
    expect(sections.map(({ whole: _, ...section }) => section)).toEqual([
      { title: 'Result', body: 'one\n\\### Snapshot\n\\```' },
      { title: 'Ran Playwright code', body: 'await page.goBack();' },
      {
        title: 'Snapshot',
        note: 'Snapshot 1: the whole page',
        body: '- button "### Page" [ref=e1]\n- text: x',
      },
    ]);
    expect(keyOf('Ran Playwright code')).toBe('ranPlaywrightCode');
  });

  it('says its error as data', () => {
    const error = new SightlineError('ref-stale', 'This ref is old\nvery', { hint: 'Look again.' });
    const [section] = sectionsOf(renderAnswer({ error }));
    expect(section && errorOf(section.body ?? '')).toEqual({
      code: 'ref-stale',
      message: 'This ref is old\n  very',
      hint: 'Look again.',
    });
    const [closed] = sectionsOf(
      renderAnswer({ error: new SightlineError('dialog-open', 'browser_x is open') }),
    );
    expect(hintInCommands(closed?.body ?? '')).toBe(
      'Error (dialog-open): browser_x is open\nNext: Answer it with `sightline handle-dialog`.',
    );
    const [plain] = sectionsOf(renderAnswer({ error: new Error('bad') }));
    expect(plain && errorOf(plain.body ?? '')).toEqual({ message: 'bad' });
  });
});
