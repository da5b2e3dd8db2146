import { describe, expect, it } from 'vitest';
import { Trace } from './trace.js';

const entry = { time: '2026-01-01T00:00:00.000Z', milliseconds: 1, tool: 'browser_type', isError: false };

function written(args: unknown, answer: string): unknown {
  const trace = new Trace();
  trace.add({ ...entry, args, answer });
  return JSON.parse(trace.text()).args;
}

describe('Trace', () => {
  it('repeats of what was entered only what the answer repeats', () => {
    const args = { target: 'e1', text: 'hunter2' };
    expect(written(args, "await page.locator('x').fill('***');")).toEqual({ target: 'e1', text: '***' });
    expect(written(args, "await page.locator('x').fill('hunter2');")).toEqual(args);
    expect(written(args, 'Error: no such element')).toEqual({ target: 'e1', text: '***' });
  });

  it('looks into forms and batches', () => {
    const args = {
      steps: [{ tool: 'browser_fill_form', args: { fields: [{ target: 'e1', value: 's3cret' }] } }],
    };
    expect(JSON.stringify(written(args, "fill('***')"))).not.toContain('s3cret');
    expect(written({ key: 'a' }, "press('***') and a few other letters")).toEqual({ key: '***' });
  });

  it('keeps the last entries and says how many are missing', () => {
    const trace = new Trace();
    for (let at = 0; at < 5_002; at++) trace.add({ ...entry, args: { at }, answer: '' });
    const lines = trace.text().trim().split('\n');
    expect(lines).toHaveLength(5_001);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ dropped: 2 });
    expect(trace.length).toBe(5_002);
  });
});
