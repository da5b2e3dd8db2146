/**
 * What Playwright and Puppeteer have in common: a CDP session on their browser, on which Sightline joins it.
 *
 * Only the shapes that are used are written down, so that the library needs neither to be compiled with.
 */
import { SightlineError } from '../errors.js';
import { inTime } from '../launch/in-time.js';
import { joinBrowser } from '../launch/join.js';
import type { SharedOptions } from '../launch/options.js';
import type { Browser } from '../page/browser.js';
import type { Page } from '../page/page.js';
import { type HostSession, nestedConnection } from './nested-connection.js';

export type HostName = 'Playwright' | 'Puppeteer';

/** What is said of a session in public; the rest of it is in `Speaking`. */
export interface Leavable {
  detach(): Promise<void>;
}

/** Sessions type their methods by name; the driver already uses the protocol's own types. */
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
    return await inTime(open(), PATIENCE, `${name} opened no CDP session within ${PATIENCE} ms`);
  } catch (cause) {
    throw new SightlineError('unsupported', `${name} has no CDP session for this`, {
      hint: 'Only Chromium over CDP has them, while it is open: launch Firefox with Sightline itself.',
      cause,
    });
  }
}

/** The target of a page's session. Ends the session. */
export async function targetIn(given: Leavable): Promise<HostTarget> {
  const { targetInfo } = (await (given as Speaking).send('Target.getTargetInfo')) as {
    targetInfo: HostTarget;
  };
  await given.detach();
  return targetInfo;
}

/** `browser`: emits `disconnected` when the connection ends. `home`: the only context to use. */
export async function joinHost(
  name: HostName,
  { session, browser }: { session: Leavable; browser: object },
  options: SharedOptions,
  home?: string,
): Promise<Browser> {
  const host = hostSession(name, session as Speaking, browser);
  return joinBrowser(
    {
      protocol: 'cdp',
      transport: nestedConnection(host, home),
      endpoint: `${name}'s browser`,
      timeout: PATIENCE,
      // What was set through the session ends with it, before the host continues.
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
      leaving ??= inTime(
        session.detach(),
        PATIENCE,
        `${name} did not detach its session within ${PATIENCE} ms`,
      ).catch(() => undefined);
      return leaving;
    },
    onClosed: (listener) => {
      (browser as Pick<Speaking, 'on'>).on('disconnected', () =>
        listener(`${name} closed the browser or left it`),
      );
    },
  };
}

/** The page of a target. If the browser has not reported it yet, waits for that. */
export async function pageOf(browser: Browser, targetId: string): Promise<Page> {
  const known = browser.pages().find(({ driver }) => driver.id === targetId);
  if (known) return known;
  let stop: (() => void) | undefined;
  const reported = new Promise<Page>((resolve) => {
    stop = browser.on('page', (page) => {
      if (page.driver.id === targetId) resolve(page);
    });
  });
  try {
    return await inTime(reported, PATIENCE, `The browser did not report the page within ${PATIENCE} ms`);
  } catch (error) {
    await browser.close();
    throw error;
  } finally {
    stop?.();
  }
}
