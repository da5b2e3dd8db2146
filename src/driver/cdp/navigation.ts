/**
 * Navigates and waits until the new document has committed. What happened on the way (responses, downloads,
 * dialogs) is read from the page's own events, which say why no document was created.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { isSightlineError } from '../../errors.js';
import { type Clock, startClock } from '../deadline.js';
import type { CallScope, NavigateResult, NavigateTo, PageEvent } from '../driver.js';
import { navigationFailed } from '../navigation-failure.js';
import { NavigationWatch, REFUSED, type WatchedPage } from '../navigation-watch.js';
import type { Session } from './connection.js';
import type { FrameTree } from './frames.js';
import { isHopOf } from './network/network.js';

/** Chromium's error for a navigation that ended without a document: superseded, stopped, 204 or a download. */
const ABORTED = 'net::ERR_ABORTED';
/**
 * Milliseconds: the browser's error page follows a failed navigation at once; without it the page is left as it
 * is.
 */
const ERROR_PAGE_TIMEOUT = 2_000;

export interface NavigationHost extends WatchedPage {
  readonly session: Session;
  readonly frames: FrameTree;
}

export async function navigate(
  host: NavigationHost,
  where: NavigateTo,
  scope: CallScope = {},
): Promise<NavigateResult> {
  const clock = startClock(scope);
  const watch = new Watch(host);
  try {
    if ('url' in where) return await goTo(host, watch, where, clock);
    if ('reload' in where) await host.session.send('Page.reload', {}, clock.left());
    else if (!(await stepInHistory(host, where.history, clock)))
      return { document: watch.document, moved: false };
    const reload = 'reload' in where;
    await watch.until(
      reload ? 'The reload' : 'The step in the history',
      clock,
      (seen) =>
        // A history step may stay within the document; a reload never does.
        seen.ended || (reload ? seen.commits > 0 : seen.moved),
    );
    const { unreachable, loader } = host.frames.get(host.frames.main);
    if (watch.moved && unreachable !== undefined)
      throw navigationFailed(unreachable, watch.errorOf(loader) ?? 'the site cannot be reached');
    return { document: watch.document, moved: true };
  } finally {
    watch.stop();
  }
}

async function goTo(
  { session, frames }: NavigationHost,
  watch: Watch,
  { url, referrer }: { url: string; referrer?: string },
  clock: Clock,
): Promise<NavigateResult> {
  const start = () => startNavigation(session, url, referrer, clock);
  let { loaderId, errorText, isDownload } = await start();
  // A refusal that was just given may abort the next navigation too, before it began.
  if (errorText === ABORTED && loaderId === undefined && !isScript(url) && !watch.asked)
    ({ loaderId, errorText, isDownload } = await start());
  if (errorText) {
    if (watch.asked && loaderId === undefined) throw navigationFailed(url, REFUSED);
    const stays = isDownload === true || isScript(url) || watch.madeNoDocument(loaderId);
    if (errorText === ABORTED && stays) return { document: watch.document, moved: true };
    if (errorText !== ABORTED) await watch.bounded(clock, () => frames.get(frames.main).loader === loaderId);
    throw navigationFailed(url, errorText);
  }
  // The reply comes when the browser is ready to commit; the document counts once it has committed.
  if (loaderId === undefined) await watch.until(`Navigating to ${url}`, clock, (seen) => seen.moved);
  else {
    // The page may have gone on to another document already.
    const before = watch.commits;
    const done = (seen: Watch) => seen.committed.has(loaderId) || seen.commits > before;
    await watch.until(`Navigating to ${url}`, clock, done);
  }
  return { document: watch.document, moved: true };
}

async function startNavigation(session: Session, url: string, referrer: string | undefined, clock: Clock) {
  try {
    return await session.send(
      'Page.navigate',
      { url, ...(referrer !== undefined && { referrer }) },
      clock.left(),
    );
  } catch (error) {
    // The browser refuses what it cannot parse as a URL.
    if (isSightlineError(error, 'protocol-error')) throw navigationFailed(url, error.message, error);
    throw error;
  }
}

/** A `javascript:` URL runs in the current document; the browser answers as if it had been aborted. */
function isScript(url: string): boolean {
  return /^\s*javascript:/i.test(url);
}

/** Between two documents of different processes the session belongs to neither for a moment; it answers after that. */
const HAND_OVER_TRIES = 50;
const HAND_OVER_PAUSE = 20;

async function historyOf(
  session: Session,
  clock: Clock,
): Promise<Protocol.Page.GetNavigationHistoryResponse> {
  for (let tries = 1; ; tries++) {
    try {
      return await session.send('Page.getNavigationHistory', undefined, clock.left());
    } catch (error) {
      if (!isSightlineError(error, 'page-closed') || !session.alive || tries === HAND_OVER_TRIES) throw error;
      await pause(HAND_OVER_PAUSE);
    }
  }
}

async function stepInHistory({ session }: NavigationHost, step: number, clock: Clock): Promise<boolean> {
  const { currentIndex, entries } = await historyOf(session, clock);
  const entry = entries[currentIndex + step];
  if (!entry || step === 0) return false;
  await session.send('Page.navigateToHistoryEntry', { entryId: entry.id }, clock.left());
  return true;
}

/** What the page's events have reported since the navigation was requested. */
class Watch extends NavigationWatch {
  readonly #navigations = new Map<string, { status?: number; error?: string }>();
  readonly #frames: NavigationHost['frames'];
  /** Loaders of the documents that have committed. */
  readonly committed = new Set<string>();
  /** A document committed, or the URL changed within it. */
  moved = false;
  /** A navigation of the main frame ended without a document. */
  ended = false;

  constructor(host: NavigationHost) {
    super(host);
    this.#frames = host.frames;
  }

  errorOf(loader: string): string | undefined {
    for (const [id, { error }] of this.#navigations) if (isHopOf(id, loader) && error) return error;
    return undefined;
  }

  /** HTTP: no content, reset content. */
  madeNoDocument(loader: string | undefined): boolean {
    if (loader === undefined) return false;
    for (const [id, { status }] of this.#navigations)
      if (isHopOf(id, loader) && (status === 204 || status === 205)) return true;
    return false;
  }

  /** Like `until`, but gives up silently. */
  async bounded(clock: Clock, done: () => boolean): Promise<void> {
    const { timeout, signal } = clock.left();
    const short = startClock({
      timeout: timeout === 0 ? ERROR_PAGE_TIMEOUT : Math.min(timeout, ERROR_PAGE_TIMEOUT),
      signal,
    });
    await Promise.allSettled([this.until('The error page', short, done)]);
  }

  protected override note(event: PageEvent): void {
    const { main } = this;
    switch (event.type) {
      case 'frame-navigated':
        if (event.frame.id !== main) return;
        this.moved = true;
        if (event.sameDocument) return;
        this.commits++;
        this.committed.add(this.#frames.get(main).loader);
        return;
      case 'request':
        if (event.request.isNavigation && event.request.frame === main)
          this.#navigations.set(event.request.id, {});
        return;
      case 'response': {
        const navigation = this.#navigations.get(event.id);
        if (navigation) navigation.status = event.response.status;
        return;
      }
      case 'request-ended': {
        const navigation = this.#navigations.get(event.id);
        if (!navigation || event.error === undefined) return;
        navigation.error = event.error;
        // Other errors are followed by the browser's error page, which commits.
        if (event.error === ABORTED) this.ended = true;
        return;
      }
    }
  }
}
