/** The tools that --caps adds, and the default ones for network and media, through a real client. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CAPS } from '../../src/agent/caps.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

/** Records whatever is done to it where the test can ask for it. */
const PAGE = `<!doctype html><title>Page</title>
<style>body { margin: 0 } #pad { position: absolute; left: 20px; top: 20px; width: 200px; height: 100px; background: silver; user-select: none }
  iframe { position: absolute; left: 300px; top: 20px; width: 200px; height: 100px; border: 0 }
  #form { margin-top: 200px; height: 2000px }</style>
<div id=pad></div>
<div id=form><h1>Groceries</h1>
<ul aria-label=Fruit><li>Apples<li>Pears</ul>
<label>Name <input value=Ada></label><label>Secret <input type=password value=hunter2></label>
<label><input type=checkbox checked> Agree</label>
<button>Go</button><button hidden>Never</button></div>
<script>
  log = [];
  for (const type of ['mousemove', 'mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'wheel'])
    pad.addEventListener(type, (event) => log.push(type + ' ' + Math.round(event.clientX) + ',' + Math.round(event.clientY) + (event.isTrusted ? '' : ' untrusted')));
</script>`;

const INNER = `<!doctype html><title>Inner</title><body style="margin:0"><p>Inside</p><button>Deep</button>
<script>clicks = 0; document.addEventListener('click', () => clicks++)</script>`;

