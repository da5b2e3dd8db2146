import { expect, it } from 'vitest';
import { Takeover } from './takeover.js';

it('lets one person at a time take over, and calls wait for them, but not for ever', async () => {
  const takeover = new Takeover();
  await takeover.untilFree({});
  expect([takeover.take('one'), takeover.take('other'), takeover.take('one')]).toEqual([true, false, true]);
  const said: string[] = [];
  let isFree = false;
  const waiting = takeover.untilFree({ onProgress: (line) => said.push(line) }).then(() => {
    isFree = true;
  });
  expect(said).toEqual(['A person has taken over the browser: the call waits until they hand it back']);
  expect(takeover.handBack('other')).toBeUndefined();
  expect(isFree).toBe(false);
  expect(takeover.handBack('one')?.id).toBe('one');
  await waiting;
  expect(said).toEqual([expect.any(String), 'The person has handed the browser back']);
  expect(takeover.handBack('one')).toBeUndefined();

  takeover.take('other');
  takeover.patience = 1;
  await expect(takeover.untilFree({})).rejects.toMatchObject({
    code: 'taken-over',
    message: 'A person took over the browser 0 s ago and has not handed it back. Nothing was done',
  });
  takeover.patience = 60_000;
  const abort = new AbortController();
  const aborted = takeover.untilFree({ signal: abort.signal });
  abort.abort(new Error('the client gave up'));
  await expect(aborted).rejects.toThrow('the client gave up');
});
