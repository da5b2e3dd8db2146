import { z } from 'zod';
import { SightlineError } from '../errors.js';
import { defineTool } from '../session/tool.js';
import * as inputs from './inputs.js';

export const snapshot = defineTool({
  name: 'browser_snapshot',
  summary:
    'Capture the page as a tree of roles, names and refs, all iframes included. Better than a screenshot: refs are what other tools act on',
  input: {
    target: inputs.target.optional().describe('Only this element: a ref or a selector'),
    frame: z.string().optional().describe('Only this frame, e.g. f1'),
    depth: z.int().min(1).optional().describe('Limit the depth of the tree'),
    boxes: z.boolean().optional().describe('Add [box=x,y,width,height] in CSS pixels of the viewport'),
    filename: inputs.filename,
    page: inputs.page,
  },
  effect: 'read',
  async run({ target, frame, depth, boxes, filename, page: handle }, { session, signal }) {
    if (target !== undefined && frame !== undefined)
      throw new SightlineError('bad-argument', 'Give target or frame, not both');
    const aim = target === undefined ? undefined : await session.aim(target, handle);
    const page = aim ? aim.page : await session.page(handle);
    const found = await aim?.locator.find({ signal });
    return {
      page,
      view: {
        ...(aim && found && { target: aim.locator.frame.refOf(found.element) }),
        ...(frame !== undefined && { frame }),
        ...(depth !== undefined && { maxDepth: depth }),
        ...(boxes && { boxes }),
        ...(filename !== undefined && { filename }),
      },
    };
  },
});
