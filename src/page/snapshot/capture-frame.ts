/** One call into each frame, all frames at once. A frame that could not be read is reported in its place. */

import type { CallScope } from '../../driver/driver.js';
import { isSightlineError, reasonOf, SightlineError } from '../../errors.js';
import { applyChange } from '../../tree/diff/text-change.js';
import { isErrorPage } from '../../tree/url.js';
import { applyRowChange } from '../../wire/row-change.js';
import type { CaptureRequest, Given, WireElement, WireRow } from '../../wire/rows.js';
import type { Deadline } from '../deadline.js';
import type { FailedTarget } from '../target/failed-target.js';
import { targetError } from '../target/target-error.js';
import type { CapturedFrame } from './captured-frame.js';
import { type Beside, CountedTogether } from './counted-together.js';
import type { FrameReply, LastCapture } from './frame-memory.js';
import type { FramePatience } from './frame-patience.js';

/** How often a frame that navigates during the capture is read again. */
const NAVIGATED_RETRIES = 2;

/** What was read from one frame and the frames inside it. */
export interface FrameCapture {
  frame: CapturedFrame;
  reply: FrameReply;
  /** By number of the iframe element. */
  children: Map<number, ChildCapture>;
}

export type ChildCapture =
  | { ok: true; capture: FrameCapture }
  | {
      ok: false;
      frame: CapturedFrame | undefined;
      reason: string /** Absent: the element's own URL. */;
      url?: string;
    }
  /** Left out on purpose: it can be requested by its handle. */
  | { ok: 'boundary'; frame: CapturedFrame };

export type CaptureTarget = NonNullable<CaptureRequest['target']>;

export interface Plan {
  request: CaptureRequest;
  withFrames: boolean;
  closedShadow: 'candidates' | 'all' | 'none';
  sameOriginFrames: boolean;
  /** Unchanged parts of the tree are the same objects as in the last capture: they must not be modified. */
  shares: boolean;
  /** With child frames. */
  patience: FramePatience;
}

/** What a frame answered. */
interface Read {
  reply: FrameReply;
  /** The document says that nothing changed, so this is the last capture: whether the browser says so, too. */
  holds?: () => Promise<boolean>;
}

export async function captureFrame(
  frame: CapturedFrame,
  plan: Plan,
  deadline: Deadline,
  place: 'top' | 'child',
  target?: CaptureTarget,
  beside?: Beside,
): Promise<FrameCapture> {
  const { signal } = deadline;
  const ask = async <T>(call: (scope: CallScope) => Promise<T>): Promise<T> => {
    if (place === 'child') return plan.patience.wait(signal, call);
    const before = performance.now();
    const answer = await call({ signal, timeout: 0 });
    plan.patience.mainFrameTook(performance.now() - before);
    return answer;
  };
  const request: CaptureRequest = { ...plan.request, ...(target && { target }) };
  const { memory } = frame;
  /** Counted after the document has said so: a change in between is found in the next capture at the latest. */
  const holds = async ({ computed, reply }: LastCapture, isShared: boolean): Promise<boolean> => {
    if (frame.counts) {
      if (computed === undefined) return false;
      const count = isShared ? beside?.count() : ask((scope) => frame.countComputed(scope));
      if ((await count) !== computed) return false;
    }
    if (process.env.SIGHTLINE_CHECK_CAPTURES) assertSame(reply, (await read(undefined, true)).reply);
    return true;
  };
  const read = async (retract?: Given, isAnew = false): Promise<Read> => {
    const { dom, rows, last } = memory;
    const before = plan.shares ? beside?.computed : undefined;
    const counts = plan.shares && before === undefined && isWorthAsking(frame, place, last);
    const wanted: CaptureRequest = {
      ...request,
      domBase: request.dom ? dom?.id : undefined,
      rowsBase: rows?.id,
      ...(retract && { retract }),
      standstill: counts || before !== undefined ? momentOf(isAnew ? undefined : last, before) : undefined,
      ...proofOf(frame),
    };
    const { reply, computed = before } = await ask((scope) => frame.capture(wanted, counts, scope)).finally(
      beside?.answered,
    );
    if (!reply.ok) throw target ? targetError(asElement(frame, target), reply.failure) : emptyDocument();
    if (reply.unchanged) {
      if (!last || computed !== last.computed) return read(retract, true);
      return { reply: last.reply, holds: () => holds(last, before !== undefined) };
    }
    if (reply.dom) memory.dom = applyChange(dom, reply.dom);
    memory.rows = applyRowChange(rows, reply.rows, reply.url);
    const captured: FrameReply = { ...reply, rows: memory.rows.rows, dom: memory.dom?.text ?? '' };
    memory.last = { reply: captured, computed };
    return { reply: checked(captured, last) };
  };
  const completed = async (first: Read): Promise<FrameCapture> => {
    const { closedShadow } = plan;
    const isOpened =
      closedShadow !== 'none' &&
      first.reply.closedCandidates > 0 &&
      (await ask((scope) => frame.openClosedRoots(closedShadow, scope)));
    const { reply, holds } = isOpened ? await read(first.reply.given, true) : first;
    memory.remember(reply.rows);
    // The frames inside are read while the browser counts.
    const [isSo = true, children] = await Promise.all([
      holds?.(),
      captureChildren(frame, reply, plan, deadline),
    ]);
    return isSo ? { frame, reply, children } : completed(await read(undefined, true));
  };
  return completed(await read());
}

/** Milliseconds: a shorter walk costs no more than the question whether it is needed, with counts of its own. */
const SHORT_WALK = 3;

/**
 * Where the browser does not count, the question is part of the call. Of a child frame nothing is known at first: most are
 * small. The count of the top is that of the frames in it, too.
 */
