import { afterAll, beforeAll, describe } from 'vitest';
import { type Browser, type LaunchOptions, launch } from '../../src/index.js';

export const BROWSERS = ['chromium', 'firefox'] as const;
export type TestBrowser = (typeof BROWSERS)[number];

/**
 * The same tests in both browsers, one browser per file. Chromium puts every site into its own process, so
 * that a cross-origin frame is what it is for users; Firefox does so by itself.
 */
export function describeBrowsers(
  name: string,
  define: (browser: () => Browser, which: TestBrowser) => void,
  options: LaunchOptions = {},
): void {
  describe.each(BROWSERS)(`${name} (%s)`, (which) => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      const args = which === 'chromium' ? ['--site-per-process'] : [];
      browser = await launch({ browser: which, args, ...options });
    });
    afterAll(async () => {
      await browser?.close();
    });
    define(() => {
      if (!browser) throw new Error('the browser has not started');
      return browser;
    }, which);
  });
}
