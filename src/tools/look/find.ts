import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { FIND_LIMIT, type FindQuery } from '../../tree/find/find.js';
import { CONTEXT_LINES } from '../../tree/find/find-lines.js';
import * as inputs from '../support/inputs.js';
import { findInDom } from './find-in-dom.js';

export const find = defineTool({
  name: 'browser_find',
  summary: 'Search the whole page, with frames and folded parts. Cheaper than a snapshot',
  input: {
    text: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .optional()
      .describe('Case-insensitive; a list matches any of its texts'),
    regex: z.string().min(1).optional().describe('pattern or /pattern/i, instead of text'),
    limit: z.int().min(1).optional().describe(`Default ${FIND_LIMIT}`),
    dom: z.boolean().optional().describe('Search the DOM as text: attributes, hidden parts'),
    attributes: z.enum(['all']).optional().describe('With dom: also style, on* and SVG attributes'),
    target: z.string().optional().describe('With dom: the line of this ref'),
    frame: z.string().optional().describe('With dom: only this frame, e.g. f1'),
    context: z.int().min(0).max(50).optional().describe(`With dom: lines around. Default ${CONTEXT_LINES}`),
    filename: inputs.filename,
    page: inputs.page,
  },
  output: { total: z.number(), refs: z.array(z.string()) },
  effect: 'read',
  examples: [{ text: 'Add to basket' }, { regex: '/order \\d+/i', limit: 5 }, { dom: true, target: 'e12' }],
  async run(args, { agent, signal }) {
    const { text, regex, limit, dom = false, attributes, target, frame, context } = args;
    const { filename, page: handle } = args;
    const page = await agent.page(handle);
    if (dom) {
      if (target !== undefined && (text !== undefined || regex !== undefined))
        throw new SightlineError('bad-argument', 'Give only one of text, regex and target');
      const query = target === undefined ? queryOf(text, regex) : undefined;
      const { total, lines } = await findInDom(page, {
        query,
        attributes,
        target,
        frame,
        context,
        limit,
        signal,
      });
      const data = { total, refs: [] };
      if (filename === undefined) return { result: lines, data };
      const file = await writeOutput(agent, filename, `${lines.join('\n')}\n`);
      return { result: [fileLine('Find results', file), `${total} found`], data };
    }
    if ([target, frame, context, attributes].some((given) => given !== undefined))
      throw new SightlineError('bad-argument', 'target, frame, context and attributes need dom: true');
    const query = queryOf(text, regex);
    const found = await page.find(query, {
      ...(limit !== undefined && { limit }),
      ...(signal && { signal }),
    });
    const data = { total: found.total, refs: found.refs };
    if (filename !== undefined) {
      const file = await writeOutput(agent, filename, `${found.text}\n`);
      return { result: [fileLine('Find results', file), `${found.total} found`], data };
    }
    // Of matches that are alike, all but the first are only named.
    const refs = found.refs.map((ref) => `[ref=${ref}]`);
    agent.memory.see(page, [found.text, ...refs].join('\n'), found.moments);
    return { result: found.text.split('\n'), data };
  },
});

const SLASHES = /^\/(.+)\/([a-z]*)$/s;

function queryOf(text: string | string[] | undefined, regex: string | undefined): FindQuery {
  if ((text === undefined) === (regex === undefined))
    throw new SightlineError('bad-argument', 'Give either text or regex');
  if (text !== undefined) return { text };
  const [, pattern = regex, flags = ''] = SLASHES.exec(regex ?? '') ?? [];
  return { regex: pattern ?? '', ignoreCase: flags.includes('i') };
}
