import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { closePage, noneOpen } from './close-page.js';

export const close = defineTool({
  name: 'browser_close',
  summary: 'Close the page. Closing the last one closes the browser',
  input: { page: inputs.page },
  effect: 'act',
  async run({ page: handle }, { agent }) {
    const page = handle === undefined ? agent.current : agent.pageAt(handle);
    if (page) await closePage(agent, page);
    return { result: noneOpen(agent), code: ['await page.close();'] };
  },
});
