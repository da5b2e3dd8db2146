/** Sightline on a browser that Puppeteer drives over CDP: as `playwright.ts`, with Puppeteer's names. */
import { SightlineError } from '../errors.js';
import type { SharedOptions } from '../launch/options.js';
import type { Browser } from '../page/browser.js';
import type { Page } from '../page/page.js';
import { joinHost, type Leavable, pageOf, sessionOf, targetIn } from './host.js';

export interface PuppeteerBrowser {
  target(): { createCDPSession(): Promise<Leavable> };
  pages(): Promise<unknown[]>;
}

export interface PuppeteerPage {
  browser(): PuppeteerBrowser;
  createCDPSession(): Promise<Leavable>;
}

/** A page of Puppeteer's as a Sightline page, a browser as a browser. */
export function fromPuppeteer(page: PuppeteerPage, options?: SharedOptions): Promise<Page>;
export function fromPuppeteer(browser: PuppeteerBrowser, options?: SharedOptions): Promise<Browser>;
export async function fromPuppeteer(
  given: PuppeteerPage | PuppeteerBrowser,
  options: SharedOptions = {},
): Promise<Page | Browser> {
  if ('createCDPSession' in given && 'browser' in given) {
    const session = await sessionOf('Puppeteer', () => given.createCDPSession());
    const { targetId, browserContextId } = await targetIn(session);
    return pageOf(await joined(given.browser(), options, browserContextId), targetId);
  }
  if ('target' in given && 'pages' in given) return joined(given, options);
  throw new SightlineError('bad-argument', 'Not a page or browser of Puppeteer', {
    hint: 'Give what puppeteer.launch() or browser.newPage() returned.',
  });
}

async function joined(browser: PuppeteerBrowser, options: SharedOptions, home?: string): Promise<Browser> {
  const session = await sessionOf('Puppeteer', () => browser.target().createCDPSession());
  return joinHost('Puppeteer', { session, browser }, options, home);
}