function isWorthAsking(
  { counts }: CapturedFrame,
  place: 'top' | 'child',
  last: LastCapture | undefined,
): boolean {
  if (!counts) return true;
  if (!last) return place === 'top';
  return last.reply.walkTime > SHORT_WALK || (place === 'top' && last.reply.frames.length > 0);
}

/**
 * The moment of the capture that may still hold; 0 for none. What the browser computed since then may have changed
 * anything: `before` is the count by now, where it is known already.
 */
function momentOf(last: LastCapture | undefined, before: number | undefined): number {
  return last && (before === undefined || before === last.computed) ? last.reply.moment : 0;
}

/** Where the browser does not count, a check is one call: a page that loads or moves may be another in the next. */
function proofOf({ counts }: CapturedFrame): Pick<CaptureRequest, 'rereads' | 'checks' | 'keepsLater'> {
  return counts
    ? { keepsLater: true }
    : { rereads: true, checks: process.env.SIGHTLINE_CHECK_CAPTURES !== undefined };
}

function checked(captured: FrameReply, last: LastCapture | undefined): FrameReply {
  if (captured.spared && last) assertSame(last.reply, captured);
  return captured;
}

/** For tests and debugging: every skipped capture is made anyway, and compared. */
function assertSame(spared: FrameReply, made: FrameReply): void {
  const linesOf = ({ url, title, frames, truncated, rows, dom }: FrameReply): string[] => [
    JSON.stringify({ url, title, frames, truncated }),
    ...rows.map((row) => JSON.stringify(row)),
    ...dom.split('\n'),
  ];
  const [before, now] = [linesOf(spared), linesOf(made)];
  const at = before.findIndex((line, index) => line !== now[index]);
  if (at >= 0 || before.length !== now.length)
    throw new Error(`A capture was spared although the page had changed: ${before[at]} is now ${now[at]}`);
}

async function captureChildren(
  parent: CapturedFrame,
  reply: FrameCapture['reply'],
  plan: Plan,
  deadline: Deadline,
): Promise<Map<number, ChildCapture>> {
  if (reply.frames.length === 0) return new Map();
  const frames = await parent.framesIn(reply.frames, { signal: deadline.signal });
  const skipped = plan.sameOriginFrames ? new Set<number>() : sameOriginElements(reply.rows);
  const counted = new CountedTogether(parent, deadline);
  const captures = await Promise.all(
    frames.map((frame, at): Promise<ChildCapture> | ChildCapture => {
      const element = reply.frames[at];
      if (!frame)
        return { ok: false, frame, reason: 'it has no document, or the document cannot be identified' };
      if (frame.failed || isErrorPage(frame.url)) return { ok: false, frame, reason: NOT_LOADED };
      if (!plan.withFrames || (element !== undefined && skipped.has(element)))
        return boundaryOf(frame, plan, deadline);
      return captureChild(frame, plan, deadline, counted.with(frame));
    }),
  );
  return new Map(reply.frames.map((element, at) => [element, captures[at] as ChildCapture])); // one for each frame
}

/** In Firefox a frame whose page could not be loaded looks like an empty one, and only its document knows. */
async function boundaryOf(frame: CapturedFrame, plan: Plan, deadline: Deadline): Promise<ChildCapture> {
  if (frame.failed === undefined && frame.url === 'about:blank') {
    const request = { ...plan.request, maxNodes: 1, dom: false };
    const glance: Plan = { ...plan, request, withFrames: false, closedShadow: 'none' };
    const child = await captureChild(frame, glance, deadline);
    if (child.ok === false) return child;
  }
  return { ok: 'boundary', frame };
}

const NOT_LOADED = 'its page could not be loaded';

async function captureChild(
  frame: CapturedFrame,
  plan: Plan,
  deadline: Deadline,
  beside?: Beside,
): Promise<ChildCapture> {
  for (let attempt = 0; ; attempt++) {
    try {
      // The others have been counted by the second attempt.
      const counted = attempt === 0 ? beside : undefined;
      const capture = await captureFrame(frame, plan, deadline, 'child', undefined, counted);
      // Firefox reports the failed URL as the frame's; only the document knows better.
      if (isErrorPage(capture.reply.url)) return { ok: false, frame, reason: NOT_LOADED };
      return { ok: true, capture };
    } catch (error) {
      // What ends the whole capture must not look like the failure of one frame.
      if (
        deadline.signal.aborted ||
        isSightlineError(error, 'browser-disconnected') ||
        frame.page.closed !== undefined
      )
        throw error;
      if (isSightlineError(error, 'document-gone') && attempt < NAVIGATED_RETRIES) continue;
      return { ok: false, frame, reason: frameReason(error), url: frame.url };
    }
  }
}

function frameReason(error: unknown): string {
  if (isSightlineError(error, 'document-gone')) return 'it kept navigating during the capture';
  if (isSightlineError(error, 'frame-gone')) return 'it was removed during the capture';
  return reasonOf(error);
}

function sameOriginElements(rows: readonly WireRow[]): Set<number> {
  return new Set(
    rows.filter((row): row is WireElement => row[6]?.crossOrigin === false).map((row) => row[1]),
  );
}

function asElement(frame: CapturedFrame, target: CaptureTarget): FailedTarget {
  if ('element' in target) return { frame, target, label: `e${target.element}` };
  return { frame, target: { locator: [] }, label: `'${target.selector}'` };
}

/** A document has its root element as soon as the first byte is parsed. */
function emptyDocument(): SightlineError {
  return new SightlineError('snapshot-failed', 'the document has not arrived yet', {
    hint: 'Take the snapshot again in a moment.',
  });
}
