import type { BrowserEngine } from '../../src/browsers/browser-name.js';
import type { BrowserProcess } from '../../src/browsers/browser-process.js';
import { launchChrome } from '../../src/browsers/chrome.js';
import { launchFirefox } from '../../src/browsers/firefox.js';
import type { BrowserLaunchOptions } from '../../src/browsers/launch-options.js';
import { installedBrowser } from '../support/installed-browser.js';

export function startBrowser(
  engine: BrowserEngine,
  options: Partial<BrowserLaunchOptions> & { executable?: string } = {},
): Promise<BrowserProcess> {
  const { executable, ...rest } = options;
  const all = { browser: installedBrowser(engine, executable), ...rest };
  return engine === 'firefox' ? launchFirefox(all) : launchChrome(all);
}
