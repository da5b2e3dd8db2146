/**
 * Sightline on a browser that Playwright drives (Chromium only): over CDP sessions that Playwright hands out, and
 * nothing else. Its pages go on working meanwhile, and stay when Sightline leaves.
 *
 * Only the shapes that are used are written down here, so that the library needs no Playwright to be compiled with.
 */
import { SightlineError } from '../errors.js';
import { join, type SharedOptions } from '../launch.js';
import type { Browser } from '../page/browser.js';
import type { Context } from '../page/context.js';
import type { Page } from '../page/page.js';
import { type HostSession, nestedLine } from './nested-line.js';

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

/** What is said of a session in public; the rest of it is in `Speaking`. */
export interface Leavable {
  detach(): Promise<void>;
}

/** Sessions type their methods by name; the driver has written them from the protocol's own types. */
interface Speaking extends Leavable {
  send(method: string, params?: Record<string, unknown>): Promise<unknown>;
  on(event: string, listener: (params: unknown) => void): unknown;
}

/** Milliseconds for the browser to answer. */
const PATIENCE = 30_000;

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
    const page = await pageOf(browser, target.targetId);
    return page;
  }
  if (isContext(given)) {
    const [page] = given.pages();
    // Only a page can tell which context it is in.
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
  const session = await browser.newBrowserCDPSession().catch((cause: unknown) => {
    throw new SightlineError('unsupported', 'Playwright has no CDP session for this browser', {
      hint: 'Only Chromium speaks CDP: launch Firefox with Sightline itself.',
      cause,
    });
  });
  const transport = nestedLine(hostSession(session, browser, 'Playwright'), home);
  return join(
    {
      protocol: 'cdp',
      transport,
      endpoint: "Playwright's browser",
      timeout: PATIENCE,
      ...(home && { home }),
    },
    options,
  );
}

/** `browser`: whoever tells that the connection has ended. */
export function hostSession(given: Leavable, browser: object, name: string): HostSession {
  const session = given as Speaking;
  return {
    send: (method, params) => session.send(method, params),
    on: (method, listener) => session.on(method, listener),
    detach: () => session.detach(),
    onClosed: (listener) => {
      (browser as Pick<Speaking, 'on'>).on('disconnected', () => listener(`${name} closed the browser`));
    },
  };
}

/** The target that a session of a page speaks for. Ends the session. */
export async function targetIn(given: Leavable): Promise<{ targetId: string; browserContextId: string }> {
  const { targetInfo } = (await (given as Speaking).send('Target.getTargetInfo')) as {
    targetInfo: { targetId: string; browserContextId: string };
  };
  await given.detach();
  return targetInfo;
}

async function targetOf(
  context: PlaywrightContext,
  page: PlaywrightPage,
): Promise<{ targetId: string; browserContextId: string }> {
  const session = await context.newCDPSession(page as never).catch((cause: unknown) => {
    throw new SightlineError('unsupported', 'Playwright has no CDP session for this page', {
      hint: 'Only Chromium speaks CDP, and the page must be open.',
      cause,
    });
  });
  return targetIn(session);
}

function browserOf(context: PlaywrightContext): PlaywrightBrowser {
  const browser = context.browser();
  if (browser) return browser;
  throw new SightlineError('unsupported', 'The context belongs to no browser that can be spoken to', {
    hint: 'Contexts of Electron and Android have none.',
  });
}

/** The page that a target is. Told with the others; else it is on its way. */
export function pageOf(browser: Browser, targetId: string): Promise<Page> {
  const known = browser.pages().find(({ driver }) => driver.id === targetId);
  if (known) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      void browser.close();
      reject(new SightlineError('timeout', `The browser did not tell of the page within ${PATIENCE} ms`));
    }, PATIENCE);
    const stop = browser.on('page', (page) => {
      if (page.driver.id !== targetId) return;
      clearTimeout(timer);
      stop();
      resolve(page);
    });
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
