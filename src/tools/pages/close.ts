import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { closePage, noneOpen } from './close-page.js';

export const close = defineTool({
  name: 'browser_close',
  summary: 'Close the page; with the last one the browser ends',
  input: { page: inputs.page },
  effect: 'act',
  async run({ page: handle }, { session }) {
    const page = handle === undefined ? session.current : session.pageAt(handle);
    if (page) await closePage(session, page);
    return { result: noneOpen(session), code: ['await page.close();'] };
  },
});
