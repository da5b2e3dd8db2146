/**
 * A snapshot: what is requested from which frame, and what becomes of the replies. Only reading the frames is
 * impure.
 */

import { isSightlineError, reasonOf, SightlineError } from '../../errors.js';
import { checkLimits } from '../../tree/limit.js';
import type { Snapshot } from '../../tree/node.js';
import { quote } from '../../tree/quote.js';
import { parseRef, type RefStyle } from '../../tree/ref.js';
import { stitchDom } from '../../tree/text/stitch-dom.js';
import { isErrorPage } from '../../tree/url.js';
import type { CaptureRequest, DomAttributes } from '../../wire/rows.js';
import { type Deadline, withDeadline } from '../deadline.js';
import { untilLoaded } from '../navigation/navigation.js';
import { assemble, domOf, isTruncated, momentsOf } from './assemble.js';
import { type CaptureTarget, captureFrame, type FrameCapture, type Plan } from './capture-frame.js';
import type { CapturedFrame } from './captured-frame.js';
import { FramePatience } from './frame-patience.js';
import { addNodeIds } from './node-ids.js';
import type { SnapshotOptions } from './snapshot-options.js';
import { checkViewOptions, withText } from './snapshot-text.js';

const DEFAULT_TIMEOUT = 30_000;

export interface CaptureOptions extends SnapshotOptions {
  /** Its text is not shown, so there will be no request for the changes since. */
  unseen?: boolean;
  /** Which attributes the DOM text has besides the usual ones. */
  domAttributes?: DomAttributes;
}

interface Focus {
  frame: CapturedFrame;
  target?: CaptureTarget;
}

export async function takeSnapshot(
  start: CapturedFrame,
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
    patience: new FramePatience(),
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
      domAttributes: options.domAttributes,
      idAttributes: defaults.idAttributes,
      testIdAttribute: defaults.testIdAttributes[0],
      closedShadow: options.closedShadow ?? 'candidates',
    },
  };
  return withDeadline('the snapshot', options, DEFAULT_TIMEOUT, async (deadline) => {
    const capture = await captureWhole(focus, plan, deadline).catch((error: unknown) => {
      throw describeFailure(error, deadline);
    });
    if (focus.frame.parent && isErrorPage(capture.reply.url))
      throw new SightlineError(
        'snapshot-failed',
        `Failed to generate snapshot: the page of frame ${focus.frame.handleAs(style)} could not be loaded`,
        { hint: 'Reload the page, or check that the URL of the frame can be reached.' },
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
    snapshot.moments = momentsOf(capture);
    if (options.selectors) snapshot.uidMap = uidMap;
    if (options.dom) snapshot.dom = stitchDom(domOf(capture, style));
    return snapshot;
  });
}

/** Pages may redirect by script; more redirects than this in a row are a loop. */
const MAX_REDIRECTS = 10;

/** If a page navigates during the capture, the new document is read: a reader wants to see where it leads. */
async function captureWhole({ frame, target }: Focus, plan: Plan, deadline: Deadline): Promise<FrameCapture> {
  const { page } = frame;
  for (let redirects = 0; ; redirects++) {
    try {
      return await captureFrame(frame, plan, deadline, 'top', target);
    } catch (error) {
      const isSentOn = isSightlineError(error, 'document-gone') && frame === page.mainFrame && !target;
      if (!isSentOn || redirects === MAX_REDIRECTS) throw error;
      await untilLoaded(page, 'interactive', deadline);
    }
  }
}

/** Two snapshots requested in the same way can be compared. */
function scopeOf(
  { frame, target }: Focus,
  withFrames: boolean,
  { maxDepth, maxNodes, maxTextLength }: CaptureRequest,
  style: RefStyle,
): string {
  return JSON.stringify([frame.handle, target, withFrames, maxDepth, maxNodes, maxTextLength, style]);
}

/** A ref names its own frame, whatever frame was asked. */
function focusOf(start: CapturedFrame, target: SnapshotOptions['target']): Focus {
  if (target === undefined) return { frame: start };
  if (typeof target !== 'string') {
    const unknown = Object.keys(target).filter((key) => key !== 'frame' && key !== 'selector');
    if (unknown.length > 0 || typeof target.selector !== 'string')
      throw new SightlineError(
        'bad-argument',
        `target takes a ref or { frame, selector }, not ${quote(JSON.stringify(target), 200)}`,
      );
    const frame = target.frame === undefined ? start : start.page.frame(target.frame);
    return { frame, target: { selector: target.selector } };
  }
  const parsed = parseRef(target);
  if (!parsed.ok) throw new SightlineError('bad-ref', parsed.message);
  return { frame: start.page.locatorFromRef(target).frame, target: { element: parsed.value.element } };
}

function describeFailure(error: unknown, deadline: Deadline): unknown {
  if (deadline.signal.aborted) return deadline.error();
  if (isSightlineError(error, 'document-gone'))
    return new SightlineError('document-gone', 'The page navigated to another document during the snapshot', {
      cause: error,
    });
  const passed = ['script-error', 'protocol-error', 'timeout'] as const;
  if (error instanceof SightlineError && !passed.some((code) => code === error.code)) return error;
  return new SightlineError('snapshot-failed', `Failed to generate snapshot: ${reasonOf(error)}`, {
    cause: error,
  });
}
