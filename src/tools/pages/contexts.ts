import { z } from 'zod';
import type { Agent } from '../../agent/agent.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import { addressOf, goTo } from './navigate.js';

export const contexts = defineTool({
  name: 'browser_contexts',
  summary: 'List, create or close isolated contexts: each has its own cookies, storage and tabs',
  input: {
    action: z.enum(['list', 'new', 'close']),
    context: z.string().optional().describe('e.g. c1, for close'),
    url: z.string().optional().describe('Where the first tab of a new context goes'),
  },
  output: { contexts: z.array(z.unknown()) },
  effect: 'act',
  examples: [
    { action: 'new', url: 'https://example.com' },
    { action: 'close', context: 'c1' },
  ],
  async run({ action, context: handle, url }, { agent, signal }) {
    if (action === 'new') {
      const address = url === undefined ? undefined : addressOf(url, agent.files);
      const context = await agent.newContext();
      const page = await agent.newPage(context);
      const notes = address === undefined ? [] : await goTo(page, address, signal);
      return { page, result: [`Created ${context.handle}`, ...notes], tabs: true, data: listed(agent) };
    }
    if (action === 'close') {
      const context = agent.contexts().find((each) => each.handle === handle);
      if (!context)
        throw new SightlineError(
          'bad-argument',
          `No context ${handle === undefined ? '(none given)' : quote(handle, 100)} is open`,
          {
            hint: 'List the contexts first.',
          },
        );
      if (context.isDefault)
        throw new SightlineError('bad-argument', `${context.handle} is the browser's own context`, {
          hint: 'Use browser_close to end the browser.',
        });
      await context.close();
    }
    const lines = agent.contexts().map((each) => {
      const pages = each.pages().map((page) => page.handle);
      return `- ${each.handle}${each.isDefault ? ' (default)' : ''}: ${pages.join(', ') || 'no tabs'}`;
    });
    const none = 'No browser is running. Navigate to a URL to start one.';
    return { result: lines.length > 0 ? lines : [none], data: listed(agent) };
  },
});

function listed(agent: Agent) {
  const contexts = agent.contexts().map((context) => ({
    handle: context.handle,
    default: context.isDefault,
    pages: context.pages().map((page) => page.handle),
  }));
  return { contexts };
}
