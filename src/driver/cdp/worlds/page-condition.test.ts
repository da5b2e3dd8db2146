import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SightlineError } from '../../../errors.js';
import { conditionOf } from './page-condition.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose main thread gets this share of a processor. It answers `0` after so many seconds of processor time. */
function pageWith(share: number, { needs, hung = false }: { needs: number; hung?: boolean }) {
  const began = performance.now();
  const worked = () => ((performance.now() - began) / 1_000) * share;
  const send = async (method: string, _: unknown, { timeout = 0 }: { timeout?: number } = {}) => {
    if (method === 'Performance.getMetrics' && !hung)
      return { metrics: [{ name: 'ThreadTime', value: worked() }] };
    await new Promise((resolve, reject) => {
      if (Number.isFinite(needs)) setTimeout(resolve, (needs / share) * 1_000);
      if (timeout > 0) setTimeout(() => reject(new SightlineError('timeout', 'late')), timeout);
    });
    return {};
  };
  // biome-ignore lint/suspicious/noExplicitAny: only these two commands are sent
  return { send } as any;
}

it.each([
  ['an idle page answers', 1, { needs: 0.001 }, 'answers'],
  ['a script that never ends', 1, { needs: Number.POSITIVE_INFINITY }, 'busy'],
  ['… on a busy machine', 0.05, { needs: Number.POSITIVE_INFINITY }, 'busy'],
  ['little work with hardly any processor time', 0.01, { needs: 0.5 }, 'answers'],
  ['a renderer that gives no sign', 1, { needs: Number.POSITIVE_INFINITY, hung: true }, 'hung'],
])('%s', async (_, share, page, expected) => {
  const condition = conditionOf(pageWith(share, page));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await condition).toBe(expected);
});
