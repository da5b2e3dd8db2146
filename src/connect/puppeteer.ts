/** Sightline on a browser that Puppeteer drives over CDP: as `playwright.ts`, with Puppeteer's names. */
import { SightlineError } from '../errors.js';
import { join, type SharedOptions } from '../launch.js';
import type { Browser } from '../page/browser.js';
import type { Page } from '../page/page.js';
import { nestedLine } from './nested-line.js';
import { hostSession, type Leavable, pageOf, targetIn } from './playwright.js';

export interface PuppeteerBrowser {
  target(): { createCDPSession(): Promise<Leavable> };
  pages(): Promise<unknown[]>;
}

export interface PuppeteerPage {
  browser(): PuppeteerBrowser;
  createCDPSession(): Promise<Leavable>;
}

/** Milliseconds for the browser to answer. */
const PATIENCE = 30_000;

/** A page of Puppeteer's as a Sightline page, a browser as a browser. */
export function fromPuppeteer(page: PuppeteerPage, options?: SharedOptions): Promise<Page>;
export function fromPuppeteer(browser: PuppeteerBrowser, options?: SharedOptions): Promise<Browser>;
export async function fromPuppeteer(
  given: PuppeteerPage | PuppeteerBrowser,
  options: SharedOptions = {},
): Promise<Page | Browser> {
  if ('createCDPSession' in given && 'browser' in given) {
    const session = await speaking(() => given.createCDPSession());
    const { targetId, browserContextId } = await targetIn(session);
    return pageOf(await joined(given.browser(), options, browserContextId), targetId);
  }
  if ('target' in given && 'pages' in given) return joined(given, options);
  throw new SightlineError('bad-argument', 'Not a page or browser of Puppeteer', {
    hint: 'Give what puppeteer.launch() or browser.newPage() returned.',
  });
}

async function joined(browser: PuppeteerBrowser, options: SharedOptions, home?: string): Promise<Browser> {
  const session = await speaking(() => browser.target().createCDPSession());
  const transport = nestedLine(hostSession(session, browser, 'Puppeteer'), home);
  return join(
    { protocol: 'cdp', transport, endpoint: "Puppeteer's browser", timeout: PATIENCE, ...(home && { home }) },
    options,
  );
}

async function speaking(open: () => Promise<Leavable>): Promise<Leavable> {
  try {
    return await open();
  } catch (cause) {
    throw new SightlineError('unsupported', 'Puppeteer has no CDP session for this', {
      hint: 'Only Chromium over CDP has them: launch Firefox with Sightline itself.',
      cause,
    });
  }
}
