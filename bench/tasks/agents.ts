/**
 * Who does the tasks: our MCP server and command line, Playwright MCP and Playwright CLI, each in a browser of its own. An
 * agent is given steps and hands back what a model would read; nothing of it is cut or left out.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export type Step =
  | { do: 'open'; url: string }
  | { do: 'find'; text: string }
  | { do: 'snapshot' }
  | { do: 'click'; target: string }
  | { do: 'type'; target: string; text: string; submit?: boolean }
  | { do: 'select'; target: string; value: string }
  | { do: 'press'; key: string };

export interface Answer {
  text: string;
  failed: boolean;
}

export interface TaskAgent {
  name: string;
  /** One call; several steps only where `batches` says so. */
  run(steps: readonly Step[]): Promise<Answer>;
  /** Whether several steps fit into one call. */
  batches: boolean;
  close(): Promise<void>;
}

const OURS = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface AgentOptions {
  browser: 'chromium' | 'firefox';
  executable: string;
}

export function ourMcp({ browser, executable }: AgentOptions): Promise<TaskAgent> {
  const flags = ['--browser', browser, '--headless', '--isolated', '--executable-path', executable];
  const sandbox = browser === 'chromium' ? ['--no-sandbox'] : [];
  return mcp('Sightline MCP', [OURS, 'mcp', ...flags, ...sandbox], true);
}

export function playwrightMcp(script: string, { executable }: AgentOptions): Promise<TaskAgent> {
  const flags = ['--headless', '--isolated', '--no-sandbox', '--executable-path', executable];
  return mcp('Playwright MCP', [script, ...flags], false);
}

async function mcp(name: string, args: string[], batches: boolean): Promise<TaskAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-tasks-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    cwd: folder,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    name,
    batches,
    async run(steps) {
      const calls = steps.map(toolCall);
      const [only] = calls;
      const call =
        calls.length === 1 && only
          ? { name: only.tool, arguments: only.args }
          : { name: 'browser_batch', arguments: { steps: calls } };
      const { content, isError } = await client.callTool(call);
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      return { text, failed: isError === true };
    },
    async close() {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Tools have the same names and arguments in both servers. */
function toolCall(step: Step): { tool: string; args: Record<string, unknown> } {
  switch (step.do) {
    case 'open':
      return { tool: 'browser_navigate', args: { url: step.url } };
    case 'find':
      return { tool: 'browser_find', args: { text: step.text } };
    case 'snapshot':
      return { tool: 'browser_snapshot', args: {} };
    case 'click':
      return { tool: 'browser_click', args: { target: step.target } };
    case 'type': {
      const { target, text, submit } = step;
      return { tool: 'browser_type', args: { target, text, ...(submit && { submit }) } };
    }
    case 'select':
      return { tool: 'browser_select_option', args: { target: step.target, values: [step.value] } };
    case 'press':
      return { tool: 'browser_press_key', args: { key: step.key } };
  }
}

export async function ourCli({ browser, executable }: AgentOptions): Promise<TaskAgent> {
  const session = `bench-${process.pid}-${browser}`;
  const flags = ['--session', session, '--browser', browser, '--executable-path', executable];
  const run = (words: string[]) => command([OURS, ...words], tmpdir());
  let opened = false;
  return {
    name: 'Sightline CLI',
    batches: true,
    async run(steps) {
      const lines = steps.map(ourWords);
      const [only] = lines;
      const words = lines.length === 1 && only ? only : ['batch', ...lines.map(quoted)];
      const start = opened ? ['--session', session] : flags;
      opened = true;
      return run([...words, ...start]);
    },
    close: async () => {
      await run(['close', '--session', session]);
    },
  };
}

function ourWords(step: Step): string[] {
  switch (step.do) {
    case 'open':
      return ['open', step.url];
    case 'find':
      return ['find', step.text];
    case 'snapshot':
      return ['snapshot'];
    case 'click':
      return ['click', step.target];
    case 'type':
      return ['fill', step.target, step.text, ...(step.submit ? ['--submit'] : [])];
    case 'select':
      return ['select', step.target, step.value];
    case 'press':
      return ['press', step.key];
  }
}

const quoted = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(' ');

export async function playwrightCli(script: string, { executable }: AgentOptions): Promise<TaskAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-cli-'));
  const env = { PLAYWRIGHT_MCP_EXECUTABLE_PATH: executable, PLAYWRIGHT_MCP_SANDBOX: 'false' };
  const run = (words: string[]) => command([script, '-s=bench', ...words], folder, env);
  let opened = false;
  return {
    name: 'Playwright CLI',
    batches: false,
    async run([step]) {
      if (!step) throw new Error('nothing to do');
      const words = playwrightWords(step, opened);
      opened = true;
      return run(words);
    },
    close: async () => {
      await run(['close']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function playwrightWords(step: Step, opened: boolean): string[] {
  switch (step.do) {
    case 'open':
      return [opened ? 'goto' : 'open', step.url];
    case 'type':
      return ['fill', step.target, step.text, ...(step.submit ? ['--submit'] : [])];
    default:
      return ourWords(step);
  }
}

function command(args: string[], cwd: string, env: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ text: `${stdout}${stderr}`, failed: error !== null }),
    );
  });
}
