import { expect, it } from 'vitest';
import { stallWatch } from './stall-watch.js';

const never = new Promise<never>(() => undefined);

it('gives up on work that makes no progress', async () => {
  const stall = stallWatch(undefined);
  stall.expect(1, 'the download');
  await expect(stall.watch(never)).rejects.toThrow('the download made no progress');
});

it('gives up when the caller aborts, before or during the work', async () => {
  await expect(stallWatch(AbortSignal.abort(new Error('enough'))).watch(never)).rejects.toThrow('enough');
  const controller = new AbortController();
  const work = stallWatch(controller.signal).watch(never);
  controller.abort(new Error('changed my mind'));
  await expect(work).rejects.toThrow('changed my mind');
});

it('passes on the result of the work', async () => {
  const stall = stallWatch(undefined);
  stall.expect(60_000, 'the download');
  await expect(stall.watch(Promise.resolve('done'))).resolves.toBe('done');
  await expect(stall.watch(Promise.reject(new Error('no route')))).rejects.toThrow('no route');
  stall.stop();
});
