import { z } from 'zod';
import type { Agent, Aim } from '../../agent/agent.js';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { CallLimits } from '../../page/deadline.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { nodeAt, untilChanged } from './until-changed.js';
import { untilNetworkQuiet } from './until-network-quiet.js';
import { untilText, untilTextGone } from './until-text.js';
import { untilUrl } from './until-url.js';

const STATES = ['visible', 'hidden', 'enabled', 'disabled', 'gone', 'changed'] as const;
/** The same limit as in Playwright MCP. */
const MAX_SECONDS = 30;

export const waitFor = defineTool({
  name: 'browser_wait_for',
  summary: 'Wait for text, an element state, a URL, a quiet network, or a time',
  input: {
    text: z.string().min(1).optional().describe('Text to appear'),
    textGone: z.string().min(1).optional().describe('Text to disappear'),
    url: z.string().min(1).optional().describe('Part of the URL, or a pattern with *'),
    target: inputs.target.optional(),
    state: z
      .enum(STATES)
      .optional()
      .describe('Of the target. Default: visible. changed: differs from the last snapshot'),
    networkQuiet: z.boolean().optional().describe('No pending requests'),
    time: z.number().min(0).optional().describe('Seconds to wait; with a condition, the maximum'),
    page: inputs.page,
  },
  effect: 'read',
  examples: [{ text: 'Saved' }, { target: 'e7', state: 'enabled' }],
  async run(args, { agent, signal }) {
    const { text, textGone, url, target, state, page: handle } = args;
    const time = args.time === undefined ? undefined : Math.min(args.time, MAX_SECONDS);
    const networkQuiet = args.networkQuiet || undefined;
    const conditions = [text, textGone, url, target, networkQuiet].filter((each) => each !== undefined);
    if (conditions.length === 0 && time === undefined)
      throw new SightlineError('bad-argument', 'Give text, textGone, url, target, networkQuiet or time');
    if (state !== undefined && target === undefined)
      throw new SightlineError('bad-argument', 'A state needs a target');
    const aim = target === undefined ? undefined : await agent.aim(target, handle);
    const page = aim ? aim.page : await agent.page(handle);
    page.assertUsable();
    const patience = time === undefined ? agent.host.actionTimeout : time * 1_000 || 1;
    const limits = { signal, timeout: patience || MAX_SECONDS * 1_000 };
    const result: string[] = [];
    const code: string[] = [];
    if (conditions.length === 0 && time !== undefined) {
      await sleep(time * 1_000, signal);
      const capped = time === args.time ? '' : ` (requested ${args.time}, maximum is ${MAX_SECONDS})`;
      result.push(`Waited for ${time} seconds${capped}`);
      code.push(`await page.waitForTimeout(${time * 1_000});`);
    }
    if (text !== undefined) {
      await untilText(page, text, limits);
      result.push(`Waited for ${quote(text, 200)}`);
      code.push(`await page.getByText(${literal(text)}).first().waitFor({ state: 'visible' });`);
    }
    if (textGone !== undefined) {
      await untilTextGone(page, textGone, limits);
      result.push(`Waited for ${quote(textGone, 200)} to disappear`);
      code.push(`await page.getByText(${literal(textGone)}).first().waitFor({ state: 'hidden' });`);
    }
    if (url !== undefined) {
      await untilUrl(page, url, limits);
      result.push(`Waited for the URL ${quote(url, 200)}`);
      code.push(`await page.waitForURL(${literal(url.includes('*') ? url : `**${url}**`)});`);
    }
    if (aim) {
      const wanted = state ?? 'visible';
      await untilState(agent, aim, wanted, limits);
      result.push(`Waited for ${aim.locator} to ${wanted === 'changed' ? 'change' : `be ${wanted}`}`);
      if (wanted !== 'changed') code.push(stateCode(aim.code, wanted));
    }
    if (networkQuiet) {
      await untilNetworkQuiet(page, limits);
      result.push('Waited for the network to be quiet');
      code.push("await page.waitForLoadState('networkidle');");
    }
    return { page, result, code, show: {} };
  },
});

type State = (typeof STATES)[number];

async function untilState(
  agent: Agent,
  aim: Aim,
  state: State,
  limits: CallLimits & { timeout: number },
): Promise<void> {
  if (state !== 'changed')
    return aim.locator.waitFor({ ...limits, state: state === 'gone' ? 'detached' : state });
  const root = agent.shown(aim.page)?.json.root;
  const { element } = await aim.locator.find(limits);
  return untilChanged(aim, root && nodeAt(root, aim.locator.frame.refOf(element)), limits);
}

function stateCode(code: string, state: Exclude<State, 'changed'>): string {
  if (state === 'enabled' || state === 'disabled')
    return `await expect(${code}).toBe${state === 'enabled' ? 'Enabled' : 'Disabled'}();`;
  return `await ${code}.waitFor({ state: '${state === 'gone' ? 'detached' : state}' });`;
}

/** A fixed wait, because the call asked for one. */
function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(new SightlineError('aborted', 'The wait was aborted'));
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
