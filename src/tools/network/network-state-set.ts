import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const networkStateSet = defineTool({
  name: 'browser_network_state_set',
  summary: "Set the page's context offline (all requests fail) or online",
  input: { state: z.enum(['online', 'offline']), page: inputs.page },
  effect: 'act',
  cap: 'network',
  examples: [{ state: 'offline' }],
  async run({ state, page: handle }, { agent }) {
    const page = await agent.page(handle);
    const offline = state === 'offline';
    await page.context.configure({ offline });
    const code = [`await page.context().setOffline(${offline});`];
    return { page, result: [`The network is now ${state}`], code, show: 'none' };
  },
});
