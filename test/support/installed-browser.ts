import type { BrowserEngine } from '../../src/browsers/browser-name.js';
import { type FoundBrowser, findBrowser } from '../../src/browsers/find.js';

/** The browser on this machine; the test setup ensured that there is one. */
export function installedBrowser(engine: BrowserEngine, executable?: string): FoundBrowser {
  const browser = findBrowser(engine, { executable });
  if (!browser) throw new Error(`The tests need ${engine}: npm run test:browsers`);
  return browser;
}
