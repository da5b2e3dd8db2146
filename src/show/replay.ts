/**
 * Does the steps of a run again, without a model, and compares: each step must succeed, and lead to the same URL, title
 * and tree. A page gets some time to become what it was, since an agent looked at it later than a replay does.
 */
import { Agent } from '../agent/agent.js';
import type { Host } from '../agent/host.js';
import { takeTurn } from '../agent/turn.js';
import type { Page } from '../page/page.js';
import { unifiedDiff } from '../tree/diff/unified-diff.js';
import { withLocators } from './export/with-locators.js';
import type { RunStep } from './run.js';
import type { TrailReader } from './trail-reader.js';

export interface ReplayOptions {
  host: Host;
  /** Compare URL and title only. */
  loose: boolean;
  /** What to enter where a password was: a trail has none. */
  password?: string | undefined;
  onStep(step: RunStep): void;
}

/** What differs at a step; the replay ends there. */
export interface Difference {
  step: RunStep;
  message: string;
}

/** A password among the arguments of a step. */
const MASKED = '"***"';
/** Milliseconds until a page must be as it was. */
const PATIENCE = 5_000;
const PACE = 100;
/** The most lines of a diff that are printed. */
const MOST_LINES = 60;

export async function replay(
  reader: TrailReader,
  steps: readonly RunStep[],
  { host, loose, password, onStep }: ReplayOptions,
): Promise<Difference | undefined> {
  const agent = new Agent(host);
  for (const step of steps) {
    onStep(step);
    const tree = loose || step.tree === undefined ? undefined : await reader.text(step.tree);
    const message = (await doAgain(agent, step, password)) ?? (await differenceAt(agent, step, tree));
    if (message !== undefined) return { step, message };
  }
  return undefined;
}

/** Undefined if the call succeeded. */
async function doAgain(agent: Agent, step: RunStep, password?: string): Promise<string | undefined> {
  const tool = agent.host.tools.get(step.tool);
  if (!tool) return `there is no tool ${step.tool}`;
  const text = JSON.stringify(withLocators(step));
  if (text.includes(MASKED) && password === undefined)
    return 'it entered a password, which the trail does not have: set SIGHTLINE_PASSWORD, or let the agent type the name of a secret (--secrets)';
  const args: Record<string, unknown> = JSON.parse(text.replaceAll(MASKED, JSON.stringify(password)));
  const handle = step.page?.handle;
  const elsewhere =
    handle !== undefined && handle !== 'c0p0' && tool.takes('page') && args.page === undefined;
  const isOpen = elsewhere && agent.pages().some((page) => page.handle === handle);
  const { isError, text: answer } = await takeTurn(agent, tool, { ...args, ...(isOpen && { page: handle }) });
  return isError ? `expected it to succeed, but:\n${answer}` : undefined;
}

async function differenceAt(
  agent: Agent,
  { page: expected }: RunStep,
  tree: string | undefined,
): Promise<string | undefined> {
  const page = agent.last;
  if (!expected || !page || page.dialog) return undefined;
  for (const began = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, PACE))) {
    const found = await compared(agent, page, expected, tree);
    if (found === undefined || performance.now() - began > PATIENCE) return found;
  }
}

async function compared(
  agent: Agent,
  page: Page,
  expected: { url: string; title: string },
  tree: string | undefined,
): Promise<string | undefined> {
  const { secrets } = agent;
  const url = secrets.mask(page.url);
  if (url !== expected.url) return `expected the URL ${expected.url}, but it is ${url}`;
  const title = secrets.mask(await page.title());
  // A step that captured nothing has no title.
  if (expected.title !== '' && title !== expected.title)
    return `expected the title ${JSON.stringify(expected.title)}, but it is ${JSON.stringify(title)}`;
  if (tree === undefined) return undefined;
  const now = comparable(secrets.mask((await page.texts()).tree));
  const then = comparable(tree);
  if (now === then) return undefined;
  const diff = unifiedDiff(then, now, {
    file: 'accessibility-tree.yaml',
    before: 'expected',
    after: 'there',
  });
  const lines = diff.trimEnd().split('\n');
  const more = lines.length > MOST_LINES ? [`… ${lines.length - MOST_LINES} more lines`] : [];
  return ['the page differs:', ...lines.slice(0, MOST_LINES), ...more].join('\n');
}

/** Refs count what was seen before, and the focus depends on how fast a page was. */
const comparable = (tree: string): string => tree.replaceAll(/ \[(?:ref=[a-z0-9]+|active)\]/g, '');
