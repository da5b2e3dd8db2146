/** One endpoint, many server processes: a real client, real browsers. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf, eventually, isRunning } from '../browsers/processes.js';
import { eraOptions, type McpClient, openClient, startHttpServer } from '../support/mcp-client.js';

const PAGE = (name: string) =>
  `data:text/html,<title>${name}</title><button onclick="document.title = 'Clicked ${name}'">${name}</button>`;

let folder: string;
let mcp: McpClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-multiplex-'));
  mcp = await openClient(['--max-instances', '3', '--workspace', folder], undefined, {}, 'multiplex');
});
afterAll(async () => {
  await mcp.close();
  rmSync(folder, { recursive: true });
});

const title = (instance: string) => mcp.evaluate('() => document.title', { instance });

describe('the multiplexer', () => {
  it('offers every tool with an instance, and one for the instances', async () => {
    const { tools } = await mcp.client.listTools();
    const click = tools.find(({ name }) => name === 'browser_click');
    expect(click?.inputSchema.properties).toHaveProperty('instance');
    expect(click?.inputSchema.required).toEqual(['target']);
    expect(tools.map(({ name }) => name)).toContain('browser_instances');
  });

  it('starts instances side by side, each with its own browser and number range', async () => {
    const reply = await mcp.call('browser_instances', { action: 'new', count: 1 });
    expect(reply.section('Result')).toContain('Created inst-1');
    await mcp.call('browser_instances', { action: 'new', browser: 'firefox' });
    const one = await mcp.call('browser_navigate', { url: PAGE('One'), instance: 'inst-1' });
    const two = await mcp.call('browser_navigate', { url: PAGE('Two'), instance: 'inst-2' });
    expect(one.section('Snapshot')).toContain('button "One" [ref=e2]');
    expect(two.section('Snapshot')).toContain('button "Two" [ref=c1000e2]');
    expect(await mcp.evaluate('() => navigator.userAgent', { instance: 'inst-2' })).toContain('Firefox');
    expect(await mcp.evaluate('() => navigator.userAgent', { instance: 'inst-1' })).toContain('Chrome');
  });

  it('routes a ref to its instance only', async () => {
    await mcp.call('browser_click', { target: 'c1000e2' });
    expect([await title('inst-1'), await title('inst-2')]).toEqual(['One', 'Clicked Two']);
    await mcp.call('browser_click', { target: 'e2' });
    expect(await title('inst-1')).toBe('Clicked One');
    expect((await mcp.call('browser_snapshot', { page: 'c1000p0' })).text).toContain('"Two"');
  });

  it.each([
    ['no instance is named', { url: 'about:blank' }, 'browser_navigate', 'instance-missing'],
    ['ref and instance disagree', { target: 'e2', instance: 'inst-2' }, 'browser_click', 'instance-mismatch'],
    ['two refs disagree', { startTarget: 'e2', endTarget: 'c1000e2' }, 'browser_drag', 'instance-mismatch'],
    ['no instance has this name', { instance: 'inst-9' }, 'browser_snapshot', 'instance-gone'],
    ['a ref is of an unknown instance', { target: 'c7000e2' }, 'browser_click', 'instance-gone'],
    ['the limit is exceeded', { action: 'new', count: 2 }, 'browser_instances', 'bad-argument'],
    ['an argument is invalid', { action: 'fly' }, 'browser_instances', 'bad-argument'],
    ['the tool is unknown', {}, 'browser_fly', 'bad-argument'],
  ])('refuses if %s', async (_, args, name, code) => {
    const reply = await mcp.call(name, args);
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain(`Error (${code})`);
    expect([await title('inst-1'), await title('inst-2')]).toEqual(['Clicked One', 'Clicked Two']);
  });

  it('lists the resources of all instances, and reads each from its own', async () => {
    const { resources } = await mcp.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain('sightline://pages/c0p0/dom.html');
    const { contents } = await mcp.client.readResource({ uri: 'sightline://pages/c1000p0/dom.html' });
    expect(JSON.stringify(contents)).toContain('Two');
    await expect(mcp.client.readResource({ uri: 'sightline://pages/c7000p0/dom.html' })).rejects.toThrow(
      'c7000p0',
    );
  });

  it('writes the state of each instance to its own folder', async () => {
    const reply = await mcp.call('browser_navigate', { url: PAGE('State'), instance: 'inst-2' });
    expect(reply.section('Browser State')).toContain('browser-state/inst-2/dom.html');
    const dom = (instance: string) =>
      readFileSync(join(folder, '.sightline', 'browser-state', instance, 'dom.html'), 'utf8');
    expect(dom('inst-2')).toContain('ref="c1000e');
    expect(dom('inst-1')).toContain('One');
    expect(dom('inst-1')).not.toContain('State');
  });

  it('reports a crashed instance, and the others continue', async () => {
    const list = (await mcp.call('browser_instances', { action: 'list' })).section('Result') ?? '';
    const pid = Number(/inst-2: .* process (\d+)/.exec(list)?.[1]);
    const family = descendantsOf(pid);
    process.kill(pid, 'SIGKILL');
    expect(
      await eventually(
        () => family.filter(isRunning),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
    // As long as the multiplexer has not noticed, there are two, and a call must name one.
    let next = await mcp.call('browser_snapshot');
    for (let turn = 0; turn < 500 && next.isError; turn++) next = await mcp.call('browser_snapshot');
    expect(next.text).toContain('button "One"');
    expect(next.section('Events')).toContain('inst-2 ended unexpectedly');
    const lost = await mcp.call('browser_click', { target: 'c1000e2' });
    expect(lost.text).toContain('inst-2 is not running: its process ended unexpectedly');
    // Its numbers are not reused.
    await mcp.call('browser_instances', { action: 'new' });
    const anew = await mcp.call('browser_navigate', { url: PAGE('Three'), instance: 'inst-3' });
    expect(anew.section('Snapshot')).toContain('[ref=c2000e2]');
  });

  it('closes one, and all with itself', async () => {
    expect((await mcp.call('browser_instances', { action: 'close', instance: 'inst-3' })).text).toContain(
      'Closed inst-3',
    );
    expect((await mcp.call('browser_click', { target: 'c2000e2' })).text).toContain('it was closed');
    const family = descendantsOf(mcp.pid);
    expect(family.length).toBeGreaterThan(1);
    await mcp.close();
    expect(
      await eventually(
        () => family.filter(isRunning),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
    expect(existsSync(join(folder, '.sightline', 'browser-state', 'inst-1'))).toBe(false);
  });

  it('creates the first instance by itself, and leaves nothing behind when killed', async () => {
    const another = await openClient([], undefined, {}, 'multiplex');
    const reply = await another.call('browser_navigate', { url: PAGE('First') });
    expect(reply.section('Snapshot')).toContain('button "First" [ref=e2]');
    const family = descendantsOf(another.pid);
    process.kill(another.pid, 'SIGKILL');
    expect(
      await eventually(
        () => family.filter(isRunning),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
    await another.close();
  });
});

describe('roots of the client', () => {
  it('say where instances write, also when they change', async () => {
    const folders = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `sightline-roots-${name}-`)));
    const [first = '', second = ''] = folders;
    let current = first;
    const options = {
      ...eraOptions('2025-11-25'),
      capabilities: { roots: { listChanged: true } },
      prepare(client: Client) {
        client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(current).href }] }));
      },
    };
    const rooted = await openClient([], undefined, options, 'multiplex');
    try {
      expect(rooted.client.getInstructions()).toContain('Browser State');
      await rooted.call('browser_navigate', { url: PAGE('Rooted') });
      expect(existsSync(join(first, '.sightline/browser-state/inst-1/dom.html'))).toBe(true);
      current = second;
      await rooted.client.sendRootsListChanged();
      await rooted.call('browser_reload');
      expect(existsSync(join(second, '.sightline/browser-state/inst-1/dom.html'))).toBe(true);
      expect(existsSync(join(first, '.sightline/browser-state/inst-1/dom.html'))).toBe(false);
    } finally {
      await rooted.close();
      for (const each of folders) rmSync(each, { recursive: true });
    }
  });
});

describe('a foreign multiplexer', () => {
  it('that sets workspace and instance in the environment finds the state where expected', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'sightline-other-'));
    const env = { PW_DOM_STATE_WORKSPACE: workspace, PW_DOM_STATE_INSTANCE_ID: 'inst-7' };
    const other = await openClient(['--first-context', '5', '--context-count', '2'], undefined, { env });
    try {
      const reply = await other.call('browser_navigate', { url: PAGE('Other') });
      expect(reply.section('Browser State')).toContain('- DOM: .sightline/browser-state/inst-7/dom.html');
      const dom = readFileSync(join(workspace, '.sightline/browser-state/inst-7/dom.html'), 'utf8');
      expect(dom).toContain('Other');
      // It uses only the numbers that it was given.
      expect(reply.section('Snapshot')).toContain('[ref=c5e2]');
      expect((await other.call('browser_contexts', { action: 'new' })).text).toContain('Created c6');
      const third = await other.call('browser_contexts', { action: 'new' });
      expect(third.isError).toBe(true);
      expect(third.text).toContain('All context numbers are used up');
    } finally {
      await other.close();
      rmSync(workspace, { recursive: true });
    }
  });
});

describe('over HTTP', () => {
  it('several clients share the instances', async () => {
    const server = await startHttpServer([], undefined, 'multiplex');
    try {
      const [one, two] = [await server.connect(), await server.connect()];
      await one.call('browser_navigate', { url: PAGE('Shared') });
      await two.call('browser_click', { target: 'e2' });
      expect(await one.evaluate('() => document.title')).toBe('Clicked Shared');
      await Promise.all([one.close(), two.close()]);
    } finally {
      await server.stop();
    }
  });
});
