/** One call into each frame, all frames at once. A frame that could not be read is reported in its place. */

import type { CallScope } from '../../driver/driver.js';
import { isSightlineError, reasonOf, SightlineError } from '../../errors.js';
import { applyChange } from '../../tree/diff/text-change.js';
import { applyRowChange } from '../../wire/row-change.js';
import type { CaptureReply, CaptureRequest, Given, WireElement, WireRow } from '../../wire/rows.js';
import type { ElementTarget } from '../actions.js';
import type { Deadline } from '../deadline.js';
import type { Frame } from '../frame.js';
import { targetError } from '../target/target-error.js';
import type { FramePatience } from './frame-patience.js';

/** How often a frame that navigates during the capture is read again. */
const NAVIGATED_RETRIES = 2;

/** What was read from one frame and the frames inside it. */
export interface FrameCapture {
  frame: Frame;
  reply: Omit<Extract<CaptureReply, { ok: true }>, 'rows' | 'dom'> & {
    rows: readonly WireRow[];
    dom: string;
  };
  /** By number of the iframe element. */
  children: Map<number, ChildCapture>;
}

export type ChildCapture =
  | { ok: true; capture: FrameCapture }
  | {
      ok: false;
      frame: Frame | undefined;
      reason: string /** Absent: the element's own URL. */;
      url?: string;
    }
  /** Left out on purpose: it can be requested by its handle. */
  | { ok: 'boundary'; frame: Frame };

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

export async function captureFrame(
  frame: Frame,
  plan: Plan,
  deadline: Deadline,
  place: 'top' | 'child',
  target?: CaptureTarget,
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
  const read = async (retract?: Given) => {
    const { memory } = frame;
    const { dom, rows } = memory;
    const bases = { domBase: request.dom ? dom?.id : undefined, rowsBase: rows?.id };
    const wanted = { ...request, ...bases, ...(retract && { retract }) };
    const reply = await ask((scope) => frame.call('capture', wanted, scope));
    if (!reply.ok) throw target ? targetError(asElement(frame, target), reply.failure) : emptyDocument();
    if (reply.dom) memory.dom = applyChange(dom, reply.dom);
    memory.rows = applyRowChange(rows, reply.rows, reply.url);
    return { ...reply, rows: memory.rows.rows, dom: memory.dom?.text ?? '' };
  };
  let reply = await read();
  const { closedShadow } = plan;
  if (
    closedShadow !== 'none' &&
    reply.closedCandidates > 0 &&
    (await ask((scope) => frame.openClosedRoots(closedShadow, scope)))
  )
    reply = await read(reply.given);
  frame.memory.remember(reply.rows);
  const children = await captureChildren(frame, reply, plan, deadline);
  return { frame, reply, children };
}

async function captureChildren(
  parent: Frame,
  reply: FrameCapture['reply'],
  plan: Plan,
  deadline: Deadline,
): Promise<Map<number, ChildCapture>> {
  if (reply.frames.length === 0) return new Map();
  const frames = await parent.framesIn(reply.frames, { signal: deadline.signal });
  const skipped = plan.sameOriginFrames ? new Set<number>() : sameOriginElements(reply.rows);
  const captures = await Promise.all(
    frames.map((frame, at): Promise<ChildCapture> | ChildCapture => {
      const element = reply.frames[at];
      if (!frame)
        return { ok: false, frame, reason: 'it has no document, or the document cannot be identified' };
      if (frame.failed) return { ok: false, frame, reason: NOT_LOADED };
      if (!plan.withFrames || (element !== undefined && skipped.has(element)))
        return boundaryOf(frame, plan, deadline);
      return captureChild(frame, plan, deadline);
    }),
  );
  return new Map(reply.frames.map((element, at) => [element, captures[at] as ChildCapture])); // one for each frame
}

/** In Firefox a frame whose page could not be loaded looks like an empty one, and only its document knows. */
async function boundaryOf(frame: Frame, plan: Plan, deadline: Deadline): Promise<ChildCapture> {
  if (frame.failed === undefined && frame.url === 'about:blank') {
    const request = { ...plan.request, maxNodes: 1, dom: false };
    const glance: Plan = { ...plan, request, withFrames: false, closedShadow: 'none' };
    const child = await captureChild(frame, glance, deadline);
    if (child.ok === false) return child;
  }
  return { ok: 'boundary', frame };
}

/** The browsers' own error pages for a failed load: not page content, and different in each browser. */
export function isErrorPage(url: string): boolean {
  return /^(chrome-error:|about:(neterror|certerror|httpsonlyerror|blocked)\b)/.test(url);
}

const NOT_LOADED = 'its page could not be loaded';

async function captureChild(frame: Frame, plan: Plan, deadline: Deadline): Promise<ChildCapture> {
  for (let attempt = 0; ; attempt++) {
    try {
      const capture = await captureFrame(frame, plan, deadline, 'child');
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

function asElement(frame: Frame, target: CaptureTarget): ElementTarget {
  if ('element' in target) return { frame, target, label: `e${target.element}` };
  return { frame, target: { locator: [] }, label: `'${target.selector}'` };
}

/** A document has its root element as soon as the first byte is parsed. */
function emptyDocument(): SightlineError {
  return new SightlineError('snapshot-failed', 'the document has not arrived yet', {
    hint: 'Take the snapshot again in a moment.',
  });
}
