import { expect, it } from 'vitest';
import { stallGuard } from './stall-guard.js';

const never = new Promise<never>(() => undefined);

it('gives up on work that makes no progress', async () => {
  const guard = stallGuard(undefined);
  guard.expect(1, 'the download');
  await expect(guard.watch(never)).rejects.toThrow('the download made no progress');
});

it('gives up when the caller aborts, before or during the work', async () => {
  await expect(stallGuard(AbortSignal.abort(new Error('enough'))).watch(never)).rejects.toThrow('enough');
  const controller = new AbortController();
  const work = stallGuard(controller.signal).watch(never);
  controller.abort(new Error('changed my mind'));
  await expect(work).rejects.toThrow('changed my mind');
});

it('passes on the result of the work', async () => {
  const guard = stallGuard(undefined);
  guard.expect(60_000, 'the download');
  await expect(guard.watch(Promise.resolve('done'))).resolves.toBe('done');
  await expect(guard.watch(Promise.reject(new Error('no route')))).rejects.toThrow('no route');
  guard.stop();
});
