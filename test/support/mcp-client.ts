/** A real client of the real server: the command line in a process of its own, over its standard input and output. */
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const ROOT = join(import.meta.dirname, '../..');

export interface Reply {
  /** All text parts. */
  text: string;
  isError: boolean;
  images: { data: string; mimeType: string }[];
  /** The body of a section; undefined when there is none. */
  section(title: string): string | undefined;
  /** Titles, in order. */
  sections: string[];
}

export interface McpClient {
  readonly client: Client;
  readonly pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<Reply>;
  /** Runs a function in the page and gives what it returns: what tests assert effects with. */
  evaluate(fn: string, args?: Record<string, unknown>): Promise<unknown>;
  /** The ref of the element whose line in a new snapshot contains this text. */
  ref(text: string, args?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export function serverCommand(args: string[]): { command: string; args: string[] } {
  const tsx = import.meta.resolve('tsx');
  return {
    command: process.execPath,
    args: ['--import', tsx, join(ROOT, 'src/cli/main.ts'), 'mcp', ...args],
  };
}

export async function openClient(
  args: string[],
  cwd = ROOT,
  options: ClientOptions = {},
): Promise<McpClient> {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const transport = new StdioClientTransport({ ...serverCommand(args), cwd, env, stderr: 'inherit' });
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error('the server has not started');

  async function call(name: string, given: Record<string, unknown> = {}): Promise<Reply> {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const parts = text.split(/^### (.*)$/m).slice(1);
    const bodies = new Map<string, string>();
    for (let at = 0; at < parts.length; at += 2) bodies.set(parts[at] ?? '', (parts[at + 1] ?? '').trim());
    return {
      text,
      isError: isError === true,
      images: content.flatMap((part) => (part.type === 'image' ? [part] : [])),
      section: (title) => bodies.get(title),
      sections: parts.filter((_, at) => at % 2 === 0),
    };
  }

  return {
    client,
    pid,
    call,
    async evaluate(fn, more = {}) {
      const reply = await call('browser_evaluate', { function: fn, ...more });
      if (reply.isError) throw new Error(reply.text);
      const result = reply.section('Result') ?? '';
      return result === 'undefined' ? undefined : JSON.parse(result);
    },
    async ref(text, more = {}) {
      const { text: answer } = await call('browser_snapshot', more);
      const line = answer.split('\n').find((each) => each.includes(text));
      const ref = /\[ref=([a-z0-9]+)\]/.exec(line ?? '')?.[1];
      if (ref === undefined) throw new Error(`No element with ${text} in:\n${answer}`);
      return ref;
    },
    close: () => client.close(),
  };
}
