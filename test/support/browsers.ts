/** The two browsers that every test with a page runs in, and ways to share one per file. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { BrowserEngine } from '../../src/browsers/browser-name.js';
import { type Browser, type LaunchOptions, launch } from '../../src/index.js';

export type { BrowserEngine };

export const BROWSERS = ['chromium', 'firefox'] as const satisfies readonly BrowserEngine[];

/**
 * Chromium gives every site its own process, so that cross-origin frames are as for users; Firefox always does.
 */
export function launchBrowser(engine: BrowserEngine, options: LaunchOptions = {}): Promise<Browser> {
  const args = engine === 'chromium' ? ['--site-per-process'] : [];
  return launch({ browser: engine, args, ...options });
}

/** The same tests in both browsers. The result of `open` serves all of them and is closed after the last. */
export function describeEach<T extends { close(): Promise<void> }>(
  name: string,
  open: (engine: BrowserEngine) => Promise<T>,
  define: (opened: () => T, engine: BrowserEngine) => void,
): void {
  describe.each(BROWSERS)(`${name} (%s)`, (engine) => {
    let opened: T | undefined;
    beforeAll(async () => {
      opened = await open(engine);
    });
    afterAll(() => opened?.close());
    define(() => {
      if (!opened) throw new Error('the browser has not started');
      return opened;
    }, engine);
  });
}

/** The same tests in both browsers, one browser of each for the file. */
export function describeBrowsers(
  name: string,
  define: (browser: () => Browser, engine: BrowserEngine) => void,
  options: LaunchOptions = {},
): void {
  describeEach(name, (engine) => launchBrowser(engine, options), define);
}
