/** The window of real processes: an MCP server with its defaults, `sightline show` beside it, and the command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveState } from '../../src/show/live/live-state.js';
import { descendantsOf } from '../browsers/processes.js';
import { BROWSERS } from '../support/browsers.js';
import { commandLine } from '../support/command-line.js';
import { openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

let server: FixtureServer;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startServer({
    '/': '<!doctype html><title>Shop</title><form action="/sent"><label>User <input autofocus></label></form>',
  });
  // Short: it holds sockets.
  folder = mkdtempSync(join(tmpdir(), 'sl-'));
  env = { SIGHTLINE_RUNTIME: join(folder, 'run'), SIGHTLINE_DATA: join(folder, 'data'), SIGHTLINE_TRAIL: '' };
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `sightline show`, until it is stopped. */
async function show(...args: string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [commandLine(), 'show', '--no-open', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: await firstLine(child, ended),
    async stop() {
      child.kill();
      await ended;
    },
  };
}

function firstLine({ stdout, stderr }: ChildProcess, ended: Promise<void>): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    stdout?.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
    void ended.then(() => reject(new Error(`It ended: ${said}`)));
  });
}

interface Person {
  /** The last state. */
  state(): LiveState | undefined;
  pictures(): number;
  isOver(): boolean;
  send(command: string, body?: object): Promise<Response>;
  leave(): void;
}

/** A page of the viewer, without a browser around it. */
async function watch(url: string): Promise<Person> {
  const leaving = new AbortController();
  const response = await fetch(`${url}live`, { signal: leaving.signal });
  if (!response.ok) throw new Error(await response.text());
  let [viewer, pictures, isOver] = ['', 0, false];
  let state: LiveState | undefined;
  const take = (event: string, data: string) => {
    if (event === 'hello') viewer = JSON.parse(data);
    if (event === 'state') state = JSON.parse(data);
    if (event === 'frame') pictures++;
  };
  void (async () => {
    let text = '';
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += Buffer.from(next.value).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const each of events) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(each) ?? [];
        take(event, data);
      }
    }
  })()
    .catch(() => undefined) // It was left.
    .finally(() => {
      isOver = true;
    });
  await expect.poll(() => state).toBeDefined();
  return {
    state: () => state,
    pictures: () => pictures,
    isOver: () => isOver,
    send: (command, body = {}) =>
      fetch(`${url}live/${command}`, { method: 'POST', body: JSON.stringify({ ...body, viewer }) }),
    leave: () => leaving.abort(),
  };
}

describe.each(BROWSERS)('a server (%s)', (browser) => {
  it('keeps a trail by default, is live in `sightline show`, and invites a person', async () => {
    const workspace = mkdtempSync(join(folder, 'w-'));
    const invited: { url: string; message: string }[] = [];
    const mcp = await openClient(
      ['--browser', browser, '--workspace', workspace, '--caps', 'person'],
      folder,
      {
        env,
        capabilities: { elicitation: { url: {} } },
        prepare: (client) =>
          client.setRequestHandler('elicitation/create', ({ params }) => {
            if (params.mode === 'url') invited.push(params);
            return { action: 'accept' };
          }),
      },
    );
    await mcp.call('browser_navigate', { url: server.origin });
    const runs = () => readdir(join(workspace, '.sightline', 'trail')).catch(() => []);
    await expect.poll(runs).toHaveLength(1);
    const viewer = await show(workspace);
    const [person, other] = [await watch(viewer.url), await watch(viewer.url)];
    await expect.poll(() => person.pictures()).toBeGreaterThan(0);

    expect((await person.send('input', { events: [{ do: 'type', text: 'x' }] })).status).toBe(409);
    expect((await person.send('take')).status).toBe(200);
    const second = await other.send('take');
    expect([second.status, await second.text()]).toEqual([
      409,
      'Somebody else has taken over. Ask them to hand back.\n',
    ]);
    const waiting = mcp.call('browser_press_key', { key: 'End' });
    const typed = await person.send('input', {
      events: [
        { do: 'paste', text: 'Ada\n' },
        { do: 'type', text: '7' },
      ],
    });
    expect(typed.status).toBe(200);
    expect((await person.send('input', { events: [{ do: 'press', key: 'NoSuchKey' }] })).status).toBe(200);
    expect((await person.send('input', { events: [{ do: 'fly' }] })).status).toBe(409);
    // Who leaves has handed back.
    person.leave();
    const { text } = await waiting;
    expect(text).toContain('handed it back: "The window was closed."');
    expect(text).toMatch(/textbox "User".* \[filled\]/);
    expect(text).not.toContain('Ada');
    // The line break of what was pasted has sent nothing.
    expect(await mcp.evaluate("() => [location.pathname, document.querySelector('input').value]")).toEqual([
      '/',
      expect.stringMatching(/^Ada ?7$/),
    ]);

    const asking = mcp.call('browser_ask_person', { reason: 'A login is needed' });
    await expect.poll(() => other.state()?.requests.length).toBe(1);
    await expect
      .poll(() => invited)
      .toMatchObject([{ message: 'A login is needed', url: expect.stringMatching(/^http/) }]);
    const guest = await watch(invited[0]?.url ?? '');
    const [request] = guest.state()?.requests ?? [];
    await guest.send('answer', { request: request?.id, kind: 'done', note: 'I am in' });
    expect((await asking).text).toContain('The person says that it is done: "I am in"');
    guest.leave();

    for (const pid of descendantsOf(mcp.pid)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => other.state()?.lost).toBeDefined();
    expect((await other.send('at', { x: 1, y: 1 })).status).toBe(409);
    await mcp.call('browser_navigate', { url: server.origin });
    await expect.poll(() => [other.state()?.lost, other.state()?.pages.length]).toEqual([undefined, 1]);

    await mcp.close();
    await expect.poll(() => other.isOver()).toBe(true);
    expect((await other.send('take')).status).toBe(502);
    // What is on disk stays readable.
    expect(await (await fetch(viewer.url)).text()).toContain('viewer.js');
    await viewer.stop();
  });
});

it('the command line: `show` finds the run of `open`, wherever it is typed', async () => {
  const run = (...args: string[]) =>
    new Promise<number | null>((resolve) => {
      spawn(process.execPath, [commandLine(), ...args], {
        cwd: folder,
        env: { ...process.env, ...env },
      }).once('exit', resolve);
    });
  expect(await run('open', server.origin)).toBe(0);
  const viewer = await show();
  const person = await watch(viewer.url);
  await expect.poll(() => person.state()?.url).toBe(`${server.origin}/`);
  expect(await run('close')).toBe(0);
  await expect.poll(() => person.isOver()).toBe(true);
  await viewer.stop();
});
