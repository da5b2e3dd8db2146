import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { focusedPart } from './focused-part.js';

/** Enough for a long section; the cursor continues. */
const MAX_TOKENS = 4_000;

export const read = defineTool({
  name: 'browser_read',
  summary: 'Read the page as Markdown, the main content first, without refs and controls',
  input: {
    target: inputs.target.optional().describe('Only this element: ref or selector'),
    frame: z.string().optional().describe('Only this frame, e.g. f1'),
    maxTokens: z.int().min(1).optional().describe(`Default ${MAX_TOKENS}`),
    cursor: z.string().optional().describe('Continue where the last answer ended'),
    filename: inputs.filename,
    page: inputs.page,
  },
  effect: 'read',
  examples: [{}, { target: 'e12', maxTokens: 1000 }],
  async run({ target, frame, maxTokens, cursor, filename, page: handle }, { agent, signal }) {
    const { page, ref } = await focusedPart(agent, { target, frame, handle }, signal);
    const isFile = filename !== undefined;
    const options = {
      ...(ref !== undefined && { target: ref }),
      // A file can hold all of it.
      maxTokens: maxTokens ?? (isFile ? undefined : MAX_TOKENS),
      cursor,
      // A part that was asked for is read whole.
      brief: ref === undefined && !isFile,
      signal,
    };
    const markdown = await (frame !== undefined && ref === undefined
      ? page.frame(frame).markdown(options)
      : page.markdown(options));
    const { text, before, shown, total, changed, left } = markdown;
    const range = `Parts ${before + 1} to ${before + shown} of ${total}`;
    const result = [
      ...(changed
        ? ['The page changed since the cursor was made: something may be missing or repeated']
        : []),
      ...(markdown.cursor === undefined
        ? before > 0
          ? [`${range}, the last`]
          : []
        : [`${range}. For the rest: cursor=${markdown.cursor}`]),
      ...(left ? [`Left out beside the main content: ${left.what}. For all of it: target=${left.ref}`] : []),
    ];
    if (isFile) {
      const file = await writeOutput(agent, filename, `${text}\n`);
      return { page, result: [fileLine('Markdown', file), ...result] };
    }
    if (text === '') return { page, result: ['Nothing to read', ...result] };
    return { page, result, document: text };
  },
});
