import type { Readable, Writable } from 'node:stream';
import type { BrowserEngine } from './browser-name.js';

export interface BrowserExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A browser that we started and that has answered. */
export interface BrowserProcess<Endpoint = ChromeEndpoint | FirefoxEndpoint> {
  readonly engine: BrowserEngine;
  readonly executable: string;
  readonly endpoint: Endpoint;
  readonly pid: number;
  /** The profile folder in use. */
  readonly profile: string;
  /** Resolves, never rejects, when the process has ended and a temporary profile is removed. */
  readonly exited: Promise<BrowserExit>;
  /** The last lines that the browser wrote to stderr. */
  stderr(): string;
  /** Waits for a browser that was asked to close, and kills it after `graceMs`. */
  close(graceMs?: number): Promise<BrowserExit>;
  /** Ends the browser and all of its processes at once. Safe to call twice. */
  kill(): Promise<BrowserExit>;
}

/** `--remote-debugging-pipe`: messages that end in NUL. */
export interface ChromeEndpoint {
  kind: 'pipe';
  input: Writable;
  output: Readable;
  /** What the browser called itself when it answered: `Chrome/156.0.8078.79`. */
  product: string;
}

export interface FirefoxEndpoint {
  kind: 'websocket';
  /** `ws://127.0.0.1:port/session`, ready for `session.new`. */
  url: string;
}
