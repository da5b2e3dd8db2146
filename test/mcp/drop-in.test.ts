/**
 * Agents that know Playwright MCP work here: every tool of its list (see `outside-data.ts`) exists with all of its
 * parameters and requires no others, or says what to use instead.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RENAMED } from '../../src/mcp/renamed-tools.js';
import { RETIRED } from '../../src/mcp/retired-tools.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { PEER_TOOLS } from '../support/outside-data.js';
import { type FixtureServer, startServer } from '../support/server.js';

interface Listed {
  name: string;
  inputSchema: { properties?: Record<string, unknown>; required?: string[] };
}

const LIST = join(PEER_TOOLS.path, 'playwright-mcp-allcaps-tools.json');

describe.skipIf(!PEER_TOOLS.isThere)('tools of Playwright MCP (skipped without its list)', () => {
  const content: Listed[] | { tools: Listed[] } = PEER_TOOLS.isThere
    ? JSON.parse(readFileSync(LIST, 'utf8'))
    : [];
  const peers = Array.isArray(content) ? content : content.tools;
  const ours = new Map(TOOLS.map((tool) => [tool.name, tool.schema]));

  it('are all known', () => {
    expect(peers.length).toBeGreaterThan(50);
    const known = { ...RENAMED, ...RETIRED };
    expect(peers.filter(({ name }) => !ours.has(name) && !Object.hasOwn(known, name))).toEqual([]);
    expect(Object.values(RENAMED).filter(({ name }) => !ours.has(name))).toEqual([]);
  });

  it.each(peers.filter(({ name }) => ours.has(name)).map((peer) => [peer.name, peer] as const))(
    '%s accepts the same arguments',
    (name, { inputSchema }) => {
      const { properties = {}, required = [] } = (ours.get(name) ?? {}) as Listed['inputSchema']; // a schema of an object
      expect(Object.keys(properties)).toEqual(
        expect.arrayContaining(Object.keys(inputSchema.properties ?? {})),
      );
      expect(inputSchema.required ?? []).toEqual(expect.arrayContaining(required));
    },
  );
});

describe.each(BROWSERS)('what agents and clients of Playwright MCP rely on (%s)', (browser) => {
  let server: FixtureServer;
  let folder: string;
  let mcp: McpClient;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-drop-in-'));
    server = await startServer({
      '/': `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/a.css"><script src="/b.js"></script>
        <button data-testid="pay" onclick="document.title = 'Paid'">Pay</button>
        <button data-testid="twice">One</button><div hidden><button data-testid="twice">Two</button></div>`,
      '/a.css': (_, response) => response.setHeader('content-type', 'text/css').end(''),
      '/b.js': (_, response) => response.setHeader('content-type', 'text/javascript').end(''),
      '/dead-link': '<!doctype html><a href="http://127.0.0.1:1023/gone">Dead</a>',
      '/pay': (_, response) =>
        response.writeHead(402, { 'content-type': 'text/html' }).end('<title>Pay first</title><h1>Pay</h1>'),
    });
    const state = { origins: [{ origin: server.origin, localStorage: [{ name: 'kept', value: 'yes' }] }] };
    writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
    const args = ['--browser', browser, '--timeout-action', '300', '--image-responses', 'omit'];
    mcp = await openClient([...args, '--storage-state', 'state.json'], folder);
    await mcp.call('browser_navigate', { url: server.origin });
  });
  afterAll(async () => {
    await mcp?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('optional arguments that are empty strings or null count as absent', async () => {
    const empty = { filename: '', target: '', element: '', type: '', scale: null, page: '' };
    const { section } = await mcp.call('browser_take_screenshot', empty);
    const [, file = ''] = /^- \[Screenshot of viewport\]\((.+)\)$/.exec(section('Result') ?? '') ?? [];
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
    const seen = await mcp.call('browser_snapshot', { target: '', filename: '', cursor: '', since: null });
    expect(seen.section('Snapshot')).toContain('button "Pay"');
  });

  it('tools under the names of Playwright MCP are called', async () => {
    const code = `async (page) => {
      await page.getByTestId('pay').click();
      await page.locator('button').first().waitFor({ state: 'visible' });
      const texts = await page.getByRole('button').allTextContents();
      const sum = await page.evaluate(([a, b]) => a + b, [1, 2]);
      return { title: await page.title(), texts, sum, id: await page.locator('button').first().getAttribute('data-testid') };
    };`;
    const ran = await mcp.call('browser_run_code_unsafe', { code });
    expect(ran.isError, ran.text).toBe(false);
    expect(ran.text).toContain('Returned: {"title":"Paid","texts":["Pay","One"],"sum":3,"id":"pay"}');
    writeFileSync(join(folder, 'program.js'), '// From a file\npage => page.title()');
    const filed = await mcp.call('browser_run_code', { filename: 'program.js', code: 'throw 1' });
    expect(filed.text).toContain('Returned: "Paid"');
    const missing = await mcp.call('browser_run_code', { code: 'async (page) => page.screenshot()' });
    expect(missing.text).toMatch(
      /in line 1: A program has no screenshot here: use tool\('browser_take_screenshot'/,
    );
    const tabs = await mcp.call('browser_tab_list');
    expect(tabs.text).toContain('(current) c0p0 [Paid]');
    await mcp.call('browser_navigate', { url: server.origin });
  });

  it('a script returns what JSON can not hold in words of its own', async () => {
    const results = `() => ({ box: document.body.getBoundingClientRect().x, rect: new DOMRect(1, 2, 3, 4), url: new URL('http://a.example/'),
      when: new Date(0), map: new Map([['a', new Set([1])]]), big: 7n, none: NaN, pattern: /x/g, bytes: new Uint8Array([1, 2]),
      node: document.querySelector('button'), nodes: document.querySelectorAll('title'), all: window, error: new Error('no'), list: [undefined] })`;
    expect(await mcp.evaluate(results)).toEqual({
      box: 8,
      rect: { x: 1, y: 2, width: 3, height: 4, top: 2, right: 4, bottom: 6, left: 1 },
      url: 'http://a.example/',
      when: '1970-01-01T00:00:00.000Z',
      map: { a: [1] },
      big: '7n',
      none: 'NaN',
      pattern: '/x/g',
      bytes: [1, 2],
      node: '<button>',
      nodes: ['<title>'],
      all: '[window]',
      error: 'Error: no',
      list: [null],
    });
  });

  it('a screenshot is kept even if the client wants no images', async () => {
    const { images, text } = await mcp.call('browser_take_screenshot', { target: '[data-testid=pay]' });
    expect(images).toEqual([]);
    const [, file = ''] = /\[Screenshot of element\]\((.+element-.+\.png)\)/.exec(text) ?? [];
    expect(existsSync(file), text).toBe(true);
  });

  it('a storage state without cookies is taken', async () => {
    expect(await mcp.evaluate('() => localStorage.kept')).toBe('yes');
  });

  it('static requests that are left out are counted', async () => {
    const filter = '\\.(css|js)$';
    const none = await mcp.call('browser_network_requests', { filter });
    expect(none.section('Result')).toMatch(/^No requests\n2 static requests are left out/);
    const both = await mcp.call('browser_network_requests', { filter, static: true });
    expect(both.section('Result')).toMatch(/^\d+\. .+\n\d+\. .+$/);
  });

  it('the code uses test ids that are unique, also among hidden elements', async () => {
    const pay = await mcp.call('browser_click', { target: await mcp.ref('button "Pay"') });
    expect(pay.section('Ran Playwright code')).toContain("page.getByTestId('pay').click()");
    const one = await mcp.call('browser_click', { target: await mcp.ref('button "One"') });
    expect(one.section('Ran Playwright code')).toContain("page.getByRole('button', { name: 'One' }).click()");
  });

  it('browser_wait_for takes --timeout-action, and a time of its own', async () => {
    const failed = await mcp.call('browser_wait_for', { text: 'Never' });
    expect(failed.isError).toBe(true);
    expect(failed.text).toContain('300 ms');
    const later = await mcp.call('browser_wait_for', { text: 'Never', time: 0.1 });
    expect(later.text).toContain('100 ms');
    // Models fill in what they do not use.
    const none = await mcp.call('browser_wait_for', { text: 'Never', time: 0 });
    expect(none.text).toContain('300 ms');
  });

  it('the HTTP status of a document is told unless it is a success', async () => {
    const refused = await mcp.call('browser_navigate', { url: `${server.origin}/pay` });
    expect(refused.section('Page')).toMatch(/\n- HTTP status: 402 Payment Required$/);
    const blank = await mcp.call('browser_navigate', { url: 'about:blank' });
    expect(blank.text).not.toContain('HTTP status');
    const fine = await mcp.call('browser_navigate', { url: server.origin });
    expect(fine.text).not.toContain('HTTP status');
  });

  it('a link that cannot be loaded is told by its address', async () => {
    await mcp.call('browser_navigate', { url: `${server.origin}/dead-link` });
    const dead = await mcp.call('browser_click', { target: await mcp.ref('link "Dead"') });
    expect(dead.section('Page')).toContain('- Page URL: http://127.0.0.1:1023/gone\n');
    expect(dead.section('Page')).toMatch(
      /\n- Not loaded: .*REFUSED; what follows is the browser's own error page$/,
    );
    const back = await mcp.call('browser_navigate_back', {});
    expect(back.text).not.toContain('Not loaded');
  });

  it('headers that log a person in are hidden unless asked for', async () => {
    await mcp.evaluate(
      '() => fetch("/b.js?login", { headers: { authorization: "Bearer abc" } }).then(() => 1)',
    );
    const { section } = await mcp.call('browser_network_requests', { filter: 'login' });
    const index = Number.parseInt(section('Result') ?? '', 10);
    const whole = await mcp.call('browser_network_request', { index });
    expect(whole.text).toContain('authorization: <hidden: part request-headers shows it>');
    expect(whole.text).not.toContain('Bearer abc');
    const asked = await mcp.call('browser_network_request', { index, part: 'request-headers' });
    expect(asked.text).toContain('authorization: Bearer abc');
  });

  it('navigator.webdriver is false in Chromium; Firefox sets it for every automated browser', async () => {
    expect(await mcp.evaluate('() => navigator.webdriver')).toBe(browser === 'firefox');
  });
});
