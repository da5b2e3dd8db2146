/**
 * Notices that a client over HTTP has vanished. HTTP has no connection that would break: while the client keeps a
 * stream open it is pinged, and once the stream has ended it must ask for something or open another one. A client that
 * never opens a stream can't be pinged; the idle timeout is for it.
 */
export interface HeartbeatOptions {
  /** Milliseconds that a ping may be unanswered, and that a client may stay away after its stream has ended. */
  timeout: number;
  /** Sends the client something that it answers with a request; `heard` is called with that. */
  ping(): void;
  onLost(): void;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #streams = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** A stream to the client is open; the returned function says that it has ended. */
  opened(): () => void {
    this.#streams++;
    this.heard();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#streams--;
      if (this.#streams === 0) this.#after(this.#options.timeout, this.#options.onLost);
    };
  }

  /** The client has sent something. */
  heard(): void {
    if (this.#streams > 0) this.#after(this.#options.timeout / 2, () => this.#ask());
    else this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #ask(): void {
    this.#after(this.#options.timeout, this.#options.onLost);
    this.#options.ping();
  }

  #after(milliseconds: number, then: () => void): void {
    this.stop();
    this.#timer = setTimeout(then, milliseconds);
    this.#timer.unref(); // The timer must not keep the process alive.
  }
}
