import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { focusedPart } from './focused-part.js';

export const snapshot = defineTool({
  name: 'browser_snapshot',
  summary:
    'Capture the accessibility tree with refs, including iframes. Better than a screenshot: other tools take the refs',
  input: {
    target: inputs.target.optional().describe('Only this element: ref or selector'),
    frame: z.string().optional().describe('Only this frame, e.g. f1. With a selector: search there'),
    view: z
      .enum(['interactive', 'viewport', 'all'])
      .optional()
      .describe('Only interactive elements or the viewport; all: nothing folded'),
    offset: z.int().min(0).optional().describe('First child to show, from a fold line'),
    limit: z.int().min(1).optional(),
    depth: z.int().min(1).optional().describe('Maximum depth'),
    maxTokens: z.int().min(1).optional().describe('Show the most useful parts that fit'),
    cursor: z.string().optional().describe('Continue a view cut by maxTokens'),
    since: z.int().min(1).optional().describe('Only changes since this snapshot. All tools take it'),
    boxes: z.boolean().optional().describe('Add [box=x,y,width,height]'),
    filename: inputs.filename,
    page: inputs.describedPage,
  },
  effect: 'read',
  examples: [{}, { target: 'e12' }, { view: 'interactive' }],
  async run({ target, frame, view, filename, page: handle, ...options }, { agent, signal }) {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const { page, ref } = await focusedPart(agent, { target, frame, handle }, signal);
    return {
      page,
      show: {
        ...given,
        ...(view === 'interactive' && { view }),
        ...(view === 'viewport' && { viewport: true }),
        // Files are searched with other tools, which can't unfold.
        ...((view === 'all' || (filename !== undefined && view === undefined)) && { fold: false }),
        ...(ref !== undefined && { target: ref }),
        ...(ref === undefined && frame !== undefined && { frame }),
        ...(filename !== undefined && { filename }),
        whole: true,
      },
    };
  },
});
