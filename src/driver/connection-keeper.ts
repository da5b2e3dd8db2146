/** Opens a lost connection again, with growing pauses: the browser may be restarting, or the network down. */
import { setTimeout as pause } from 'node:timers/promises';
import { isSightlineError, reasonOf, SightlineError } from '../errors.js';
import type { Channel } from '../rpc/channel.js';
import type { Transport } from '../rpc/transport.js';

/** Milliseconds before each attempt: about six seconds in all. */
const PAUSES = [0, 100, 200, 400, 800, 1_600, 3_200];

/** What a driver does when its connection changes. */
export interface ConnectionEvents {
  /** Calls to pages wait for `reopening`. */
  lost(): void;
  /** It is open again: finds out which pages still exist. */
  found(): Promise<void>;
  /** It can't be opened again. */
  gone(reason: string): void;
}

export class ConnectionKeeper {
  readonly #channel: Channel;
  readonly #open: (() => Promise<Transport>) | undefined;
  readonly #driver: ConnectionEvents;
  #left = false;
  #reopening: Promise<void> | undefined;

  constructor(channel: Channel, open: (() => Promise<Transport>) | undefined, driver: ConnectionEvents) {
    this.#channel = channel;
    this.#open = open;
    this.#driver = driver;
    if (open) channel.lossHint = 'Sightline opens the connection again: take a snapshot, then go on.';
    channel.onClose((reason) => this.#closed(reason));
  }

  /** Settles when a lost connection is open again; undefined if it is not lost. */
  get reopening(): Promise<void> | undefined {
    return this.#reopening;
  }

  /** We are about to close it: it is not opened again. */
  leave(): void {
    this.#left = true;
  }

  #closed(reason: string): void {
    const open = this.#open;
    if (this.#left || !open) {
      this.#driver.gone(reason);
      return;
    }
    this.#driver.lost();
    // Lost again while it was being opened: the attempt that runs fails, and says so.
    if (this.#reopening) return;
    const reopening = this.#reopen(open);
    this.#reopening = reopening;
    reopening.then(
      () => {
        if (this.#reopening === reopening) this.#reopening = undefined;
      },
      () => this.#driver.gone(reason),
    );
  }

  async #reopen(open: () => Promise<Transport>): Promise<void> {
    this.#channel.reopen(await openAgain(open, () => !this.#left));
    await this.#driver.found();
    if (this.#channel.closed !== undefined)
      throw new SightlineError('browser-disconnected', this.#channel.closed);
  }
}

async function openAgain(open: () => Promise<Transport>, wanted: () => boolean): Promise<Transport> {
  let last: unknown;
  for (const ms of PAUSES) {
    await pause(ms);
    if (!wanted()) break;
    try {
      return await open();
    } catch (error) {
      last = error;
      // Known to be gone for good.
      if (isSightlineError(error, 'browser-disconnected')) break;
    }
  }
  throw new SightlineError('browser-disconnected', `The browser did not come back: ${reasonOf(last)}`, {
    cause: last,
  });
}
