import { z } from 'zod';
import { jsonText, literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import * as inputs from '../support/inputs.js';

export const drop = defineTool({
  name: 'browser_drop',
  summary: 'Drop files or data from outside the page onto an element',
  input: {
    element: inputs.element,
    target: inputs.target,
    paths: z.array(z.string()).optional().describe('Absolute paths'),
    data: z.record(z.string(), z.string()).optional().describe('MIME type to content'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [{ target: 'e7', paths: ['photo.png'] }],
  async run({ target, paths = [], data = {}, page: handle }, { agent, signal }) {
    if (paths.length === 0 && Object.keys(data).length === 0)
      throw new SightlineError('bad-argument', 'Nothing to drop. Give paths or data');
    const files = paths.length === 0 ? [] : await agent.files.readable(paths);
    const { page, locator, code } = await agent.aim(target, handle);
    const report = await locator.drop({ ...(files.length > 0 && { files }), data }, { signal });
    const given = [
      ...(files.length > 0 ? [`files: [${files.map(literal).join(', ')}]`] : []),
      ...(Object.keys(data).length > 0 ? [`data: ${jsonText(data)}`] : []),
    ];
    return { page, reports: [report], code: [`await ${code}.drop({ ${given.join(', ')} });`] };
  },
});