describe('the list of tools', () => {
  it('has the names of Playwright MCP in groups that can be chosen', async () => {
    const byCap = new Map(CAPS.map((cap) => [cap, TOOLS.filter((tool) => tool.cap === cap).length]));
    expect(Object.fromEntries(byCap)).toEqual({
      vision: 6,
      pdf: 1,
      storage: 17,
      network: 5,
      testing: 5,
      devtools: 8,
      webmcp: 2,
      config: 1,
      person: 1,
    });
    const folder = mkdtempSync(join(tmpdir(), 'sightline-caps-'));
    const mcp = await openClient(['--caps', 'pdf,testing'], folder);
    try {
      const { tools } = await mcp.client.listTools();
      const names = tools.map(({ name }) => name);
      expect(names).toContain('browser_pdf_save');
      expect(names).toContain('browser_verify_value');
      expect(names).toContain('browser_network_request');
      expect(names).not.toContain('browser_route');
      expect((await mcp.call('browser_route', { pattern: '**' })).isError).toBe(true);
    } finally {
      await mcp.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.each(BROWSERS)('tools with --caps (%s)', (browser) => {
  let server: FixtureServer;
  let mcp: McpClient;
  let folder: string;

  beforeAll(async () => {
    server = await startServer({
      '/favicon.ico': '',
      '/plain': '<title>Plain</title><p>Plain page',
      '/api/echo': (request, response) => {
        const sent: Buffer[] = [];
        request.on('data', (chunk: Buffer) => sent.push(chunk));
        request.on('end', () => {
          response.setHeader('content-type', 'application/json');
          response.setHeader('set-cookie', ['a=1', 'b=2']);
          const { 'x-extra': extra = null, 'x-secret': secret = null } = request.headers;
          response.end(JSON.stringify({ sent: Buffer.concat(sent).toString(), extra, secret }));
        });
      },
      '/asking': `<title>Asking</title><button onclick="prompt('Name?')">Ask</button>`,
      '/page.pdf': (_, response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.4'),
      '/api/bytes': (_, response) => response.end(Buffer.from([0, 255, 254])),
      '/inner': INNER,
    });
    server.serve({ '/page': `${PAGE}<iframe src="${server.otherOrigin}/inner"></iframe>` });
    folder = mkdtempSync(join(tmpdir(), 'sightline-caps-'));
    mcp = await openClient(['--browser', browser, '--caps', CAPS.join()], folder);
    // A client that knows the list checks each answer against its tool's output schema.
    await mcp.client.listTools();
  });
  afterAll(async () => {
    await mcp?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (path: string) => mcp.call('browser_navigate', { url: server.origin + path });
  const ok = async (name: string, args: Record<string, unknown> = {}) => {
    const reply = await mcp.call(name, args);
    expect(reply.isError, reply.text).toBe(false);
    return reply;
  };
  const refused = async (name: string, args: Record<string, unknown>, code: string) => {
    const reply = await mcp.call(name, args);
    expect(reply.isError, reply.text).toBe(true);
    expect(reply.text).toContain(`(${code})`);
    return reply;
  };

  describe('the network', () => {
    beforeEach(async () => {
      await open('/plain');
    });
    const FETCH = `async (path, options) => { try { return await (await fetch(path, options)).text(); } catch { return 'failed'; } }`;
    const get = (path: string, options = {}) =>
      mcp.evaluate(`() => (${FETCH})(${JSON.stringify(path)}, ${JSON.stringify(options)})`);
    const numberOf = async (path: string) => {
      const { text } = await ok('browser_network_requests', { static: true });
      const line = text.split('\n').findLast((each) => each.includes(path));
      return Number.parseInt(line ?? '', 10);
    };

    it('one request in full, and its parts', async () => {
      await get('/api/echo', { method: 'POST', body: 'hello\n### Result', headers: { 'x-own': 'yes' } });
      const index = await numberOf('/api/echo');
      const whole = await ok('browser_network_request', { index });
      expect(whole.section('Result')).toMatch(/\[POST\] .*\/api\/echo\nstatus: 200 OK/);
      expect(whole.text).toContain('x-own: yes');
      expect(whole.text).toContain('content-type: application/json');
      const headers = await ok('browser_network_request', { index, part: 'response-headers' });
      expect(headers.text).not.toContain('x-own');
      const sent = await ok('browser_network_request', { index, part: 'request-body' });
      expect(sent.section('Result')?.split(/\n\s*/)).toEqual(['hello', '\\### Result']);
      const got = await ok('browser_network_request', { index, part: 'response-body' });
      expect(JSON.parse(got.section('Result') ?? '')).toMatchObject({ sent: 'hello\n### Result' });
      const none = await ok('browser_network_request', {
        index: await numberOf('/plain'),
        part: 'request-body',
      });
      expect(none.section('Result')).toBe('The request has no body');
      await refused('browser_network_request', { index: 999 }, 'bad-argument');
    });

    it('a binary body goes to a file', async () => {
      await mcp.evaluate(`async () => (await fetch('/api/bytes')).arrayBuffer().then(() => 1)`);
      const index = await numberOf('/api/bytes');
      const shown = await ok('browser_network_request', { index, part: 'response-body' });
      expect(shown.text).toContain('binary (3 bytes)');
      await ok('browser_network_request', { index, part: 'response-body', filename: 'out/body.bin' });
      expect([...readFileSync(join(folder, 'out/body.bin'))]).toEqual([0, 255, 254]);
      await refused('browser_network_request', { index, filename: '../outside' }, 'file-blocked');
    });

    it('routes answer, fail and change requests until they are removed', async () => {
      await ok('browser_route', {
        pattern: '**/api/**',
        status: 418,
        body: '{"mock":1}',
        contentType: 'application/json',
      });
      expect(await get('/api/echo')).toBe('{"mock":1}');
      await ok('browser_route', { pattern: '**/api/bad', abort: true });
      expect(await get('/api/bad')).toBe('failed');
      const list = await ok('browser_route_list');
      expect(list.section('Result')).toBe(
        '1. **/api/** (status 418; body "{\\"mock\\":1}"; headers content-type: application/json)\n2. **/api/bad (fails)',
      );
      await ok('browser_unroute', { pattern: '**/api/**' });
      await ok('browser_route', {
        pattern: '**/api/echo',
        headers: ['X-Extra: more: yes'],
        removeHeaders: 'x-secret, accept',
      });
      expect(JSON.parse(String(await get('/api/echo', { headers: { 'x-secret': 's' } })))).toMatchObject({
        extra: 'more: yes',
        secret: null,
      });
      await ok('browser_unroute');
      expect((await ok('browser_route_list')).section('Result')).toBe('No routes');
      expect(JSON.parse(String(await get('/api/echo')))).toMatchObject({ extra: null });
      await refused('browser_route', { pattern: '**' }, 'bad-argument');
      await refused('browser_route', { pattern: '**', headers: ['no header'] }, 'bad-argument');
    });

    it('offline and online', async () => {
      await ok('browser_network_state_set', { state: 'offline' });
      expect(await get('/api/echo')).toBe('failed');
      await ok('browser_network_state_set', { state: 'online' });
      expect(await get('/api/echo')).toContain('sent');
      await refused('browser_network_state_set', { state: 'sideways' }, 'bad-argument');
    });
  });

  it('media', async () => {
    await open('/plain');
    const args = { colorScheme: 'dark', reducedMotion: 'reduce', media: 'print' };
    const MATCHES = `() => ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', 'print'].map((query) => matchMedia(query).matches)`;
    if (browser === 'firefox') {
      expect((await refused('browser_emulate_media', { colorScheme: 'dark' }, 'unsupported')).text).toContain(
        'Next:',
      );
      return;
    }
    const reply = await ok('browser_emulate_media', args);
    expect(reply.section('Ran Playwright code')).toContain(
      "emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', media: 'print' })",
    );
    expect(await mcp.evaluate(MATCHES)).toEqual([true, true, true]);
    await ok('browser_emulate_media', { media: null, colorScheme: null });
    expect(await mcp.evaluate(MATCHES)).toEqual([false, true, false]);
    await refused('browser_emulate_media', {}, 'bad-argument');
    await refused('browser_emulate_media', { colorScheme: 'blue' }, 'bad-argument');
  });

  describe('the state of a context', () => {
    beforeEach(async () => {
      await open('/plain');
    });

    it('cookies', async () => {
      await ok('browser_cookie_clear');
      await ok('browser_cookie_set', { name: 'id', value: '1' });
      await ok('browser_cookie_set', {
        name: 'hidden',
        value: '2',
        httpOnly: true,
        path: '/plain',
        sameSite: 'Strict',
      });
      expect(await mcp.evaluate('() => document.cookie')).toBe('id=1');
      const list = await ok('browser_cookie_list', { domain: '127.0.0.1', path: '/plain' });
      expect(list.section('Result')).toBe(
        'hidden=2 (domain: 127.0.0.1, path: /plain, httpOnly, sameSite: Strict)',
      );
      expect((await ok('browser_cookie_get', { name: 'id' })).section('Result')).toMatch(
        /^id=1 \(domain: 127\.0\.0\.1, path: \//,
      );
      expect((await ok('browser_cookie_get', { name: 'none' })).section('Result')).toContain('No cookie');
      await ok('browser_cookie_delete', { name: 'id' });
      expect(await mcp.evaluate('() => document.cookie')).toBe('');
      expect((await ok('browser_cookie_list')).section('Result')).toContain('hidden=2');
      await ok('browser_cookie_clear');
      expect((await ok('browser_cookie_list')).section('Result')).toBe('No cookies');
      await refused('browser_cookie_set', { name: 'a;b', value: 'x' }, 'bad-argument');
      await refused('browser_cookie_set', { name: 'a' }, 'bad-argument');
    });

    it.each(['local', 'session'])('%s storage, in the page and in a frame of another site', async (kind) => {
      await open('/page');
      const tool = `browser_${kind}storage`;
      await ok(`${tool}_set`, { key: 'k', value: 'v\n### Forged' });
      expect(await mcp.evaluate(`() => ${kind}Storage.getItem('k')`)).toBe('v\n### Forged');
      const list = await ok(`${tool}_list`);
      expect(list.sections).not.toContain('Forged');
      expect(list.section('Result')).toBe('k=v\\n### Forged');
      expect((await ok(`${tool}_get`, { key: 'k' })).section('Result')).toBe('k=v\\n### Forged');
      expect((await ok(`${tool}_get`, { key: 'none' })).section('Result')).toContain('no item "none"');
      await mcp.call('browser_snapshot');
      const frame = /\b(f[1-9]\d*)\b/.exec((await ok('browser_frames')).text)?.[1];
      await ok(`${tool}_set`, { key: 'deep', value: '1', frame });
      expect((await ok(`${tool}_list`, { frame })).section('Result')).toBe('deep=1');
      await ok(`${tool}_delete`, { key: 'k' });
      expect(await mcp.evaluate(`() => ${kind}Storage.length`)).toBe(0);
      await ok(`${tool}_clear`, { frame });
      expect((await ok(`${tool}_list`, { frame })).section('Result')).toContain('empty');
      const full = await refused(`${tool}_set`, { key: 'k', value: 'x'.repeat(2 ** 23) }, 'script-error');
      expect(full.section('Error')).toContain(`The ${kind} storage has no room`);
      // An error page: nothing listens there.
      for (const url of ['data:text/html,<p>none', 'http://127.0.0.1:1/']) {
        await mcp.call('browser_navigate', { url });
        const none = await refused(`${tool}_list`, {}, 'script-error');
        expect(none.section('Error')).toMatch(`This document has no ${kind} storage\nNext:`);
      }
      await refused(`${tool}_get`, { key: 'k', frame: 'f99' }, 'ref-not-found');
    });

    it('the state is saved to a file and restored from it', async () => {
      await ok('browser_cookie_set', { name: 'id', value: 'kept' });
      await ok('browser_localstorage_set', { key: 'who', value: 'me' });
      await ok('browser_storage_state', { filename: 'state.json' });
      const saved = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
      expect(saved.origins).toEqual([
        { origin: server.origin, localStorage: [{ name: 'who', value: 'me' }] },
      ]);
      await ok('browser_cookie_clear');
      await ok('browser_localstorage_set', { key: 'more', value: 'x' });
      await ok('browser_set_storage_state', { filename: 'state.json' });
      expect(
        await mcp.evaluate('() => [document.cookie, localStorage.getItem("who"), localStorage.length]'),
      ).toEqual(['id=kept', 'me', 1]);
      await ok('browser_storage_state');
      const unnamed = readdirSync(join(folder, '.sightline/output'));
      expect(unnamed.some((name) => /^storage-state-.*\.json$/.test(name))).toBe(true);
      writeFileSync(join(folder, 'broken.json'), '{"cookies": 1}');
      await refused('browser_set_storage_state', { filename: 'broken.json' }, 'bad-argument');
      // Firefox shows a PDF with a page of its own, which has no storage.
      await open('/page.pdf');
      await ok('browser_storage_state', { filename: 'state.json' });
      expect(readFileSync(join(folder, 'state.json'), 'utf8')).toContain('"who"');
      await open('/plain');
      await refused('browser_set_storage_state', { filename: '/etc/passwd' }, 'file-blocked');
      expect(await mcp.evaluate('() => localStorage.getItem("who")')).toBe('me');
    });
  });

  it('reloading an error page names the URL that failed', async () => {
    const gone = await startServer({});
    await gone.close();
    const url = `${gone.origin}/`;
    for (const [tool, args] of [['browser_navigate', { url }] as const, ['browser_reload', {}] as const]) {
      const reply = await refused(tool, args, 'navigation-failed');
      expect(reply.section('Error')).toContain(`Could not navigate to ${url}: `);
    }
  });

  it('evaluates into a file', async () => {
    await open('/plain');
    await ok('browser_evaluate', { function: '() => 7', filename: 'seven.json' });
    expect(readFileSync(join(folder, 'seven.json'), 'utf8')).toBe('7\n');
  });

  it('a tab that waits for its dialog does not hold the settings of the others', async () => {
    await open('/asking');
    await mcp.call('browser_click', { target: 'button' });
    await ok('browser_tabs', { action: 'new', url: `${server.otherOrigin}/plain` });
    // Each of these would wait for the held page until a command of the protocol times out.
    await ok('browser_storage_state', { filename: 'held.json' });
    await ok('browser_route', { pattern: '**/routed', body: 'by the route' });
    expect(await mcp.evaluate("() => fetch('/routed').then((r) => r.text())")).toBe('by the route');
    await ok('browser_unroute');
    await ok('browser_emulate', { userAgent: 'Other/1.0' });
    await ok('browser_handle_dialog', { accept: true, page: 'c0p0' });
    expect(await mcp.evaluate('() => navigator.userAgent', { page: 'c0p0' })).toBe('Other/1.0');
    await ok('browser_emulate', { userAgent: null });
    await ok('browser_tabs', { action: 'close' });
  });

  describe('the mouse', () => {
    beforeEach(async () => {
      await open('/page');
    });
    const log = () => mcp.evaluate('() => log.splice(0)');

    it('moves, clicks, presses and drags at coordinates', async () => {
      await ok('browser_mouse_move_xy', { x: 30, y: 40 });
      expect(await log()).toEqual(['mousemove 30,40']);
      const reply = await ok('browser_mouse_click_xy', { x: 50, y: 60 });
      expect(reply.section('Ran Playwright code')).toContain('await page.mouse.click(50, 60);');
      expect(await log()).toEqual(['mousemove 50,60', 'mousedown 50,60', 'mouseup 50,60', 'click 50,60']);
      await ok('browser_mouse_click_xy', { x: 50, y: 60, clickCount: 2 });
      expect(await log()).toContain('dblclick 50,60');
      await ok('browser_mouse_click_xy', { x: 50, y: 60, button: 'right' });
      expect(await log()).toContain('contextmenu 50,60');
      await ok('browser_mouse_move_xy', { x: 60, y: 90 });
      await log();
      await ok('browser_mouse_down');
      await ok('browser_mouse_move_xy', { x: 70, y: 60 });
      await ok('browser_mouse_up');
      expect(await log()).toEqual(['mousedown 60,90', 'mousemove 70,60', 'mouseup 70,60', 'click 70,60']);
      await ok('browser_mouse_drag_xy', { startX: 30, startY: 30, endX: 130, endY: 80 });
      const dragged = (await log()) as string[];
      expect(dragged.filter((each) => !each.startsWith('mousemove'))).toEqual([
        'mousedown 30,30',
        'mouseup 130,80',
        'click 130,80',
      ]);
      expect(dragged.filter((each) => each.startsWith('mousemove')).length).toBeGreaterThan(3);
      await refused('browser_mouse_click_xy', { x: 'left', y: 1 }, 'bad-argument');
      for (const outside of [
        { x: -1, y: 5 },
        { x: 5, y: 5_000 },
      ]) {
        const reply = await refused('browser_mouse_click_xy', outside, 'bad-argument');
        expect(reply.text).toMatch(/is outside the viewport of \d+×\d+ pixels/);
      }
      expect(await log()).toEqual([]);
      for (const far of [-1e9, 2 ** 31, 1e300]) {
        await refused('browser_mouse_move_xy', { x: far, y: 1 }, 'bad-argument');
        await refused('browser_mouse_wheel', { deltaY: far }, 'bad-argument');
        await refused('browser_scroll', { direction: 'down', amount: Math.abs(far) }, 'bad-argument');
        const drag = { startX: 1, startY: 1, endX: far, endY: 1 };
        await refused('browser_mouse_drag_xy', drag, 'bad-argument');
      }
    });

    it('reaches into a frame of another site', async () => {
      await mcp.call('browser_snapshot');
      await ok('browser_mouse_click_xy', { x: 400, y: 60 });
      const target = await mcp.ref('button "Deep"');
      expect(await mcp.evaluate('() => clicks', { target })).toBe(1);
    });

    it('reaches into a frame of another site that was drawn a moment ago', async () => {
      const add = `() => new Promise((loaded) => {
        document.querySelector('iframe').remove();
        const frame = document.createElement('iframe');
        frame.src = '${server.otherOrigin}/inner';
        frame.onload = () => loaded();
        document.body.append(frame);
      })`;
      await ok('browser_mouse_move_xy', { x: 400, y: 60 });
      for (let times = 0; times < 5; times++) {
        await mcp.evaluate(add);
        await ok('browser_mouse_click_xy', { x: 410, y: 70 });
        const target = await mcp.ref('button "Deep"');
        expect(await mcp.evaluate('() => clicks', { target })).toBe(1);
      }
    });

    it('turns the wheel', async () => {
      await ok('browser_mouse_move_xy', { x: 30, y: 40 });
      await ok('browser_mouse_wheel', { deltaX: 0, deltaY: 300 });
      expect(await mcp.evaluate('() => scrollY')).toBeGreaterThan(100);
    });
  });

  it('saves the page as PDF', async () => {
    await open('/page');
    await ok('browser_pdf_save', { filename: 'out/page.pdf' });
    expect(readFileSync(join(folder, 'out/page.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    await refused('browser_pdf_save', { filename: '../page.pdf' }, 'file-blocked');
  });

  describe('tests', () => {
    beforeEach(async () => {
      await open('/page');
    });

    it('verifies elements, text, lists and values', async () => {
      const visible = await ok('browser_verify_element_visible', { role: 'button', accessibleName: 'Go' });
      expect(visible.section('Ran Playwright code')).toContain(
        "expect(page.getByRole('button', { name: 'Go' })).toBeVisible()",
      );
      const deep = await ok('browser_verify_element_visible', { role: 'button', accessibleName: 'Deep' });
      expect(deep.section('Ran Playwright code')).toContain(
        "expect(page.locator('iframe').contentFrame().getByRole('button', { name: 'Deep' })).toBeVisible()",
      );
      await refused(
        'browser_verify_element_visible',
        { role: 'button', accessibleName: 'Never' },
        'no-match',
      );
      await ok('browser_verify_text_visible', { text: 'Groceries' });
      const inside = await ok('browser_verify_text_visible', { text: 'Inside' });
      expect(inside.section('Ran Playwright code')).toContain("contentFrame().getByText('Inside')");
      await refused('browser_verify_text_visible', { text: 'Never' }, 'no-match');
      const list = await mcp.ref('list "Fruit"');
      await ok('browser_verify_list_visible', { target: list, items: ['Apples', 'Pears'] });
      await refused('browser_verify_list_visible', { target: list, items: ['Apples', 'Plums'] }, 'no-match');
      const name = await mcp.ref('textbox "Name"');
      await ok('browser_verify_value', { type: 'textbox', target: name, value: 'Ada' });
      expect(
        (await refused('browser_verify_value', { type: 'textbox', target: name, value: 'Bob' }, 'no-match'))
          .text,
      ).toContain('"Ada"');
      const agree = await mcp.ref('checkbox "Agree"');
      await ok('browser_verify_value', { type: 'checkbox', target: agree, value: 'true' });
      await refused('browser_verify_value', { type: 'checkbox', target: agree, value: 'false' }, 'no-match');
      const secret = await mcp.ref('textbox "Secret"');
      const guess = await mcp.call('browser_verify_value', {
        type: 'textbox',
        target: secret,
        value: 'guess',
      });
      expect(guess.isError).toBe(true);
      expect(guess.text).not.toContain('hunter2');
    });

    it('generates locators, for refs and selectors, in frames too', async () => {
      const go = await ok('browser_generate_locator', { target: '#form button:not([hidden])' });
      expect(go.section('Result')).toBe("getByRole('button', { name: 'Go' })");
      const deep = await ok('browser_generate_locator', { target: await mcp.ref('button "Deep"') });
      expect(deep.section('Result')).toBe(
        "locator('iframe').contentFrame().getByRole('button', { name: 'Deep' })",
      );
      await refused('browser_generate_locator', { target: 'e9999' }, 'ref-not-found');
    });
  });

  it.skipIf(browser === 'firefox')(
    'lists the tools of all frames, until their documents are gone (Firefox has no WebMCP)',
    async () => {
      const offer = (name: string) =>
        `<script>document.modelContext.registerTool({ name: '${name}', description: 'Says ${name}', execute: async () => '${name}' })</script>`;
      server.serve({
        '/offers': `${offer('one')}${offer('two')}<iframe src=/offers-inside></iframe>`,
        '/offers-inside': offer('three'),
      });
      const offered = async () => (await ok('browser_page_tools')).data;
      await open('/offers');
      await expect
        .poll(offered)
        .toMatchObject({ tools: [{ name: 'one' }, { name: 'two' }, { name: 'three' }] });
      expect((await ok('browser_call_page_tool', { name: 'one' })).data).toEqual({ result: 'one' });
      await open('/plain');
      expect(await offered()).toEqual({ tools: [] });
    },
  );

  it('highlights an element, and removes the box', async () => {
    await open('/page');
    const size = async () => {
      const { images } = await mcp.call('browser_take_screenshot');
      return images[0]?.data;
    };
    const plain = await size();
    for (const name of ['button "Go"', 'button "Deep"']) {
      await ok('browser_highlight', { target: await mcp.ref(name) });
      expect(await size()).not.toBe(plain);
      await ok('browser_hide_highlight');
      expect(await size()).toBe(plain);
    }
    await refused('browser_highlight', { target: 'e9999' }, 'ref-not-found');
  });

  it('writes a trace of calls, without passwords', async () => {
    await open('/page');
    await refused('browser_stop_tracing', {}, 'bad-argument');
    await ok('browser_start_tracing');
    await ok('browser_type', { target: await mcp.ref('textbox "Name"'), text: 'Grace' });
    await ok('browser_type', { target: await mcp.ref('textbox "Secret"'), text: 'hunter3' });
    await mcp.call('browser_type', { target: 'e9999', text: 'hunter4' });
    await ok('browser_stop_tracing', { filename: 'trace.jsonl' });
    const text = readFileSync(join(folder, 'trace.jsonl'), 'utf8');
    expect(text).not.toMatch(/hunter[34]/);
    const entries = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ tool }) => tool)).toEqual([
      'browser_start_tracing',
      'browser_snapshot',
      'browser_type',
      'browser_snapshot',
      'browser_type',
      'browser_type',
    ]);
    expect(entries[2]).toMatchObject({ args: { text: 'Grace' }, isError: false });
    expect(entries[2].milliseconds).toBeGreaterThanOrEqual(0);
    expect(entries[5]).toMatchObject({ isError: true });
    await refused('browser_stop_tracing', {}, 'bad-argument');
  });
});
