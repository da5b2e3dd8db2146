/**
 * Sightline on a browser that Playwright drives (Chromium only): over CDP sessions that Playwright hands out, and
 * nothing else. Its pages keep working, and stay when Sightline disconnects.
 */
import { SightlineError } from '../errors.js';
import type { SharedOptions } from '../launch/options.js';
import type { Browser } from '../page/browser.js';
import type { Context } from '../page/context.js';
import type { Page } from '../page/page.js';
import { type HostTarget, joinHost, type Leavable, pageOf, sessionOf, targetIn } from './host.js';

export interface PlaywrightBrowser {
  newBrowserCDPSession(): Promise<Leavable>;
  contexts(): unknown[];
}

export interface PlaywrightContext {
  browser(): PlaywrightBrowser | null;
  pages(): PlaywrightPage[];
  newPage(): Promise<PlaywrightPage>;
  newCDPSession(page: never): Promise<Leavable>;
}

export interface PlaywrightPage {
  context(): PlaywrightContext;
  frameLocator(selector: string): unknown;
  close(): Promise<void>;
}

/** A page of Playwright's as a Sightline page, a context as a context, a browser as a browser. */
export function fromPlaywright(page: PlaywrightPage, options?: SharedOptions): Promise<Page>;
export function fromPlaywright(context: PlaywrightContext, options?: SharedOptions): Promise<Context>;
export function fromPlaywright(browser: PlaywrightBrowser, options?: SharedOptions): Promise<Browser>;
export async function fromPlaywright(
  given: PlaywrightPage | PlaywrightContext | PlaywrightBrowser,
  options: SharedOptions = {},
): Promise<Page | Context | Browser> {
  if (isPage(given)) {
    const context = given.context();
    const target = await targetOf(context, given);
    const browser = await joined(browserOf(context), options, target.browserContextId);
    return pageOf(browser, target.targetId);
  }
  if (isContext(given)) {
    const [page] = given.pages();
    // Only a page knows its context.
    const asked = page ?? (await given.newPage());
    const { browserContextId } = await targetOf(given, asked);
    if (!page) await asked.close();
    return (await joined(browserOf(given), options, browserContextId)).defaultContext;
  }
  if (isBrowser(given)) return joined(given, options);
  throw new SightlineError('bad-argument', 'Not a page, context or browser of Playwright', {
    hint: 'Give what chromium.launch(), browser.newContext() or context.newPage() returned.',
  });
}

async function joined(browser: PlaywrightBrowser, options: SharedOptions, home?: string): Promise<Browser> {
  const session = await sessionOf('Playwright', () => browser.newBrowserCDPSession());
  return joinHost('Playwright', { session, browser }, options, home);
}

async function targetOf(context: PlaywrightContext, page: PlaywrightPage): Promise<HostTarget> {
  return targetIn(await sessionOf('Playwright', () => context.newCDPSession(page as never)));
}

function browserOf(context: PlaywrightContext): PlaywrightBrowser {
  const browser = context.browser();
  if (browser) return browser;
  throw new SightlineError('unsupported', 'The context belongs to no browser that can be spoken to', {
    hint: 'Contexts of Electron and Android have none, nor persistent contexts before Playwright 1.53.',
  });
}

function isPage(given: object): given is PlaywrightPage {
  return 'context' in given && 'frameLocator' in given;
}

function isContext(given: object): given is PlaywrightContext {
  return 'newCDPSession' in given && 'pages' in given;
}

function isBrowser(given: object): given is PlaywrightBrowser {
  return 'newBrowserCDPSession' in given;
}
