/** Closes a page: asks until it is gone, or until its `beforeunload` dialog was dismissed. */
import { isSightlineError } from '../../errors.js';
import { untilTold } from '../deadline.js';
import type { FrameId } from '../driver.js';
import type { PageListeners } from '../page-listeners.js';

interface Closing {
  mainFrame: FrameId;
  listeners: PageListeners;
  ask(): Promise<unknown>;
}

/** Returns whether it closed. */
export function untilClosed({ mainFrame, listeners, ask }: Closing): Promise<boolean> {
  return untilTold<boolean>('Closing the page', {}, ({ resolve, reject }) => {
    const asked = () =>
      ask().catch((error: unknown) => {
        // It closed before it could answer: the event follows.
        if (!isSightlineError(error, 'page-closed') && !isSightlineError(error, 'document-gone'))
          reject(error);
      });
    const stop = listeners.watch((event) => {
      if (event.type === 'closed') resolve(true);
      if (event.type === 'dialog-closed' && !event.accepted) resolve(false);
      // Chromium loses the request while a document is committing; a page that keeps loading is asked again.
      if (event.type === 'load-state' && event.frame === mainFrame) void asked();
    });
    void asked();
    return stop;
  });
}
