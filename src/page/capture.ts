/**
 * The only impure part of a snapshot: one call into each frame, all frames at once, then pure code makes
 * the tree and the text. What could not be read is in the result, at its place.
 */
import { isSightlineError, reasonOf, SightlineError } from '../errors.js';
import { inflate } from '../tree/inflate.js';
import { checkLimits } from '../tree/limit.js';
import { isText, type Snapshot, type SnapshotNode, type UidEntry } from '../tree/node.js';
import { parseRef, type RefStyle, refPrefix } from '../tree/ref.js';
import { applyRowChange } from '../tree/row-change.js';
import { type FrameContent, stitch } from '../tree/stitch.js';
import { type DomFrame, stitchDom } from '../tree/stitch-dom.js';
import { applyChange } from '../tree/text-change.js';
import type { CaptureReply, CaptureRequest, Given, WireElement, WireRow } from '../tree/wire.js';
import { type Deadline, withDeadline } from './deadline.js';
import type { Frame } from './frame.js';
import type { SnapshotOptions } from './snapshot-options.js';
import { checkViewOptions, withText } from './snapshot-text.js';
import { targetError } from './target-error.js';

const DEFAULT_TIMEOUT = 30_000;
/** A child frame that is busy for longer is reported as unavailable; the rest of the page is worth more than the wait. */
const CHILD_PATIENCE = 5_000;
/** A frame that navigates under the capture is read again this often. */
const NAVIGATED_RETRIES = 2;

/** What was read of one frame and of the frames inside it. */
interface FrameCapture {
  frame: Frame;
  reply: Omit<Extract<CaptureReply, { ok: true }>, 'rows' | 'dom'> & {
    rows: readonly WireRow[];
    dom: string;
  };
  /** By number of the iframe element. */
  children: Map<number, ChildCapture>;
}

type ChildCapture =
  | { ok: true; capture: FrameCapture }
  | {
      ok: false;
      frame: Frame | undefined;
      reason: string /** Absent: it is what the element says. */;
      url?: string;
    }
  /** Left out on purpose: it can be asked for by its handle. */
  | { ok: 'boundary'; frame: Frame };

type CaptureTarget = NonNullable<CaptureRequest['target']>;

interface Plan {
  request: CaptureRequest;
  withFrames: boolean;
  closedShadow: 'candidates' | 'all' | 'none';
  sameOriginFrames: boolean;
  /** Parts of the tree that stayed since the last capture are the same objects: nothing is added to or taken from them. */
  shares: boolean;
}

export interface CaptureOptions extends SnapshotOptions {
  /** Nobody is shown its text, so nobody will ask what changed since. */
  unseen?: boolean;
}

export async function takeSnapshot(
  start: Frame,
  withFrames: boolean,
  options: CaptureOptions,
  target?: CaptureTarget,
): Promise<Snapshot> {
  const { page } = start;
  const { defaults } = page;
  page.assertUsable();
  const problems = [...checkLimits(options), ...checkViewOptions(options)];
  if (problems.length > 0) throw new SightlineError('bad-argument', problems.join('; '));
  const focus = target ? { frame: start, target } : focusOf(start, options.target);
  const style = options.refs ?? defaults.refs;
  const plan: Plan = {
    withFrames,
    closedShadow: options.closedShadow ?? 'candidates',
    sameOriginFrames: defaults.sameOriginFrames,
    shares: !options.boxes && !options.viewport && !options.selectors && !options.backendNodeIds,
    request: {
      maxDepth: options.maxDepth ?? defaults.maxDepth,
      maxNodes: options.maxNodes ?? defaults.maxNodes,
      timeBudget: options.timeBudget ?? defaults.timeBudget,
      maxTextLength: options.maxTextLength ?? defaults.maxTextLength,
      selectors: options.selectors ?? false,
      xpath: defaults.xpath,
      boxes: options.boxes || options.viewport || false,
      dom: options.dom ?? false,
      idAttributes: defaults.idAttributes,
      closedShadow: options.closedShadow ?? 'candidates',
    },
  };
  return withDeadline('the snapshot', options, DEFAULT_TIMEOUT, async (deadline) => {
    const capture = await captureFrame(focus.frame, plan, deadline, 0, focus.target).catch(
      (error: unknown) => {
        throw describeFailure(error, deadline);
      },
    );
    const { root, iframeRefs, uidMap } = assemble(capture, style, plan.shares);
    if (options.backendNodeIds) await addNodeIds(capture, root, style, deadline);
    const { url, title, viewport } = capture.reply;
    const json = {
      root,
      snapshotId: page.takeSnapshotId(),
      timestamp: Date.now(),
      page: page.handle,
      url,
      title,
      iframeRefs,
      truncated: isTruncated(capture),
    };
    const captured = {
      json,
      scope: scopeOf(focus, withFrames, plan.request, style),
      viewport: viewport && { width: viewport[0], height: viewport[1] },
    };
    const snapshot = withText(captured, options, defaults, options.unseen ? undefined : page.history);
    if (options.selectors) snapshot.uidMap = uidMap;
    if (options.dom) snapshot.dom = stitchDom(domOf(capture, style));
    return snapshot;
  });
}

