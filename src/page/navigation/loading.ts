/**
 * Waits for a document and what it builds, within limits: an endless body or a hung script is no reason not to
 * show what is there. Until the document is parsed, the wait continues while the network delivers anything; after
 * that only images and frames are missing, and they get a moment.
 */
import { isSightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { CallLimits } from '../deadline.js';
import type { NetworkEntry } from '../log.js';
import { bringsDocument, lastNavigation } from './last-navigation.js';
import type { NavigatedPage } from './navigated-page.js';

/**
 * Milliseconds: without network activity before the document is parsed, and in total from then until it has
 * loaded.
 */
const PATIENCE = 5_000;
/** Milliseconds: a limit for pages that never stop loading before their document is parsed. */
const MOST = 30_000;
/** How many missing requests are named; a page may wait for hundreds. */
const NAMED = 3;

/**
 * Navigates and returns when there is something to see: the document has loaded and the page has had time to
 * build its content. The notes say what is missing.
 */
export async function arrive(
  page: NavigatedPage,
  go: () => Promise<unknown>,
  limits: CallLimits = {},
): Promise<string[]> {
  const before = lastNavigation(page);
  const missing: string[] = [];
  const { notes } = await page.actions.follow(
    async () => {
      await go();
      missing.push(...(await untilShowable(page, limits)));
      return missing.length === 0;
    },
    { signal: limits.signal },
  );
  const last = lastNavigation(page);
  return [...page.busy.takeFreed(), ...missing, ...(last === before ? [] : withoutContent(last)), ...notes];
}

/** Statuses after which browsers stay where they are. */
const NO_CONTENT = [204, 205];

function withoutContent(entry: NetworkEntry | undefined): string[] {
  const { status = 0 } = entry?.response ?? {};
  return NO_CONTENT.includes(status)
    ? [`The server answered ${status}, without content: the page stays.`]
    : [];
}

/**
 * Returns when the main document has loaded, or when that takes too long, and then with what is missing. A dialog
 * ends it too: nothing loads behind it.
 */
export async function untilShowable(page: NavigatedPage, limits: CallLimits = {}): Promise<string[]> {
  const { signal, timeout = page.navigationTimeout } = limits;
  const limit = timeout > 0 ? timeout : Number.POSITIVE_INFINITY;
  const patience = Math.min(PATIENCE, limit);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patience);
  const stop = page.on('event', ({ type }) => {
    if (type === 'request' || type === 'response' || type === 'request-ended') timer.refresh();
  });
  const began = performance.now();
  try {
    await page.waitForLoadState('interactive', {
      timeout: Math.min(MOST, limit),
      signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]),
    });
    clearTimeout(timer);
    await page.waitForLoadState('load', { timeout: patience, signal });
    return [];
  } catch (error) {
    if (isSightlineError(error, 'dialog-open')) return [];
    const tooLong = isSightlineError(error, 'timeout') || (silence.signal.aborted && !signal?.aborted);
    if (!tooLong) throw error;
    return [stillLoading(page, Math.round(performance.now() - began))];
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function stillLoading(page: NavigatedPage, milliseconds: number): string {
  const running = runningIn(page);
  const names = running.slice(0, NAMED).map((entry) => nameOf(page, entry));
  const more = running.length > NAMED ? ` and ${running.length - NAMED} more` : '';
  const what = names.length > 0 ? `: ${names.join(', ')}${more}` : '';
  const rest = page.mainFrame.loadState === 'loading' ? ' Its document is incomplete.' : '';
  return `The page is still loading after ${milliseconds} ms${what}.${rest}`;
}

/** Requests of the current document, including its own. */
function runningIn(page: NavigatedPage): NetworkEntry[] {
  const { network } = page.log;
  const start = network.findLastIndex((entry) => bringsDocument(page, entry));
  return network.slice(Math.max(0, start)).filter(({ error }) => error === undefined);
}

function nameOf(page: NavigatedPage, entry: NetworkEntry): string {
  if (bringsDocument(page, entry)) return 'the document itself';
  const { resourceType, isNavigation, url } = entry.request;
  return `${isNavigation ? 'frame' : resourceType} ${quote(url, 200)}`;
}
