/**
 * Navigates and waits until the new document has committed. Firefox replies to `navigate` and `reload` at that
 * point; it replies to a history step earlier, so its end is read from the page's own events, which also say why
 * no document was created.
 */
import { isSightlineError, SightlineError } from '../../errors.js';
import { isErrorPage } from '../../tree/url.js';
import { type Clock, startClock } from '../deadline.js';
import type { CallScope, NavigateResult, NavigateTo, PageEvent } from '../driver.js';
import { navigationFailed } from '../navigation-failure.js';
import { NavigationWatch, REFUSED, shownUrl, type WatchedPage } from '../navigation-watch.js';
import type { Connection } from './connection.js';
import {
  isBetweenPages,
  type NavigationEnd,
  navigationEndOf,
  navigationReasonOf,
  remoteNameOf,
} from './errors.js';
import type { FrameTree } from './frames.js';

/** Milliseconds that Chromium is given to exchange a page for another, and how often. */
const EXCHANGE = 50;
const MOST_EXCHANGES = 40;

/** How often a navigation is begun again that ended together with one of the page's own. */
const MOST_TRIES = 3;

export interface NavigationHost extends WatchedPage {
  readonly connection: Connection;
  readonly frames: FrameTree;
  /** Navigations that we no longer wait for (deadline, signal) and that may still be pending. */
  abandoned: number;
  /** How many have been asked for. */
  asked: number;
}

export async function navigate(
  host: NavigationHost,
  where: NavigateTo,
  scope: CallScope = {},
): Promise<NavigateResult> {
  const clock = startClock(scope);
  const watch = new Watch(host);
  try {
    const result =
      'history' in where
        ? await stepInHistory(host, watch, where.history, clock)
        : await go(host, watch, where, clock);
    host.abandoned = 0;
    return result;
  } catch (error) {
    if (isSightlineError(error, 'timeout') || isSightlineError(error, 'aborted')) host.abandoned++;
    throw error;
  } finally {
    watch.stop();
  }
}

async function go(
  host: NavigationHost,
  watch: Watch,
  where: { url: string; referrer?: string } | { reload: true },
  clock: Clock,
  tries = 1,
): Promise<NavigateResult> {
  const { connection, frames } = host;
  const target = { context: frames.main, wait: 'none' as const };
  const until = { ...clock.left(), endsWith: frames.main };
  const { pending, url: from } = frames.get(frames.main);
  const url = 'url' in where ? where.url : from;
  const before = watch.commits;
  const own = ++host.asked;
  const shown = () => (watch.commits > before ? frames.get(frames.main).url : undefined);
  const again = () => go(host, watch, where, clock, tries + 1);
  if ('url' in where) refuseWhatBidiCannot(where);
  try {
    await onceExchanged<unknown>(() =>
      'url' in where
        ? connection.send('browsingContext.navigate', { ...target, url }, until)
        : connection.send('browsingContext.reload', target, until),
    );
    // Any commit will do: when a document that is still loading is left, Firefox names one navigation in its
    // reply and another in its events.
    await watch.until(
      `Navigating to ${url}`,
      clock,
      (seen) => seen.commits > before || seen.movedWithin || seen.madeNoDocument,
    );
    if (tries < MOST_TRIES && isErrorPageOfAnother(url, shown())) return again();
  } catch (error) {
    const end = navigationEndOf(error);
    // Firefox reports the end of a replaced navigation as the end of this one.
    if ((end === 'aborted' || end === 'superseded') && host.abandoned > 0) {
      host.abandoned--;
      return go(host, watch, where, clock, tries);
    }
    // And so that of one that the page begins, as by a refresh.
    const isFailed = end === undefined && isFailure(error);
    if (isFailed && shown() === url && !isErrorPage(url)) return { document: watch.document, moved: true };
    const isOfAnother = isFailed
      ? pending !== undefined || isErrorPageOfAnother(url, shown())
      : end === 'superseded' && host.asked === own;
    if (isOfAnother && tries < MOST_TRIES) return again();
    refuse(error, end, watch, url);
  }
  return { document: watch.document, moved: true };
}

/** Throws what an error means, unless the navigation was to keep the document. */
function refuse(error: unknown, end: NavigationEnd | undefined, watch: Watch, url: string): void {
  if (end === 'refused' || (end === 'aborted' && isRefused(watch, error))) throw failed(url, REFUSED, error);
  // Chromium reports a download after it has replied.
  if (end === 'aborted' && (watch.madeNoDocument || isOfChromium(error))) return;
  if (end !== undefined || isFailure(error)) throw failed(url, navigationReasonOf(error), error);
  throw error;
}