/** Two snapshots that were asked for in the same way can be compared. */
function scopeOf(
  { frame, target }: { frame: Frame; target?: CaptureTarget },
  withFrames: boolean,
  { maxDepth, maxNodes, maxTextLength }: CaptureRequest,
  style: RefStyle,
): string {
  return JSON.stringify([frame.handle, target, withFrames, maxDepth, maxNodes, maxTextLength, style]);
}

/** A ref names its own frame, whatever frame was asked. */
function focusOf(start: Frame, target: SnapshotOptions['target']): { frame: Frame; target?: CaptureTarget } {
  if (target === undefined) return { frame: start };
  if (typeof target !== 'string') {
    const frame = target.frame === undefined ? start : start.page.frame(target.frame);
    return { frame, target: { selector: target.selector } };
  }
  const parsed = parseRef(target);
  if (!parsed.ok) throw new SightlineError('bad-ref', parsed.message);
  return { frame: start.page.locatorFromRef(target).frame, target: { element: parsed.value.element } };
}

async function captureFrame(
  frame: Frame,
  plan: Plan,
  deadline: Deadline,
  patience: number,
  target?: CaptureTarget,
): Promise<FrameCapture> {
  const scope = { signal: deadline.signal, timeout: patience };
  const request: CaptureRequest = { ...plan.request, ...(target && { target }) };
  const read = async (retract?: Given) => {
    const { dom, rows } = frame;
    const bases = { domBase: request.dom ? dom?.id : undefined, rowsBase: rows?.id };
    const reply = await frame.call('capture', { ...request, ...bases, ...(retract && { retract }) }, scope);
    if (!reply.ok)
      throw targetError({ frame, target: asTarget(target), label: labelOf(target) }, reply.failure);
    if (reply.dom) frame.dom = applyChange(dom, reply.dom);
    frame.rows = applyRowChange(rows, reply.rows, reply.url);
    return { ...reply, rows: frame.rows.rows, dom: frame.dom?.text ?? '' };
  };
  let reply = await read();
  if (
    plan.closedShadow !== 'none' &&
    reply.closedCandidates > 0 &&
    (await frame.openClosedRoots(plan.closedShadow, scope))
  )
    reply = await read(reply.given);
  frame.remember(reply.rows);
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
      if (!frame) return { ok: false, frame, reason: 'it has no document, or which one can not be told' };
      if (!plan.withFrames || (element !== undefined && skipped.has(element)))
        return { ok: 'boundary', frame };
      return captureChild(frame, plan, deadline);
    }),
  );
  return new Map(reply.frames.map((element, at) => [element, captures[at] as ChildCapture])); // one for each frame
}

/** The browsers' own pages about a failed load: not the page's content, and different in each of them. */
function isErrorPage(url: string): boolean {
  return /^(chrome-error:|about:(neterror|certerror|httpsonlyerror|blocked)\b)/.test(url);
}

