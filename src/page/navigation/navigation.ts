/** Navigates, and waits until the new document has come far enough. */
import type { LoadState, NavigateTo } from '../../driver/driver.js';
import { isSightlineError, SightlineError } from '../../errors.js';
import { originBlocked } from '../../fence/origin-rules.js';
import { type CallLimits, type Deadline, withDeadline } from '../deadline.js';
import { lastNavigation } from './last-navigation.js';
import { arrive } from './loading.js';
import type { LoadingPage, NavigatedPage } from './navigated-page.js';

export interface NavigateOptions extends CallLimits {
  /**
   * When the call returns: the document has committed, is interactive, or (default) has loaded. `settled`: it has
   * loaded and built its content, as an agent wants it; if that takes too long, as far as it has come.
   */
  waitUntil?: 'commit' | 'interactive' | 'load' | 'settled';
  referrer?: string;
}

export const NAVIGATION_TIMEOUT = 60_000;

/** False if there was no history entry to go to. */
export async function navigate(
  page: NavigatedPage,
  where: NavigateTo,
  what: string,
  options: NavigateOptions,
): Promise<boolean> {
  if (options.waitUntil !== 'settled') return go(page, where, what, options);
  let moved = false;
  const going = async () => {
    moved = await go(page, where, what, { ...options, waitUntil: 'commit' });
  };
  await arrive(page, going, options);
  return moved;
}

function go(
  page: NavigatedPage,
  where: NavigateTo,
  what: string,
  options: NavigateOptions,
): Promise<boolean> {
  page.assertNavigable();
  const { origins } = page.context.browser;
  // Before any request is made.
  if ('url' in where) origins?.check(where.url);
  return withDeadline(what, options, page.navigationTimeout, async (deadline) => {
    const last = lastNavigation(page);
    const before = last?.request;
    // While a server does not answer, Chromium runs nothing in the document: not a busy script.
    const isAwaiting = last !== undefined && !last.response && last.error === undefined;
    // Once the navigation has begun, the browser can't reach the script that blocks it any more.
    if (!isAwaiting) await deadline.race(page.unlessDialog(page.free()));
    const going = page.driver.navigate(where, { signal: deadline.signal, timeout: 0 });
    const asked = () => {
      const request = lastNavigation(page)?.request;
      return request === before ? undefined : request;
    };
    const { moved } = await deadline.race(page.unlessDialog(going)).catch((error: unknown) => {
      throw explained(page, error, asked() ?? where);
    });
    // A redirect may have led elsewhere, and the browser's cache may have answered.
    const { url } = asked() ?? {};
    if (url !== undefined) origins?.check(url);
    const until = options.waitUntil ?? 'load';
    if (moved && (until === 'interactive' || until === 'load')) await untilLoaded(page, until, deadline);
    return moved;
  });
}

export async function untilLoaded(
  page: LoadingPage,
  state: 'interactive' | 'load',
  deadline: Deadline,
): Promise<void> {
  const wanted: LoadState[] = state === 'load' ? ['complete'] : ['interactive', 'complete'];
  const reached = () => {
    const main = page.driver.frames().find(({ id }) => id === page.driver.mainFrame);
    return main !== undefined && wanted.includes(main.loadState);
  };
  if (reached()) return;
  const stop: (() => void)[] = [];
  const arrived = new Promise<void>((resolve, reject) => {
    stop.push(
      page.on('event', (event) => {
        if (event.type === 'crashed')
          reject(new SightlineError('page-crashed', `Page ${page.handle} has crashed`));
        else if (reached()) resolve();
      }),
      page.on('closed', (reason) =>
        reject(new SightlineError('page-closed', `Page ${page.handle} was closed: ${reason}`)),
      ),
    );
  });
  try {
    await deadline.race(page.unlessDialog(arrived));
  } finally {
    for (const end of stop) end();
  }
}

/** Behind the proxy that enforces the origin rules, the browser only knows that it was refused. */
function explained(page: NavigatedPage, error: unknown, where: NavigateTo): unknown {
  if (!isSightlineError(error, 'navigation-failed') || !('url' in where)) return error;
  const { origins } = page.context.browser;
  const refusal = origins?.refusal(where.url);
  if (refusal !== undefined) return originBlocked(refusal);
  const failure = page.context.browser.failureOf(where.url);
  if (failure === undefined) return error;
  return new SightlineError(error.code, `${error.message}: ${failure}`, { hint: error.hint, cause: error });
}
