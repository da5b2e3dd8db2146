/** Keys of Playwright MCP's config file whose effect shows in a page; `settings.test.ts` has the others. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf } from '../browsers/processes.js';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const LOGIN = `Basic ${Buffer.from('ada:pass').toString('base64')}`;
const ADD_SCRIPT = `() => {
  const script = document.createElement('script');
  script.textContent = 'globalThis.added = true';
  document.head.append(script);
  return globalThis.added === true;
}`;

/** Answers for every host, so that what arrives came through it. */
const proxy = createServer((request, response) => response.end(`through the proxy: ${request.url}`));

describe.each(BROWSERS)('config keys (%s)', (browser) => {
  const isFirefox = browser === 'firefox';
  let server: FixtureServer;
  let folder: string;
  let mcp: McpClient;

  const open = (name: string, contextOptions: object, launchOptions: object = {}) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ browser: { browserName: browser, contextOptions, launchOptions } }));
    return openClient(['--config', file], folder);
  };

  beforeAll(async () => {
    if (!proxy.listening) await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    folder = mkdtempSync(join(tmpdir(), 'sightline-config-'));
    server = await startServer({
      '/': (_, response) =>
        response
          .setHeader('content-type', 'text/html')
          .setHeader('content-security-policy', "script-src 'none'")
          .end('<!doctype html><meta name=viewport content="width=500"><title>Page</title>'),
      '/private': ({ headers }, response) => {
        response.statusCode = headers.authorization === LOGIN ? 200 : 401;
        response.setHeader('www-authenticate', 'Basic realm=x').end(`login ${response.statusCode}`);
      },
    });
    mcp = await open(
      'all',
      {
        viewport: { width: 390, height: 600 },
        deviceScaleFactor: 3,
        httpCredentials: { username: 'ada', password: 'pass' },
        proxy: { server: `http://127.0.0.1:${port}` },
        ...(!isFirefox && { isMobile: true, hasTouch: true, bypassCSP: true }),
      },
      {
        env: { TZ: 'America/Lima' },
        ignoreDefaultArgs: ['--mute-audio'],
        firefoxUserPrefs: { 'general.appversion.override': 'by a preference' },
      },
    );
    await mcp.call('browser_navigate', { url: server.origin });
  });
  afterAll(async () => {
    await mcp.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('have their effects in pages', async () => {
    const seen = `() => [devicePixelRatio, Intl.DateTimeFormat().resolvedOptions().timeZone, document.documentElement.clientWidth, navigator.maxTouchPoints > 0]`;
    expect(await mcp.evaluate(seen)).toEqual([
      3,
      'America/Lima',
      // A phone gives a page the width that it asks for.
      isFirefox ? 390 : 500,
      !isFirefox,
    ]);
    expect((await mcp.evaluate('() => navigator.appVersion')) === 'by a preference').toBe(isFirefox);
    expect(await mcp.evaluate(ADD_SCRIPT)).toBe(!isFirefox);
    await mcp.call('browser_navigate', { url: `${server.origin}/private` });
    expect(await mcp.evaluate('() => document.body.innerText')).toBe('login 200');
    await mcp.call('browser_navigate', { url: 'http://elsewhere.example/page' });
    expect(await mcp.evaluate('() => document.body.innerText')).toBe(
      'through the proxy: http://elsewhere.example/page',
    );
    const lines = descendantsOf(mcp.pid).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    expect(lines.some((line) => line.includes('--mute-audio'))).toBe(false);
  });
});

afterAll(() => proxy.close());
