import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import type { Frame } from '../../page/frame.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const frames = defineTool({
  name: 'browser_frames',
  summary: 'List the frames of a page: handle, URL, name, parent, origin, state',
  input: { page: inputs.page },
  output: { frames: z.array(z.unknown()) },
  effect: 'read',
  async run({ page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    // The capture numbers new frames in document order, so the handles match the snapshot.
    if (page.frames().length > 1) await page.ariaSnapshotWithFrames({ signal });
    return { page, result: page.frames().map(frameLine), data: { frames: page.frames().map(asData) } };
  },
});

function frameLine(frame: Frame): string {
  const { parent } = frame;
  return [
    `- ${frame.handle}: ${quote(frame.url, 500)}`,
    ...(frame.name === '' ? [] : [`name ${quote(frame.name, 100)}`]),
    ...(parent ? [`in ${parent.handle}`, relation(frame, parent)] : ['main frame']),
    frame.loadState,
  ].join(', ');
}

function asData(frame: Frame) {
  const { handle, url, name, parent, loadState } = frame;
  const within = parent && { parent: parent.handle, crossOrigin: relation(frame, parent) === 'cross-origin' };
  return { handle, url, name, ...within, state: loadState };
}

/** Compares origins. `data:` documents have none of their own; `about:` documents have their parent's. */
function relation(frame: Frame, parent: Frame): string {
  const origin = originOf(frame);
  if (origin === 'null') return frame.url.startsWith('data:') ? 'cross-origin' : 'same origin';
  return origin === originOf(parent) ? 'same origin' : 'cross-origin';
}

function originOf({ url }: Frame): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
