import { z } from 'zod';
import type { Agent } from '../../agent/agent.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { NewContextOptions } from '../../page/browser.js';
import { quote } from '../../tree/quote.js';
import { readStorageState } from '../storage/set-storage-state.js';
import * as inputs from '../support/inputs.js';
import { addressOf, goTo } from './navigate.js';

const OPTIONS = z.strictObject({
  device: z.string().optional().describe('e.g. iPhone 15'),
  viewport: z.strictObject(inputs.size).optional(),
  userAgent: z.string().optional(),
  locale: z.string().optional().describe('e.g. de-DE'),
  timezone: z.string().optional().describe('e.g. Europe/Berlin'),
  geolocation: inputs.geolocation.optional(),
  permissions: z.array(z.string()).optional().describe('e.g. geolocation'),
  proxy: z.string().optional().describe('e.g. http://host:port'),
  storageState: z.string().optional().describe('File'),
});

export const contexts = defineTool({
  name: 'browser_contexts',
  summary: 'List, create or close isolated contexts: own cookies, storage, tabs',
  input: {
    action: z.enum(['list', 'new', 'close']),
    context: z.string().optional().describe('To close, e.g. c1'),
    url: z.string().optional().describe('For the first tab of a new context'),
    options: OPTIONS.optional().describe('Of a new context'),
  },
  output: { contexts: z.array(z.unknown()) },
  effect: 'act',
  examples: [
    { action: 'new', url: 'https://example.com' },
    { action: 'new', options: { device: 'iPhone 15', locale: 'de-DE' } },
    { action: 'close', context: 'c1' },
  ],
  async run({ action, context: handle, url, options }, { agent, signal }) {
    if (options && action !== 'new')
      throw new SightlineError('bad-argument', `options are for a new context, not for ${action}`);
    if (action === 'new') {
      const address = url === undefined ? undefined : addressOf(url, agent.files);
      const context = await agent.newContext(await contextOptions(agent, options));
      const page = await agent.newPage(context);
      const notes = address === undefined ? [] : await goTo(page, address, signal);
      return { page, result: [`Created ${context.handle}`, ...notes], tabs: true, data: listed(agent) };
    }
    if (action === 'close') {
      const context = agent.contexts().find((each) => each.handle === handle);
      if (!context)
        throw new SightlineError(
          'bad-argument',
          handle === undefined ? 'No context was given' : `No context ${quote(handle, 100)} is open`,
          {
            hint: 'Give the context to close. The list action shows the open ones.',
          },
        );
      if (context.isDefault)
        throw new SightlineError(
          'bad-argument',
          `${context.handle} is the default context, which can't be closed`,
          {
            hint: 'Use browser_close to close its pages; closing the last page closes the browser.',
          },
        );
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

async function contextOptions(
  agent: Agent,
  { proxy, storageState, ...given }: z.infer<typeof OPTIONS> = {},
): Promise<NewContextOptions> {
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...options,
    ...(proxy !== undefined && { proxy: { server: proxy } }),
    ...(storageState !== undefined && { storageState: await readStorageState(agent, storageState) }),
  };
}

function listed(agent: Agent) {
  const contexts = agent.contexts().map((context) => ({
    handle: context.handle,
    default: context.isDefault,
    pages: context.pages().map((page) => page.handle),
  }));
  return { contexts };
}
