import { expect, it } from 'vitest';
import { WebM } from './webm.js';

it('starts with a header, and has room for the duration', () => {
  const webm = new WebM({ width: 800, height: 600 });
  const head = Buffer.from(webm.head);
  expect(head.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(head.toString('latin1')).toContain('V_VP8');
  const duration = Buffer.from(webm.duration(1_500));
  // An element without meaning, of the same length.
  expect(head[webm.durationAt]).toBe(0xec);
  expect(duration.length).toBe(2 + (head[webm.durationAt + 1] ?? 0) - 0x80);
  expect(duration.readDoubleBE(3)).toBe(1_500);
});

it('begins a cluster with every key frame, and before times become too long', () => {
  const webm = new WebM({ width: 2, height: 2 });
  const chunk = (time: number, isKey: boolean) =>
    Buffer.from(webm.chunk({ data: new Uint8Array([7]), time, isKey })).toString('hex');
  const cluster = '1f43b67501ffffffffffffff';
  expect(chunk(0, true)).toBe(`${cluster}e78100a3858100008007`);
  expect(chunk(256, false)).toBe('a3858101000007');
  expect(chunk(5_000, true)).toBe(`${cluster}e7821388a3858100008007`);
  expect(chunk(35_001, false)).toBe(`${cluster}e78288b9a3858100000007`);
});
