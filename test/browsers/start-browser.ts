import type { BrowserEngine } from '../../src/browsers/browser-name.js';
import type { BrowserProcess } from '../../src/browsers/browser-process.js';
import { launchChrome } from '../../src/browsers/chrome.js';
import { type FoundBrowser, findBrowser } from '../../src/browsers/find.js';
import { launchFirefox } from '../../src/browsers/firefox.js';
import type { BrowserLaunchOptions } from '../../src/browsers/launch-options.js';

export const ENGINES: readonly BrowserEngine[] = ['chromium', 'firefox'];

export function testBrowser(engine: BrowserEngine, executable?: string): FoundBrowser {
  const browser = findBrowser(engine, { executable });
  if (!browser) throw new Error(`The tests need ${engine}: npm run test:browsers`);
  return browser;
}

export function startBrowser(
  engine: BrowserEngine,
  options: Partial<BrowserLaunchOptions> & { executable?: string } = {},
): Promise<BrowserProcess> {
  const { executable, ...rest } = options;
  const all = { browser: testBrowser(engine, executable), ...rest };
  return engine === 'firefox' ? launchFirefox(all) : launchChrome(all);
}
