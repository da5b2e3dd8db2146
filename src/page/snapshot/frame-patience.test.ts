import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallScope } from '../../driver/driver.js';
import { FramePatience } from './frame-patience.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A frame that answers after this time, or never. */
const frame =
  (milliseconds: number) =>
  ({ signal }: CallScope): Promise<number> =>
    new Promise((resolve, reject) => {
      if (milliseconds < Number.POSITIVE_INFINITY) setTimeout(() => resolve(milliseconds), milliseconds);
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });

it('lasts while frames keep answering, and ends if one does not', async () => {
  const patience = new FramePatience();
  const { signal } = new AbortController();
  const answers = [4_000, 8_000, 12_000].map((time) => patience.wait(signal, frame(time)));
  const stuck = patience.wait(signal, frame(Number.POSITIVE_INFINITY));
  const refused = expect(stuck).rejects.toMatchObject({
    code: 'timeout',
    message: 'it did not answer within 5000 ms',
  });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await Promise.all(answers)).toEqual([4_000, 8_000, 12_000]);
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  expect(vi.getTimerCount()).toBe(0);
});

it('lasts longer where the main frame was slow', async () => {
  const patience = new FramePatience();
  const { signal } = new AbortController();
  patience.mainFrameTook(1_200);
  const answer = patience.wait(signal, frame(11_000));
  const stuck = patience.wait(signal, frame(Number.POSITIVE_INFINITY));
  const refused = expect(stuck).rejects.toMatchObject({ message: 'it did not answer within 12000 ms' });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await answer).toBe(11_000);
  await vi.advanceTimersByTimeAsync(12_000);
  await refused;
});

it('lasts longer for many frames', async () => {
  const patience = new FramePatience();
  const { signal } = new AbortController();
  const answers = Array.from({ length: 50 }, () => patience.wait(signal, frame(14_000)));
  await vi.advanceTimersByTimeAsync(14_000);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([14_000]));
});

it('does not report a timeout if the caller aborts', async () => {
  const patience = new FramePatience();
  const caller = new AbortController();
  const waiting = patience.wait(caller.signal, frame(Number.POSITIVE_INFINITY));
  const ended = expect(waiting).rejects.toThrow('aborted');
  caller.abort();
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});