async function stepInHistory(
  { connection, frames }: NavigationHost,
  watch: Watch,
  delta: number,
  clock: Clock,
): Promise<NavigateResult> {
  if (delta === 0) return { document: watch.document, moved: false };
  try {
    frames.traversing++;
    await onceExchanged(() =>
      connection.send(
        'browsingContext.traverseHistory',
        { context: frames.main, delta },
        { ...clock.left(), endsWith: frames.main },
      ),
    );
    // The step may affect only an iframe.
    const seen = () => watch.commits > 0 || watch.movedWithin || watch.childMoved || watch.madeNoDocument;
    await watch.until('The step in the history', clock, seen);
  } catch (error) {
    if (remoteNameOf(error) === 'no such history entry') return { document: watch.document, moved: false };
    throw error;
  } finally {
    frames.traversing--;
  }
  const { url } = frames.get(frames.main);
  if (watch.commits > 0 && isErrorPage(url)) throw failed(url, 'the site cannot be reached');
  return { document: watch.document, moved: true };
}

/** A moment after a commit, Chromium may still be exchanging the page for another. */
async function onceExchanged<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isBetweenPages(error) || attempt === MOST_EXCHANGES) throw error;
      await new Promise((resolve) => setTimeout(resolve, EXCHANGE));
    }
  }
}

/** Firefox never answers the former, and BiDi has no parameter for the latter. */
function refuseWhatBidiCannot({ url, referrer }: { url: string; referrer?: string }): void {
  // Firefox would resolve it against the URL of the page; Chromium refuses it.
  if (!URL.canParse(url)) throw navigationFailed(url, 'it is not an absolute URL');
  if (/^\s*javascript:/i.test(url))
    throw new SightlineError(
      'navigation-failed',
      `Could not navigate to ${shownUrl(url)}: it is a script, not a URL`,
      {
        hint: 'Evaluate the script in the page instead.',
      },
    );
  if (referrer !== undefined)
    throw new SightlineError('unsupported', 'WebDriver BiDi cannot navigate with a given referrer');
}

/** What the page's events have reported since the navigation was requested. */
class Watch extends NavigationWatch {
  readonly #navigations = new Set<string>();
  /** The main frame's URL changed within its document. */
  movedWithin = false;
  childMoved = false;
  /** A navigation of the main frame ended in a download or in no content. */
  madeNoDocument = false;

  protected override note(event: PageEvent): void {
    const { main } = this;
    switch (event.type) {
      case 'frame-navigated':
        if (event.frame.id !== main) this.childMoved = true;
        else if (event.sameDocument) this.movedWithin = true;
        else this.commits++;
        return;
      case 'request':
        if (event.request.isNavigation && event.request.frame === main)
          this.#navigations.add(event.request.id);
        return;
      case 'response':
        // HTTP: no content, reset content.
        if (this.#navigations.has(event.id) && [204, 205].includes(event.response.status))
          this.madeNoDocument = true;
        return;
      case 'download-started':
        this.madeNoDocument = true;
        return;
    }
  }
}

/** Chromium may reply before it reports that the dialog was closed. */
function isRefused(watch: Watch, error: unknown): boolean {
  return watch.refused || (watch.asked && isOfChromium(error));
}

function isOfChromium(error: unknown): boolean {
  return navigationReasonOf(error).startsWith('net::');
}

/** The browser's verdict on the URL, as opposed to a lost page, a timeout or an abort. */
function isFailure(error: unknown): boolean {
  return isSightlineError(error, 'protocol-error') || isSightlineError(error, 'unsupported');
}

function failed(url: string, reason: string, cause?: unknown): SightlineError {
  return navigationFailed(addressIn(url), reason, cause);
}

function isErrorPageOfAnother(url: string, shown: string | undefined): boolean {
  if (shown === undefined || !isErrorPage(shown)) return false;
  const wanted = addressIn(url);
  return addressIn(shown) !== (URL.canParse(wanted) ? new URL(wanted).href : wanted);
}

/** Firefox's error pages contain the URL that failed: reloading one asks for that. */
function addressIn(url: string): string {
  return (isErrorPage(url) && new URLSearchParams(url.slice(url.indexOf('?'))).get('u')) || url;
}
