import { expect, it } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.js';

it('runs so many at once, the others in order, and goes on after a failure', async () => {
  const two = new ConcurrencyLimit(2);
  const began: number[] = [];
  const finish: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const all = [0, 1, 2, 3, 4].map((each) =>
    two.run(async () => {
      began.push(each);
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running--;
      if (each === 1) throw new Error('no');
    }),
  );
  const ended = Promise.allSettled(all);
  while (finish.length > 0) {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect([began, most]).toEqual([[0, 1, 2, 3, 4], 2]);
});
