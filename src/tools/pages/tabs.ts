import { z } from 'zod';
import type { Agent } from '../../agent/agent.js';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import * as inputs from '../support/inputs.js';
import { closePage, noneOpen } from './close-page.js';
import { addressOf, goTo } from './navigate.js';

export const tabs = defineTool({
  name: 'browser_tabs',
  summary: 'List, create, close or select a tab',
  input: {
    action: z.enum(['list', 'new', 'close', 'select']),
    index: z.int().min(0).optional().describe('To close or select'),
    url: z.string().optional().describe('For a new tab'),
    page: inputs.page.describe('Handle instead of index. close defaults to the last used'),
  },
  output: { tabs: z.array(z.unknown()) },
  effect: 'act',
  examples: [
    { action: 'list' },
    { action: 'new', url: 'https://example.com' },
    { action: 'select', index: 0 },
  ],
  async run({ action, index, url, page: handle }, { agent, signal }) {
    switch (action) {
      case 'list':
        return { result: noneOpen(agent), tabs: true };
      case 'new': {
        const address = url === undefined ? undefined : addressOf(url, agent.files);
        const page = await agent.newPage();
        if (address === undefined) return { page, tabs: true };
        const result = await goTo(page, address, signal);
        return { page, result, tabs: true, code: [`await page.goto(${literal(address)});`] };
      }
      case 'select': {
        const page = chosen(agent, index, handle);
        if (!page) throw new SightlineError('bad-argument', 'Give the index or page of the tab to select');
        agent.select(page);
        return { page, tabs: true };
      }
      case 'close': {
        const page = chosen(agent, index, handle) ?? agent.current;
        if (page) await closePage(agent, page);
        return { result: noneOpen(agent), tabs: true, ...(page && { code: ['await page.close();'] }) };
      }
    }
  },
});

function chosen(agent: Agent, index: number | undefined, handle: string | undefined): Page | undefined {
  const pages = agent.pages();
  if (handle !== undefined) {
    const page = agent.pageAt(handle);
    if (index === undefined || pages[index] === page) return page;
    throw new SightlineError('bad-argument', `Tab ${index} is not ${page.handle}: nothing was done`);
  }
  if (index === undefined) return undefined;
  const page = pages[index];
  if (!page)
    throw new SightlineError(
      'bad-argument',
      `There is no tab ${index}: ${pages.length} ${pages.length === 1 ? 'is' : 'are'} open`,
      {
        hint: 'The list action shows the open tabs.',
      },
    );
  return page;
}
