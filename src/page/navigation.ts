/** Going somewhere, and waiting until the document there has come far enough. */
import type { LoadState, NavigateTo } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { type CallLimits, type Deadline, withDeadline } from './deadline.js';
import type { Page } from './page.js';

export interface NavigateOptions extends CallLimits {
  /** When the call returns: the document committed, is interactive, or (default) has loaded. */
  waitUntil?: 'commit' | 'interactive' | 'load';
  referrer?: string;
}

const NAVIGATION_TIMEOUT = 60_000;

/** False when there was no entry in the history to go to. */
export function navigate(
  page: Page,
  where: NavigateTo,
  what: string,
  options: NavigateOptions,
): Promise<boolean> {
  page.assertUsable();
  return withDeadline(what, options, NAVIGATION_TIMEOUT, async (deadline) => {
    const going = page.driver.navigate(where, { signal: deadline.signal, timeout: 0 });
    const { moved } = await deadline.race(page.unlessDialog(going));
    const until = options.waitUntil ?? 'load';
    if (moved && until !== 'commit') await untilLoaded(page, until, deadline);
    return moved;
  });
}

export async function untilLoaded(
  page: Page,
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
