import { describe, expect, it } from 'vitest';
import type { PictureRecord, StepRecord } from '../agent/trail/record.js';
import { parseRecords } from './parse-records.js';
import { runOf } from './run.js';

const step = (number: number, handle = 'c0p0'): StepRecord => ({
  kind: 'step',
  step: number,
  time: '2026-01-31T12:00:00.000Z',
  milliseconds: 5,
  agent: 'a1',
  tool: 'browser_click',
  effect: 'act',
  args: { target: 'e1' },
  isError: false,
  answer: '### Result',
  page: { handle, url: 'about:blank', title: '' },
});
const picture = (of: number): PictureRecord => ({
  kind: 'picture',
  step: of,
  file: `${String(of).padStart(4, '0')}.jpg`,
  width: 800,
  height: 600,
  boxes: { e1: [1, 2, 3, 4] },
});
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('a trail', () => {
  it('becomes steps with the pictures of their page, whenever those were written', () => {
    const run = runOf([
      { kind: 'run', format: 1, sightline: '1', name: 'mcp', start: '2026' },
      step(1),
      step(2, 'c0p1'),
      picture(1),
      { kind: 'note', time: '2026', text: '1 record is missing here: the disk is full' },
      step(3),
      step(4),
      picture(3),
      { kind: 'end', time: '2026' },
    ]);
    expect(run.steps.map(({ picture: own, before }) => [own?.step, before?.step])).toEqual([
      [1, undefined],
      [undefined, undefined],
      [3, 1],
      [undefined, 3],
    ]);
    expect(run.steps[2]?.previous?.step).toBe(1);
    expect(run.notes.map(({ after }) => after)).toEqual([2]);
    expect(run.ended).toBe('2026');
  });

  it('is read without its damaged lines', () => {
    const half = JSON.stringify(step(2)).slice(0, 40);
    const { records, broken } = parseRecords(`${lines(step(1), { kind: 'other' }, picture(1))}\0\0\n${half}`);
    expect(records).toEqual([step(1), picture(1)]);
    expect(broken).toBe(3);
  });

  it('names no file outside of its folder', () => {
    const outside = ['../../etc/passwd', '/etc/passwd', '0001.jpg/..', 'trail.jsonl', '0001.jpg\n'];
    const { broken } = parseRecords(lines(...outside.map((file) => ({ ...picture(1), file }))));
    expect(broken).toBe(outside.length);
  });
});
