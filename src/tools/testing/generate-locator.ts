import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { parseRef } from '../../tree/ref.js';
import * as inputs from '../support/inputs.js';

export const generateLocator = defineTool({
  name: 'browser_generate_locator',
  summary: 'Get the Playwright locator of an element, for a test',
  input: { element: inputs.element, target: inputs.target, page: inputs.page },
  output: { locator: z.string() },
  effect: 'read',
  cap: 'testing',
  examples: [{ target: 'e12' }],
  async run({ target, page: handle }, { agent, signal }) {
    const aim = await agent.aim(target, handle);
    const { element } = await aim.locator.find({ signal });
    // Go by the ref: role and name from the tree make a better locator than the given selector.
    const ref = parseRef(target).ok ? target : aim.locator.frame.refOf(element);
    if (!agent.memory.shown(aim.page))
      agent.memory.remember(aim.page, await aim.page.ariaSnapshotWithFrames({ signal }));
    const { code } = await agent.aim(ref);
    const locator = code.replace(/^page\./, '');
    return { page: aim.page, result: [locator], data: { locator } };
  },
});
