import { z } from 'zod';
import type { Agent, Aim } from '../../agent/agent.js';
import { downloadLine } from '../../agent/page-watch.js';
import { literal, oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { CallLimits } from '../../page/deadline.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { nodeAt, untilChanged } from './until-changed.js';
import { untilDownload } from './until-download.js';
import { untilNetworkQuiet } from './until-network-quiet.js';
import { untilText, untilTextGone } from './until-text.js';
import { untilTrue } from './until-true.js';
import { untilUrl } from './until-url.js';

const STATES = ['visible', 'hidden', 'enabled', 'disabled', 'gone', 'changed'] as const;
/** In the order in which they are waited for. */
const CONDITIONS = ['text', 'textGone', 'url', 'target', 'function', 'download', 'networkQuiet'] as const;
type Condition = (typeof CONDITIONS)[number];
/** The same limit as in Playwright MCP. */
const MAX_SECONDS = 30;

export const waitFor = defineTool({
  name: 'browser_wait_for',
  summary: 'Wait for conditions, or for a time',
  input: {
    text: z.string().min(1).optional().describe('Text to appear'),
    textGone: z.string().min(1).optional().describe('Text to disappear'),
    url: z.string().min(1).optional().describe('Part of the URL, or a pattern with *'),
    target: inputs.target.optional(),
    state: z
      .enum(STATES)
      .optional()
      .describe('Of the target. Default: visible. changed: differs from the last snapshot'),
    function: z.string().min(1).optional().describe('() => condition'),
    download: z.boolean().optional().describe('Its end'),
    networkQuiet: z.boolean().optional().describe('No pending requests'),
    time: z.number().min(0).optional().describe('Seconds to wait; with a condition, the maximum'),
    page: inputs.page,
  },
  effect: 'read',
  examples: [
    { text: 'Saved' },
    { target: 'e7', state: 'enabled' },
    { function: "() => document.readyState === 'complete'" },
  ],
  async run(args, { agent, signal }) {
    const { target, state, page: handle } = args;
    const time = args.time === undefined ? undefined : Math.min(args.time, MAX_SECONDS);
    const wanted = CONDITIONS.filter((name) => args[name] !== undefined && args[name] !== false);
    // Models fill in numbers that they have no use for: no condition can be waited for in no time.
    const limit = wanted.length > 0 && time === 0 ? undefined : time;
    if (wanted.length === 0 && time === undefined)
      throw new SightlineError('bad-argument', `Give one of ${CONDITIONS.join(', ')} or time`);
    if (state !== undefined && target === undefined)
      throw new SightlineError('bad-argument', 'A state needs a target');
    if (args.function !== undefined) assertScripts(agent);
    const aim = target === undefined ? undefined : await agent.aim(target, handle);
    const page = aim ? aim.page : await agent.page(handle);
    page.assertUsable();
    const patience = limit === undefined ? agent.host.actionTimeout : limit * 1_000;
    const waiting = { args, agent, page, aim, limits: { signal, timeout: patience || MAX_SECONDS * 1_000 } };
    const done: Waited[] = [];
    for (const name of wanted) done.push(await WAITS[name](waiting));
    if (wanted.length === 0 && time !== undefined) {
      await sleep(time * 1_000, signal);
      const capped = time === args.time ? '' : ` (requested ${args.time}, maximum is ${MAX_SECONDS})`;
      done.push({
        said: `Waited for ${time} seconds${capped}`,
        code: `await page.waitForTimeout(${time * 1_000});`,
      });
    }
    return {
      page,
      result: done.map(({ said }) => said),
      code: done.flatMap(({ code }) => code ?? []),
      show: {},
    };
  },
});

interface Waiting {
  args: { [Name in Condition | 'state']?: unknown };
  agent: Agent;
  page: Page;
  aim: Aim | undefined;
  limits: CallLimits & { timeout: number };
}

interface Waited {
  said: string;
  code?: string;
}

const WAITS: Readonly<Record<Condition, (waiting: Waiting) => Promise<Waited>>> = {
  async text({ args, page, limits }) {
    const text = String(args.text);
    await untilText(page, text, limits);
    return {
      said: `Waited for ${quote(text, 200)}`,
      code: `await page.getByText(${literal(text)}).first().waitFor({ state: 'visible' });`,
    };
  },
  async textGone({ args, page, limits }) {
    const text = String(args.textGone);
    await untilTextGone(page, text, limits);
    return {
      said: `Waited for ${quote(text, 200)} to disappear`,
      code: `await page.getByText(${literal(text)}).first().waitFor({ state: 'hidden' });`,
    };
  },
  async url({ args, page, limits }) {
    const url = String(args.url);
    await untilUrl(page, url, limits);
    return {
      said: `Waited for the URL ${quote(url, 200)}`,
      code: `await page.waitForURL(${literal(url.includes('*') ? url : `**${url}**`)});`,
    };
  },
  async target({ args, agent, aim, limits }) {
    if (!aim) throw new TypeError('a target without an aim');
    const state = STATES.find((each) => each === args.state) ?? 'visible';
    await untilState(agent, aim, state, limits);
    return {
      said: `Waited for ${aim.locator} to ${state === 'changed' ? 'change' : `be ${state}`}`,
      ...(state !== 'changed' && { code: stateCode(aim.code, state) }),
    };
  },
  async function({ args, page, limits }) {
    const script = String(args.function);
    await untilTrue(page, script, limits);
    return {
      said: 'Waited for the function to return true',
      code: `await page.waitForFunction(${oneLine(script)});`,
    };
  },
  async download({ agent, page, limits }) {
    const ended = await untilDownload(page, agent.watch(page), agent.since, limits);
    return { said: downloadLine(ended), code: "await page.waitForEvent('download');" };
  },
  async networkQuiet({ page, limits }) {
    await untilNetworkQuiet(page, limits);
    return {
      said: 'Waited for the network to be quiet',
      code: "await page.waitForLoadState('networkidle');",
    };
  },
};

/** A script can do anything: a server whose agents may not run scripts refuses it here, too. */
function assertScripts({ host }: Agent): void {
  if (host.tools.has('browser_evaluate')) return;
  throw new SightlineError(
    'unsupported',
    'The server does not let agents run scripts (browser_evaluate is off)',
    {
      hint: 'Nothing was done. Wait for text, an element state or a URL instead.',
    },
  );
}

type State = (typeof STATES)[number];

async function untilState(
  agent: Agent,
  aim: Aim,
  state: State,
  limits: CallLimits & { timeout: number },
): Promise<void> {
  if (state !== 'changed')
    return aim.locator.waitFor({ ...limits, state: state === 'gone' ? 'detached' : state });
  const root = agent.memory.shown(aim.page)?.json.root;
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
