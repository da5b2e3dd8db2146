/**
 * What Playwright and Puppeteer have in common: a CDP session on their browser, on which Sightline joins it.
 *
 * Only the shapes that are used are written down, so that the library needs neither to be compiled with.
 */
import { SightlineError } from '../errors.js';
import { join, type SharedOptions } from '../launch.js';
import type { Browser } from '../page/browser.js';
import type { Page } from '../page/page.js';
import { type HostSession, nestedLine } from './nested-line.js';

export type HostName = 'Playwright' | 'Puppeteer';

/** What is said of a session in public; the rest of it is in `Speaking`. */
export interface Leavable {
  detach(): Promise<void>;
}

/** Sessions type their methods by name; the driver has written them from the protocol's own types. */
interface Speaking extends Leavable {
  send(method: string, params?: Record<string, unknown>): Promise<unknown>;
  on(event: string, listener: (params: unknown) => void): unknown;
}

export interface HostTarget {
  targetId: string;
  browserContextId: string;
}

/** Milliseconds for the host and its browser to answer. */
const PATIENCE = 30_000;

/** Asks the host for a session. Some never answer once their browser is closed. */
export async function sessionOf(name: HostName, open: () => Promise<Leavable>): Promise<Leavable> {
  try {
    return await inTime(`${name} opened no CDP session`, open());
  } catch (cause) {
    throw new SightlineError('unsupported', `${name} has no CDP session for this`, {
      hint: 'Only Chromium over CDP has them, while it is open: launch Firefox with Sightline itself.',
      cause,
    });
  }
}

/** The target that a session of a page speaks for. Ends the session. */
export async function targetIn(given: Leavable): Promise<HostTarget> {
  const { targetInfo } = (await (given as Speaking).send('Target.getTargetInfo')) as {
    targetInfo: HostTarget;
  };
  await given.detach();
  return targetInfo;
}

/** `browser`: whoever tells that the connection has ended. `home`: the one context to use. */
export async function joinHost(
  name: HostName,
  { session, browser }: { session: Leavable; browser: object },
  options: SharedOptions,
  home?: string,
): Promise<Browser> {
  const host = hostSession(name, session as Speaking, browser);
  return join(
    {
      protocol: 'cdp',
      transport: nestedLine(host, home),
      endpoint: `${name}'s browser`,
      timeout: PATIENCE,
      // What was set through the session ends with it, before the host goes on.
      end: () => host.detach(),
      ...(home && { home }),
    },
    options,
  );
}

function hostSession(name: HostName, session: Speaking, browser: object): HostSession {
  let leaving: Promise<void> | undefined;
  return {
    send: (method, params) => session.send(method, params),
    on: (method, listener) => session.on(method, listener),
    detach: () => {
      // A session of a browser that is gone can't be left.
      leaving ??= inTime(`${name} left no session`, session.detach()).catch(() => undefined);
      return leaving;
    },
    onClosed: (listener) => {
      (browser as Pick<Speaking, 'on'>).on('disconnected', () =>
        listener(`${name} closed the browser or left it`),
      );
    },
  };
}

/** The page that a target is. Told with the others; else it is on its way. */
export async function pageOf(browser: Browser, targetId: string): Promise<Page> {
  const known = browser.pages().find(({ driver }) => driver.id === targetId);
  if (known) return known;
  let stop: (() => void) | undefined;
  const told = new Promise<Page>((resolve) => {
    stop = browser.on('page', (page) => {
      if (page.driver.id === targetId) resolve(page);
    });
  });
  try {
    return await inTime('The browser did not tell of the page', told);
  } catch (error) {
    await browser.close();
    throw error;
  } finally {
    stop?.();
  }
}

async function inTime<T>(late: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SightlineError('timeout', `${late} within ${PATIENCE} ms`)),
      PATIENCE,
    );
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
