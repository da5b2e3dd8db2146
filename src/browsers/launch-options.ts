import type { FoundBrowser } from './find.js';
import type { BrowserProxy } from './proxy.js';

export interface BrowserLaunchOptions {
  /** From `findBrowser` or `provisionBrowser`. */
  browser: FoundBrowser;
  /** Default true. */
  headless?: boolean | undefined;
  /** Added after ours, so that they take precedence. */
  args?: readonly string[] | undefined;
  /** Of our own arguments, those to leave out. */
  withoutArgs?: readonly string[] | undefined;
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** A folder to keep; without it a fresh one is created, and removed at the end. */
  profile?: string | undefined;
  /** A person's profile that a fresh one starts as a copy of: its name, or the path of its folder. */
  profileCopy?: string | undefined;
  proxy?: BrowserProxy | undefined;
  /** The browser's own sandbox. Default: on, except for Chromium as root on Linux, which refuses to start with it. */
  sandbox?: boolean | undefined;
  /** `navigator.webdriver` is true, as the standard asks of automated browsers. Firefox has no way to turn it off. */
  webdriver?: boolean | undefined;
  /** Pages may offer tools to agents; Chromium only. */
  webMcp?: boolean | undefined;
  /**
   * A port on 127.0.0.1 that others may connect to as well; 0 or absent: Chromium opens none, Firefox any free
   * one.
   */
  port?: number | undefined;
  /** Milliseconds within which the browser must answer. */
  timeoutMs?: number | undefined;
  /** The system runs the process; it has not answered yet. */
  onSpawn?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Cold starts from a slow disk take seconds; a browser that takes longer than this hangs. */
export const START_TIMEOUT_MS = 30_000;
