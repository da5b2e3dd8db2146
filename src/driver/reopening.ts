/** Opening a lost line again, with pauses that grow: the browser may be restarting, or the network away. */
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf, SightlineError } from '../errors.js';
import type { Transport } from '../rpc/transport.js';

/** Milliseconds before each attempt: about six seconds in all. */
const PAUSES = [0, 100, 200, 400, 800, 1_600, 3_200];

export async function openAgain(open: () => Promise<Transport>, wanted: () => boolean): Promise<Transport> {
  let last: unknown;
  for (const ms of PAUSES) {
    await pause(ms);
    if (!wanted()) break;
    try {
      return await open();
    } catch (error) {
      last = error;
    }
  }
  throw new SightlineError('browser-disconnected', `The browser did not come back: ${reasonOf(last)}`, {
    cause: last,
  });
}
