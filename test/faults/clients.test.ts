/** What clients can do to a server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf, eventually, isRunning } from '../browsers/processes.js';
import { BROWSERS } from '../support/browsers.js';
import { eraOptions, serverCommand, startHttpServer } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const CLIENTS = 20;

// One browser after the other: twenty clients are work enough for a machine.
describe.skipIf(process.platform !== 'linux').each(BROWSERS)('clients (%s; Linux only)', (engine) => {
  let site: FixtureServer;
  const asked: (() => void)[] = [];
  beforeAll(async () => {
    site = await startServer({
      '/': '<title>Home</title><button onclick="document.title = location.search">Go</button>',
      '/hold': () => {
        for (const tell of asked.splice(0)) tell();
      },
    });
  });
  afterAll(() => site.close());
  const held = () => new Promise<void>((resolve) => asked.push(resolve));

  it(`${CLIENTS} at once, and one that leaves in the middle of its call`, { timeout: 180_000 }, async () => {
    const server = await startHttpServer(['--browser', engine]);
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, () => server.connect(eraOptions('2025-11-25'))),
    );
    const titles = await Promise.all(
      clients.map(async (client, at) => {
        const opened = await client.call('browser_navigate', { url: `${site.origin}/?${at}` });
        expect(opened.isError, opened.text).toBe(false);
        const clicked = await client.call('browser_click', { target: await client.ref('button "Go"') });
        expect(clicked.isError, clicked.text).toBe(false);
        return client.evaluate('() => document.title');
      }),
    );
    expect(titles).toEqual(clients.map((_, at) => `?${at}`));

    const [leaving, staying] = clients;
    const middle = held();
    const cut = leaving?.call('browser_navigate', { url: `${site.origin}/hold` }).catch(() => 'left');
    await middle;
    await leaving?.client.close();
    await cut;
    expect(await staying?.evaluate('() => document.title')).toBe('?1');

    const running = descendantsOf(server.pid);
    await Promise.all(clients.slice(1).map((client) => client.close()));
    expect(await server.stop()).toBe(0);
    await nothingLeft(running);
  });

  it('garbage on standard input, then a client that dies in the middle of its call', async () => {
    const { command, args } = serverCommand(['--browser', engine]);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const answers = answersOf(child);
    for (const garbage of [
      '',
      'nonsense',
      '{',
      '[]',
      'null',
      '\0\u00ff',
      '{"jsonrpc":"2.0"}',
      'x'.repeat(2 ** 20),
    ])
      child.stdin.write(`${garbage}\n`);
    const ask = (id: number, method: string, params: unknown) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    ask(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    await answers.until(1);
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    ask(2, 'tools/call', { name: 'browser_navigate', arguments: { url: `${site.origin}/` } });
    expect(JSON.stringify(await answers.until(2))).toContain('Home');
    const middle = held();
    ask(3, 'tools/call', { name: 'browser_navigate', arguments: { url: `${site.origin}/hold` } });
    await middle;
    const running = descendantsOf(child.pid ?? 0);
    const ended = once(child, 'exit');
    child.stdin.destroy();
    child.stdout.destroy();
    await ended;
    await nothingLeft(running);
  });
});

async function nothingLeft(pids: number[]): Promise<void> {
  expect(
    await eventually(
      () => pids.filter(isRunning),
      (left) => left.length === 0,
    ),
  ).toEqual([]);
}

/** The answers that a server writes, by the id of what was asked. */
function answersOf(child: ChildProcess): { until(id: number): Promise<unknown> } {
  const answers = new Map<number, unknown>();
  let rest = '';
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: number };
      if (typeof message.id === 'number') answers.set(message.id, message);
    }
    for (const look of waiting) look();
  });
  return {
    until: (id) =>
      new Promise((resolve) => {
        const look = () => {
          if (!answers.has(id)) return;
          waiting.delete(look);
          resolve(answers.get(id));
        };
        waiting.add(look);
        look();
      }),
  };
}
