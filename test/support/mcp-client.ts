/**
 * A real client of the real server: the command line in a separate process, over standard input and output or
 * over HTTP, in either protocol revision.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { commandLine } from './command-line.js';

const ROOT = join(import.meta.dirname, '../..');

/** Milliseconds for a call: the tests of a busy machine end by their own time limit. */
const PATIENCE = 180_000;

export interface Reply {
  /** All text parts. */
  text: string;
  isError: boolean;
  images: { data: string; mimeType: string }[];
  /** The tool's structured data. */
  data: Record<string, unknown> | undefined;
  /** The body of a section; undefined if there is none. */
  section(title: string): string | undefined;
  /** Titles, in order. */
  sections: string[];
}

export interface McpClient {
  readonly client: Client;
  readonly pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<Reply>;
  /** Runs a function in the page and returns its result: tests assert effects with it. */
  evaluate(fn: string, args?: Record<string, unknown>): Promise<unknown>;
  /** The ref of the element whose line in a new snapshot contains this text. */
  ref(text: string, args?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export function serverCommand(args: string[], name = 'mcp'): { command: string; args: string[] } {
  return { command: process.execPath, args: [commandLine(), name, ...args] };
}

export const TRANSPORTS = ['stdio', 'http'] as const;
export const ERAS = ['2025-11-25', '2026-07-28'] as const;

export interface OpenOptions {
  transport: (typeof TRANSPORTS)[number];
  era: (typeof ERAS)[number];
  args?: string[];
  cwd?: string;
}

/** A new server with one client. */
export async function openMcp({ transport, era, args = [], cwd = ROOT }: OpenOptions): Promise<McpClient> {
  const options = eraOptions(era);
  if (transport === 'stdio') return openClient(args, cwd, options);
  const server = await startHttpServer(args, cwd);
  const mcp = await server.connect(options);
  return {
    ...mcp,
    async close() {
      await mcp.close();
      await server.stop();
    },
  };
}

export function eraOptions(era: (typeof ERAS)[number]): ClientOptions {
  return { versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : 'auto' } };
}

export async function openClient(
  args: string[],
  cwd = ROOT,
  options: ClientOptions & { prepare?(client: Client): void; env?: Record<string, string> } = {},
  command = 'mcp',
): Promise<McpClient> {
  const transport = new StdioClientTransport({
    ...serverCommand(args, command),
    cwd,
    env: { ...environment(), ...options.env },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1' }, options);
  options.prepare?.(client);
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error('the server has not started');
  return speaking(client, pid, () => client.close());
}

export interface HttpServer {
  readonly url: string;
  readonly process: ChildProcess;
  readonly pid: number;
  /** Its output so far. */
  readonly said: string;
  connect(
    options?: ClientOptions & { prepare?(client: Client): void },
    headers?: Record<string, string>,
  ): Promise<McpClient>;
  /** Ends the server as a person would, and returns its exit code. */
  stop(): Promise<number | null>;
}

export async function startHttpServer(args: string[] = [], cwd = ROOT, name = 'mcp'): Promise<HttpServer> {
  const command = serverCommand(['--port', '0', ...args], name);
  const child = spawn(command.command, command.args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, address] = /^Listening on (\S+)$/m.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the server has not started');
  return {
    url,
    process: child,
    pid,
    get said() {
      return said;
    },
    async connect(options = {}, headers = {}) {
      const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
      const client = new Client({ name: 'test', version: '1' }, options);
      options.prepare?.(client);
      await client.connect(transport);
      return speaking(client, pid, async () => {
        // Ends the session, if there is one.
        await transport.terminateSession().catch(() => undefined);
        await client.close();
      });
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function speaking(client: Client, pid: number, close: () => Promise<void>): McpClient {
  async function call(name: string, given: Record<string, unknown> = {}): Promise<Reply> {
    const { content, isError, structuredContent } = await client.callTool(
      { name, arguments: given },
      { timeout: PATIENCE },
    );
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const parts = text.split(/^### (.*)$/m).slice(1);
    const bodies = new Map<string, string>();
    for (let at = 0; at < parts.length; at += 2) bodies.set(parts[at] ?? '', (parts[at + 1] ?? '').trim());
    return {
      text,
      isError: isError === true,
      images: content.flatMap((part) => (part.type === 'image' ? [part] : [])),
      data: structuredContent as Record<string, unknown> | undefined, // tools return only objects
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
    close,
  };
}
