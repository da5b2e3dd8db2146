/** The two browsers that every test with a page runs in, and ways to share one per file. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { BrowserEngine } from '../../src/browsers/browser-name.js';
import { type Browser, type LaunchOptions, launch } from '../../src/index.js';
import { ONE_PROCESS_PER_SITE } from './firefox-processes.js';

export type { BrowserEngine };

export const BROWSERS = ['chromium', 'firefox'] as const satisfies readonly BrowserEngine[];

/**
 * A browser to test with. Without options it is one that all files of a worker share: closing it closes what was
 * opened in it. Tests that change the default context, or count pages and contexts, start their own: `{}`.
 */
export async function launchBrowser(engine: BrowserEngine, options?: LaunchOptions): Promise<Browser> {
  if (options) return startBrowser(engine, options);
  let browser = await shared.get(engine);
  if (!browser || browser.disconnected !== undefined) {
    const starting = startBrowser(engine, { firefoxUserPrefs: ONE_PROCESS_PER_SITE });
    shared.set(engine, starting);
    browser = await starting;
  }
  return lend(browser);
}

const shared = new Map<BrowserEngine, Promise<Browser>>();

/** Chromium gives every site its own process, so that cross-origin frames are as for users; Firefox always does. */
function startBrowser(engine: BrowserEngine, options: LaunchOptions = {}): Promise<Browser> {
  const args = engine === 'chromium' ? ['--site-per-process'] : [];
  return launch({ browser: engine, args, ...options });
}

function lend(browser: Browser): Browser {
  const close = async () => {
    for (const context of browser.contexts()) if (context !== browser.defaultContext) await context.close();
    for (const page of browser.pages()) await page.close();
    await browser.defaultContext.clearCookies();
  };
  return new Proxy(browser, {
    get(target, key) {
      if (key === 'close') return close;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
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

/** The same tests in both browsers that the files of a worker share. */
export function describeBrowsers(
  name: string,
  define: (browser: () => Browser, engine: BrowserEngine) => void,
): void {
  describeEach(name, (engine) => launchBrowser(engine), define);
}

/** The same tests in both browsers, one of each for the file. */
export function describeOwnBrowsers(
  name: string,
  define: (browser: () => Browser, engine: BrowserEngine) => void,
  options: LaunchOptions = {},
): void {
  describeEach(name, (engine) => launchBrowser(engine, options), define);
}
