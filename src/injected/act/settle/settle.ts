/** The in-page part of settling: the input arrives, the document comes to rest, and the findings are reported. */

import type { RequestOf } from '../../../wire/api.js';
import { documentHasFocus } from '../../dom/intrinsics.js';
import type { Acting, Handler } from '../acting.js';
import { frame } from '../event-loop.js';
import { holdsText } from '../verbs/field-text.js';
import type { QuietResult } from './quiet.js';
import { ARRIVAL_FRAMES } from './wheel-watch.js';

type Request = RequestOf<'settle'>;

export const settle: Handler<'settle'> = async (acting, request) => {
  const { finder, pointerGuard, textGuard, keyGuard, drag, wheel, leaving, quiet, changes } = acting;
  const { cap, first, expect } = request;
  const notEntered = request.enter ? textGuard.admit() : undefined;
  if (notEntered) return { changed: false, atOnce: false, quiet: true, ...notEntered };
  await untilInputArrived(acting, cap);
  const verdict = pointerGuard.take();
  const elsewhere = keyGuard.elsewhere ?? textGuard.elsewhere;
  const astray = textGuard.take() ?? keyGuard.take();
  drag.end();
  if (first === 'wheel') await wheel.end(cap);
  // A press that was stopped changed nothing.
  const isStopped = verdict?.down === 'other';
  acting.isStopped ||= isStopped || astray !== undefined;
  const result = isStopped
    ? { changed: false, atOnce: false, quiet: true }
    : await untilQuiet(acting, request);
  const element = expect && finder.element(expect.element);
  const holds = expect && element ? holdsText(element, expect.value) : undefined;
  return {
    ...result,
    changed: result.changed && changes.isReal,
    ...(verdict && { guard: verdict }),
    ...(astray && { astray: finder.show(astray) }),
    ...(elsewhere && { elsewhere: finder.show(elsewhere) }),
    ...(holds !== undefined && { holds }),
    ...(!documentHasFocus(document) && { unfocused: true }),
    ...(leaving.isUnderWay && { leaving: true }),
    ...(leaving.isDownload && { downloading: true }),
    ...(leaving.isChooser && { choosing: true }),
    ...quiet.coming,
    ...(changes.isTicking && { ticks: true }),
    ...(changes.isRunning && { runs: true }),
    ...(changes.wasUnseen && { stale: true }),
    ...acting.acted(),
  };
};

/**
 * Input is acknowledged when it has been handled, or nearly so. What has not arrived after these frames is lost.
 */
async function untilInputArrived({ pointerGuard, textGuard }: Acting, cap: number): Promise<void> {
  for (let frames = 0; frames < ARRIVAL_FRAMES && pointerGuard.isWaiting; frames++)
    await frame(performance.now() + cap);
  await textGuard.arrival();
}

async function untilQuiet({ quiet, popup }: Acting, request: Request): Promise<QuietResult> {
  const { cap, first, patient = false, popup: by } = request;
  const until = performance.now() + cap;
  const result = await quiet.reached(cap, { drawFirst: first === 'draw', patient });
  if (!by || !popup.isAwaited) return result;
  await popup.came(by, until);
  const left = Math.max(0, until - performance.now());
  const then = await quiet.reached(left, { drawFirst: false, patient });
  return { ...result, changed: result.changed || then.changed, quiet: then.quiet };
}

export const nextChange: Handler<'nextChange'> = async ({ quiet }, { timeout }) => ({
  changed: await quiet.next(timeout),
});

export const dueTimers: Handler<'dueTimers'> = ({ quiet }) => ({ due: quiet.coming.due ?? 0 });
