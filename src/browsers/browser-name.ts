import { SightlineError } from '../errors.js';

/** The two engines. Chrome, Chromium and Edge count as one: the same protocol, the same answers. */
export type BrowserEngine = 'chromium' | 'firefox';

/** What a caller may ask for: an engine (any browser with it) or one product. */
export type BrowserName = BrowserEngine | 'chrome' | 'msedge';

export const BROWSER_NAMES: readonly BrowserName[] = ['chromium', 'firefox', 'chrome', 'msedge'];

const ENGINES: Record<BrowserName, BrowserEngine> = {
  chromium: 'chromium',
  chrome: 'chromium',
  msedge: 'chromium',
  firefox: 'firefox',
};

export function engineOf(name: BrowserName): BrowserEngine {
  return ENGINES[name];
}

export function parseBrowserName(text: string): BrowserName {
  const known = BROWSER_NAMES.find((name) => name === text.toLowerCase());
  if (known) return known;
  throw new SightlineError('bad-argument', `Unknown browser "${text}".`, {
    hint: `Use one of: ${BROWSER_NAMES.join(', ')}.`,
    details: { known: BROWSER_NAMES },
  });
}
