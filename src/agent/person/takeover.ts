/** Lets one person at a time control the browser. Until they hand it back, calls of agents wait, as long as clients do. */
import { SightlineError } from '../../errors.js';
import { Emitter } from '../../page/emitter.js';

/** Milliseconds that a call waits. Clients give up after a minute. */
const PATIENCE = 45_000;

export interface Holder {
  /** Who it is: an id of the window. */
  id: string;
  since: number;
}

export interface Waiting {
  signal?: AbortSignal | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

export class Takeover {
  readonly #events = new Emitter<{ change: Holder | undefined }>();
  #patience = PATIENCE;
  #holder: Holder | undefined;

  get holder(): Holder | undefined {
    return this.#holder;
  }

  onChange(listener: (holder: Holder | undefined) => void): () => void {
    return this.#events.on('change', listener);
  }

  /** False if another person has taken over. */
  take(id: string): boolean {
    if (this.#holder) return this.#holder.id === id;
    this.#holder = { id, since: Date.now() };
    this.#events.emit('change', this.#holder);
    return true;
  }

  /** Undefined if this person had not taken over. */
  handBack(id: string): Holder | undefined {
    const holder = this.#holder;
    if (holder?.id !== id) return undefined;
    this.#holder = undefined;
    this.#events.emit('change', undefined);
    return holder;
  }

  /** Milliseconds that calls wait. */
  set patience(milliseconds: number) {
    this.#patience = milliseconds;
  }

  async untilFree({ signal, onProgress }: Waiting): Promise<void> {
    if (!this.#holder) return;
    onProgress?.('A person has taken over the browser: the call waits until they hand it back');
    const stop = AbortSignal.any([AbortSignal.timeout(this.#patience), ...(signal ? [signal] : [])]);
    await this.#until(() => !this.#holder, stop);
    signal?.throwIfAborted();
    const { holder } = this;
    if (!holder) return onProgress?.('The person has handed the browser back');
    const seconds = Math.round((Date.now() - holder.since) / 1_000);
    throw new SightlineError(
      'taken-over',
      `A person took over the browser ${seconds} s ago and has not handed it back. Nothing was done`,
    );
  }

  /** Returns when the condition holds or the signal aborts. */
  #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        off();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const off = this.#events.on('change', () => {
        if (holds()) end();
      });
      if (holds() || signal.aborted) end();
      else signal.addEventListener('abort', end);
    });
  }
}
