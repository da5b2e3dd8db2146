/** A connection to a browser: text messages both ways, in order, until one side closes it. */
export interface Transport {
  send(message: string): void;
  /** Called once by the channel that owns the transport; earlier messages wait in the transport. */
  start(handlers: TransportHandlers): void;
  close(): void;
}

export interface TransportHandlers {
  message(text: string): void;
  /** Called exactly once, however the connection ended. */
  closed(reason: string): void;
}
