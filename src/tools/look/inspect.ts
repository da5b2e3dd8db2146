import { z } from 'zod';
import { oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import type { Box } from '../../tree/node.js';
import * as inputs from '../support/inputs.js';

export const inspect = defineTool({
  name: 'browser_inspect',
  summary: 'Get the box and the computed styles of an element',
  input: {
    element: inputs.element,
    target: inputs.target,
    properties: z
      .array(z.string().min(1))
      .optional()
      .describe('CSS properties, or ["all"]. Default: usual ones that differ from the initial value'),
    page: inputs.page,
  },
  output: { box: z.unknown(), styles: z.record(z.string(), z.string()) },
  effect: 'read',
  cap: 'devtools',
  examples: [{ target: 'e12' }, { target: 'e12', properties: ['color', 'z-index'] }],
  async run({ target, properties = [], page: handle }, { agent, signal }) {
    const { page, locator } = await agent.aim(target, handle);
    const wanted = properties.includes('all') ? 'all' : properties;
    const { box, content, visible, styles } = await locator.inspect({ properties: wanted, signal });
    return {
      page,
      result: [
        box ? `Box: ${boxText(box)}${visible ? '' : ', not visible'}` : 'No box: it is not rendered',
        ...(content ? [`Content box: ${boxText(content)}`] : []),
        ...styles.map(
          ([name, value]) => `${oneLine(name, 100)}: ${oneLine(value, 1_000) || '(no such property)'}`,
        ),
      ],
      data: { box, styles: Object.fromEntries(styles) },
    };
  },
});

/** In CSS pixels of the frame's viewport. */
function boxText({ x, y, width, height }: Box): string {
  return `${width} × ${height} at ${x}, ${y}`;
}
