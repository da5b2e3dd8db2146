/** A line to a browser: text messages both ways, in order, until one side closes it. */
export interface Transport {
  send(message: string): void;
  /** Set once by the channel that owns the transport; messages before that wait in the transport. */
  start(handlers: TransportHandlers): void;
  close(): void;
}

export interface TransportHandlers {
  message(text: string): void;
  /** Called exactly once, however the line ended. */
  closed(reason: string): void;
}
