import { z } from 'zod';
import { debugSnapshots } from '../../agent/coverage.js';
import { defineTool } from '../../agent/tool.js';
import type { Frame } from '../../page/frame.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const frames = defineTool({
  name: 'browser_frames',
  summary: 'List the frames of a page',
  input: { page: inputs.page },
  output: { frames: z.array(z.unknown()) },
  effect: 'read',
  async run({ page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    // The capture numbers new frames in document order, so the handles match the snapshot.
    const root =
      page.frames().length > 1 ? (await page.ariaSnapshotWithFrames({ signal })).json.root : undefined;
    const owners = new Map(root ? iframesIn(root).map((iframe) => [iframe.frame, iframe]) : []);
    const described = page.frames().map((frame) => asData(frame, owners.get(frame.handle)));
    return { page, result: described.map(frameLine), data: { frames: described } };
  },
});

type FrameData = ReturnType<typeof asData>;

function asData(frame: Frame, owner: SnapshotNode | undefined) {
  const { handle, url, name, parent } = frame;
  const { frameError: error } = owner ?? {};
  const crossOrigin = owner?.crossOrigin ?? (parent !== null && originOf(frame) !== originOf(parent));
  return {
    handle,
    // Browsers call their error pages by URLs of their own.
    url: error === undefined ? url : (owner?.frameUrl ?? owner?.url ?? url),
    name,
    ...(parent && { parent: parent.handle }),
    // An error page belongs to no origin.
    ...(parent && error === undefined && { crossOrigin }),
    state: error === undefined ? frame.loadState : ('failed' as const),
    ...(error !== undefined && { error }),
    ...(debugSnapshots && frame.metadata),
  };
}

function frameLine(frame: FrameData): string {
  const { handle, url, name, parent, crossOrigin, state, error, ...rest } = frame;
  const debug = Object.entries(rest).map(([key, value]) => `${key} ${String(value)}`);
  return [
    `- ${handle}: ${quote(url, 500)}`,
    ...(name === '' ? [] : [`name ${quote(name, 100)}`]),
    parent === undefined ? 'main frame' : `in ${parent}`,
    ...(crossOrigin === undefined ? [] : [crossOrigin ? 'cross-origin' : 'same origin']),
    error === undefined ? state : `${state}: ${error}`,
    ...debug,
  ].join(', ');
}

/** The origin of an iframe that was not captured is unknown; then URLs are compared. */
function originOf({ url, parent }: Frame): string {
  // `about:` documents have the origin of their parent.
  if (url.startsWith('about:') && parent) return originOf(parent);
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

function iframesIn(root: SnapshotNode): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.isFrame) found.push(node);
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return found;
}
