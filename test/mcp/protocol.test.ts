/** What the protocol offers besides tool calls: resources, roots, progress, cancellation, structured data. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import {
  ERAS,
  eraOptions,
  type McpClient,
  openClient,
  openMcp,
  startHttpServer,
} from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': `<title>Page</title><button onclick="document.title += '!'">Go</button><iframe src="/inner" title="In"></iframe>`,
    '/inner': '<button>Inside</button>',
  });
});
afterAll(() => server.close());

describe.each(BROWSERS)('the protocol (%s)', (browser) => {
  describe.each(ERAS)('of %s', (era) => {
    let mcp: McpClient;
    beforeAll(async () => {
      mcp = await openMcp({
        transport: era === '2025-11-25' ? 'stdio' : 'http',
        era,
        args: ['--browser', browser],
      });
      await mcp.call('browser_navigate', { url: server.origin });
    });
    afterAll(() => mcp.close());

    it('has each page’s DOM, tree and picture as resources', async () => {
      const { resources } = await mcp.client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual([
        'sightline://pages/c0p0/dom.html',
        'sightline://pages/c0p0/accessibility-tree.yaml',
        'sightline://pages/c0p0/screenshot.png',
      ]);
      const read = async (uri: string) => (await mcp.client.readResource({ uri })).contents[0];
      expect(await read('sightline://pages/c0p0/dom.html')).toMatchObject({
        mimeType: 'text/html',
        text: expect.stringContaining('Inside'),
      });
      expect(await read('sightline://pages/c0p0/accessibility-tree.yaml')).toMatchObject({
        text: expect.stringMatching(/iframe "In"[\s\S]*button "Inside" \[ref=f1e/),
      });
      const picture = await read('sightline://pages/c0p0/screenshot.png');
      expect(picture).toMatchObject({ mimeType: 'image/png', blob: expect.stringMatching(/^iVBORw0KGgo/) });
      await expect(read('sightline://pages/c0p7/dom.html')).rejects.toThrow('No page c0p7 is open');
      await expect(read('file:///etc/passwd')).rejects.toThrow();
      const { resourceTemplates } = await mcp.client.listResourceTemplates();
      expect(resourceTemplates).toMatchObject([
        { uriTemplate: 'sightline://pages/{page}/{file}' },
        { uriTemplate: 'sightline://files/{name}' },
      ]);
    });

    it('returns structured data', async () => {
      const frames = await mcp.call('browser_frames');
      expect(frames.data).toMatchObject({
        frames: [
          { url: `${server.origin}/`, state: 'complete' },
          { handle: 'f1', url: `${server.origin}/inner`, crossOrigin: false },
        ],
      });
      const tabs = await mcp.call('browser_tabs', { action: 'list' });
      expect(tabs.data).toEqual({
        tabs: [
          { index: 0, current: expect.any(Boolean), handle: 'c0p0', title: 'Page', url: `${server.origin}/` },
        ],
      });
      const value = await mcp.call('browser_evaluate', { function: '() => ({ n: 1, list: [null] })' });
      expect(value.data).toEqual({ result: { n: 1, list: [null] } });
      expect((await mcp.call('browser_evaluate', { function: '() => undefined' })).data).toEqual({
        result: null,
      });
    });

    it('a call cancelled half-way leaves the page usable', async () => {
      const controller = new AbortController();
      const target = await mcp.ref('button "Go"');
      const wait = mcp.client.callTool(
        { name: 'browser_wait_for', arguments: { text: 'Never' } },
        { signal: controller.signal },
      );
      // It is half-way only once the server works on it: another request is answered first.
      await mcp.client.listTools();
      controller.abort();
      await expect(wait).rejects.toThrow();
      await mcp.call('browser_click', { target });
      expect(await mcp.evaluate('() => document.title')).toBe('Page!');
    });
  });
});

it('reports the progress of a long call, if the client asks', async () => {
  const http = await startHttpServer(['--shared-browser-context']);
  const clients = await Promise.all(ERAS.map((era) => http.connect(eraOptions(era))));
  try {
    await clients[0]?.call('browser_navigate', { url: 'about:blank' });
    const told = clients.map(async ({ client }) => {
      const messages: string[] = [];
      const onprogress = ({ message = '' }) => messages.push(message);
      await client.callTool({ name: 'browser_wait_for', arguments: { time: 6 } }, { onprogress });
      return messages;
    });
    expect(await Promise.all(told)).toEqual(ERAS.map(() => ['browser_wait_for: 5 s']));
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await http.stop();
  }
});

describe('missing tools', () => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await openClient(['--caps', 'pdf']);
  });
  afterAll(() => mcp.close());

  it('of Playwright MCP: what to use instead', async () => {
    const reply = await mcp.call('browser_annotate');
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('browser_take_screenshot');
    const names = (await mcp.client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain('browser_annotate');
  });

  it('that are disabled: the flag that enables them', async () => {
    const names = (await mcp.client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('browser_pdf_save');
    expect(names).not.toContain('browser_mouse_click_xy');
    const reply = await mcp.call('browser_mouse_click_xy', { x: 1, y: 1 });
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('--caps vision');
  });
});

describe('roots', () => {
  it('are where state is written, and can change', async () => {
    const folders = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `sightline-root-${name}-`)));
    const [first = '', second = ''] = folders;
    let current = first;
    const mcp = await openClient([], undefined, {
      ...eraOptions('2025-11-25'),
      capabilities: { roots: { listChanged: true } },
      prepare(client: Client) {
        client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(current).href }] }));
      },
    });
    try {
      await mcp.call('browser_navigate', { url: server.origin });
      expect(existsSync(join(first, '.sightline/browser-state/dom.html'))).toBe(true);
      current = second;
      await mcp.client.sendRootsListChanged();
      await mcp.call('browser_reload');
      expect(existsSync(join(second, '.sightline/browser-state/dom.html'))).toBe(true);
      expect(existsSync(join(first, '.sightline/browser-state/dom.html'))).toBe(false);
    } finally {
      await mcp.close();
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  });
});
