/**
 * Pictures of a page while it is watched. Where the browser does not send them, they are
 * taken: often while they differ, ever more seldom while they don't. The page is not walked for any.
 */
import { createHash } from 'node:crypto';
import type { LivePicture } from '../driver/driver.js';
import { boxesInView } from './boxes-in-view.js';
import type { Page } from './page.js';

/** Percent: text stays readable. */
const QUALITY = 60;
/** Milliseconds between pictures that differ, and the longest time between others. */
const PACE = { changing: 150, still: 1_500 };
/** Milliseconds; a page that hangs has no picture. */
const PATIENCE = 5_000;

export type { LivePicture };

export interface Watching {
  /** Something was done to the page: look now. */
  nudge(): void;
  stop(): void;
}

export function watchPage(page: Page, onPicture: (picture: LivePicture) => void): Watching {
  return page.driver.screencast ? fromBrowser(page, onPicture) : byLooking(page, onPicture);
}

function fromBrowser(page: Page, onPicture: (picture: LivePicture) => void): Watching {
  let isWanted = true;
  let hasAny = false;
  const show = (picture: LivePicture) => {
    hasAny = true;
    if (isWanted) onPicture(picture);
  };
  // A page that is closing or hangs has no pictures; the viewer shows its state instead.
  const started = page.driver.screencast?.(show, { quality: QUALITY }).catch(() => undefined);
  // A tab behind another is drawn late or never.
  void take(page).then((picture) => {
    if (picture && !hasAny) show(picture);
  });
  return {
    nudge: () => undefined,
    stop() {
      isWanted = false;
      void started?.then((end) => end?.()).catch(() => undefined);
    },
  };
}

function byLooking(page: Page, onPicture: (picture: LivePicture) => void): Watching {
  let isWanted = true;
  let wait: number = PACE.changing;
  let last = '';
  let wake: () => void = () => undefined;
  const look = async (): Promise<void> => {
    const picture = await take(page);
    const digest = picture ? createHash('sha1').update(picture.jpeg).digest('hex') : last;
    const isNew = picture !== undefined && digest !== last;
    wait = isNew ? PACE.changing : Math.min(PACE.still, wait * 1.5);
    last = digest;
    if (isNew && isWanted) onPicture(picture);
  };
  const run = async (): Promise<void> => {
    while (isWanted && page.closed === undefined) {
      await look();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  void run();
  return {
    nudge() {
      wait = PACE.changing;
      wake();
    },
    stop() {
      isWanted = false;
      wake();
    },
  };
}

/** Undefined while the page can't be seen: it is closed, hangs, or a dialog is open. */
async function take(page: Page): Promise<LivePicture | undefined> {
  const scope = { timeout: PATIENCE };
  try {
    const [jpeg, { viewport }] = await Promise.all([
      page.screenshot({ format: 'jpeg', quality: QUALITY, ...scope }),
      page.unlessDialog(boxesInView(page, [], scope)),
    ]);
    return { jpeg, ...viewport };
  } catch {
    return undefined;
  }
}