async function captureChild(frame: Frame, plan: Plan, deadline: Deadline): Promise<ChildCapture> {
  for (let attempt = 0; ; attempt++) {
    try {
      const capture = await captureFrame(frame, plan, deadline, CHILD_PATIENCE);
      // Firefox gives the address that failed as the frame's, and only the document knows.
      if (isErrorPage(capture.reply.url)) return { ok: false, frame, reason: 'its page could not be loaded' };
      return { ok: true, capture };
    } catch (error) {
      // What ends the whole capture must not look like a fault of one frame.
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
  if (isSightlineError(error, 'timeout')) return `it did not answer within ${CHILD_PATIENCE} ms`;
  if (isSightlineError(error, 'document-gone')) return 'it kept navigating during the capture';
  if (isSightlineError(error, 'frame-gone')) return 'it was removed during the capture';
  return reasonOf(error);
}

/** Frames get their numbers here, depth first in document order, however their answers arrived. */
function assemble(
  capture: FrameCapture,
  style: RefStyle,
  shares: boolean,
): { root: SnapshotNode; iframeRefs: string[]; uidMap: UidEntry[] } {
  const contents = new Map<string, FrameContent>();
  const uidMap: UidEntry[] = [];
  const build = ({ frame, reply, children }: FrameCapture): SnapshotNode => {
    const address = { context: frame.page.context.index, page: frame.page.index, frame: frame.index };
    const tree = inflate(reply.rows, address, style, shares ? frame.tree : undefined);
    if (shares) frame.tree = tree;
    uidMap.push(...tree.uidMap);
    tree.frames.forEach((iframe, at) => {
      const child = children.get(reply.frames[at] ?? -1);
      if (child) contents.set(iframe.ref, contentOf(child, iframe, build));
    });
    return tree.root;
  };
  const root = build(capture);
  if (contents.size === 0) return { root, iframeRefs: [], uidMap };
  const stitched = stitch(root, contents);
  return { root, iframeRefs: stitched.iframeRefs, uidMap };
}

/** The DOM texts of all frames; they have their numbers by now. */
function domOf({ frame, reply, children }: FrameCapture, style: RefStyle): DomFrame {
  const address = { context: frame.page.context.index, page: frame.page.index, frame: frame.index };
  const frames = new Map<number, DomFrame | { missing: string }>();
  for (const [element, child] of children) {
    if (child.ok === true) frames.set(element, domOf(child.capture, style));
    else frames.set(element, { missing: child.ok === false ? child.reason : 'left out' });
  }
  return { text: reply.dom, prefix: refPrefix(address, style), frames };
}

function contentOf(
  child: ChildCapture,
  iframe: SnapshotNode,
  build: (capture: FrameCapture) => SnapshotNode,
): FrameContent {
  const frame = child.ok === true ? child.capture.frame : child.frame;
  const crossOrigin = iframe.crossOrigin ?? false;
  if (child.ok === true)
    return {
      ok: true,
      root: build(child.capture),
      frame: child.capture.frame.handle,
      url: child.capture.reply.url,
      crossOrigin,
    };
  if (child.ok === false)
    return {
      ok: false,
      reason: child.reason,
      ...(frame && { frame: frame.handle, crossOrigin }),
      ...(child.url !== undefined && { url: child.url }),
    };
  return { ok: 'boundary', frame: child.frame.handle, url: child.frame.url, crossOrigin };
}

function sameOriginElements(rows: readonly WireRow[]): Set<number> {
  return new Set(
    rows.filter((row): row is WireElement => row[6]?.crossOrigin === false).map((row) => row[1]),
  );
}

function isTruncated({ reply, children }: FrameCapture): boolean {
  return (
    reply.truncated || [...children.values()].some((child) => child.ok === true && isTruncated(child.capture))
  );
}

/** Every ref of the capture gets the browser's own id, or the snapshot fails: half a map would be a trap. */
async function addNodeIds(
  capture: FrameCapture,
  root: SnapshotNode,
  style: RefStyle,
  deadline: Deadline,
): Promise<void> {
  const ids = new Map<string, { backendNodeId?: number; sharedId?: string }>();
  const collect = async ({ frame, reply, children }: FrameCapture): Promise<void> => {
    const elements = reply.rows
      .filter((row): row is WireElement => typeof row[1] === 'number')
      .map((row) => row[1]);
    const [found] = await Promise.all([
      frame.nodeIds(elements, { signal: deadline.signal }),
      ...[...children.values()].map((child) => (child.ok === true ? collect(child.capture) : undefined)),
    ]);
    found.forEach((id, at) => {
      const element = elements[at];
      if (element === undefined || id.kind !== 'node')
        throw new SightlineError(
          'snapshot-failed',
          'Failed to generate snapshot: an element went away before its node id was read',
        );
      const { kind: _, ...rest } = id;
      ids.set(frame.refOf(element, style), rest);
    });
  };
  await collect(capture);
  eachNode(root, (node) => {
    const id = ids.get(node.ref);
    if (!id)
      throw new SightlineError('snapshot-failed', `Failed to generate snapshot: no node id for ${node.ref}`);
    Object.assign(node, id);
  });
}

function eachNode(root: SnapshotNode, visit: (node: SnapshotNode) => void): void {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    visit(node);
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child && !isText(child)) pending.push(child);
    }
  }
}

function asTarget(target: CaptureTarget | undefined) {
  return target && 'element' in target ? target : { locator: [] };
}

function labelOf(target: CaptureTarget | undefined): string {
  if (!target) return 'the document';
  return 'element' in target ? `e${target.element}` : `'${target.selector}'`;
}

function describeFailure(error: unknown, deadline: Deadline): unknown {
  if (deadline.signal.aborted) return deadline.error();
  const passed = ['script-error', 'protocol-error', 'timeout'] as const;
  if (error instanceof SightlineError && !passed.some((code) => code === error.code)) return error;
  return new SightlineError('snapshot-failed', `Failed to generate snapshot: ${reasonOf(error)}`, {
    cause: error,
  });
}
