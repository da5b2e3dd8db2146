/** An agent in this process that writes state to its own workspace. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import type { StateOptions } from '../../src/agent/state/browser-state.js';
import { takeTurn } from '../../src/agent/turn.js';
import type { Browser, Page } from '../../src/index.js';
import { TOOLS } from '../../src/tools/index.js';

export interface StateAgent {
  readonly host: Host;
  readonly agent: Agent;
  /** Its pages, in the order in which they opened. */
  pages(): Page[];
  newPage(): Promise<void>;
  call(name: string, args?: Record<string, unknown>): Promise<StateAnswer>;
  /** The ref of the element whose line in the last answer's tree file has this text. */
  ref(text: string): Promise<string>;
  /** Ends the state and the context, not the browser. */
  end(): Promise<void>;
}

export interface StateAnswer {
  text: string;
  isError: boolean;
  /** The lines of `### Browser State`, by the word before the colon. */
  state: Record<string, string>;
}

/** On the first page of a new context, so that the page's files are at the top. */
export async function openAgent(
  browser: Browser,
  workspace: string,
  more: StateOptions = {},
): Promise<StateAgent> {
  const context = await browser.newContext();
  const state = { flag: workspace, firstContext: context.index, ...more };
  const host = new Host({ open: async () => browser, root: workspace, tools: TOOLS, state });
  await host.browser();
  const agent = new Agent(host);
  const newPage = async () => agent.select(await context.newPage());
  await newPage();
  let tree = '';
  return {
    host,
    agent,
    pages: () => context.pages(),
    newPage,
    async call(name, args = {}) {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new Error(`There is no tool ${name}`);
      const { text, isError } = await takeTurn(agent, tool, args);
      const answer = { text, isError, state: stateIn(text) };
      tree = answer.state['Accessibility tree'] ?? tree;
      return answer;
    },
    async ref(text) {
      const lines = (await readFile(join(workspace, tree), 'utf8')).split('\n');
      const ref = /\[ref=([a-z0-9]+)\]/.exec(lines.find((line) => line.includes(text)) ?? '')?.[1];
      if (ref === undefined) throw new Error(`No line with ${text} in ${tree}`);
      return ref;
    },
    async end() {
      await host.workplace.state.end();
      if (!context.closed) await context.close();
    },
  };
}

export function stateIn(answer: string): Record<string, string> {
  const [, section = ''] = /### Browser State\n([^#]*)/.exec(answer) ?? [];
  const lines = [...section.matchAll(/^- ([^:]+): (.*)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name, value]));
}

export async function makeWorkspace(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sightline-workspace-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Every file below a folder, sorted. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
