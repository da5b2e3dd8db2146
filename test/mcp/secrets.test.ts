/** Secrets and passwords over MCP: they go into the page, and nowhere else. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient, type Reply } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const TOKEN = `tk-"4<2>' & ü/9`;
const PASSWORD = 'hunter2-Xy9';
const REFUSED = 'Too-Long-4-This?';
const PAGE = `<!doctype html><meta charset=utf-8><title>Sign in</title>
<label>User <input id=user></label>
<label>Password <input id=password type=password></label>
<label>Other <input id=other type=password></label>
<label>Short <input id=short type=password maxlength=4></label>
<label>Code <input id=code autocomplete="section-a one-time-code"></label>
<label>Fruit <input id=fruit role=combobox autocomplete=new-password></label>
<label>Current <input id=current autocomplete="username current-password webauthn"></label>
<div id=host></div><iframe src="FRAME" title=Inside></iframe>
<form action=/login><label>Get <input name=q id=q type=password></label><button>Go</button></form>
<button id=show onclick="password.type = 'text'; other.type = 'text'; q.type = 'text'">Show</button>
<button id=echo onclick="document.title = user.value; out.textContent = user.value; console.error(user.value);
  fetch('/missing?' + encodeURIComponent(user.value)); link.href = '/x#' + user.value; alert(user.value)">Echo</button>
<p id=out></p><a id=link href=/x>Link</a>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<label>Shadow <input id=inner type=password></label>'</script>`;

describe.each(BROWSERS)('secrets (%s)', (browser) => {
  let server: FixtureServer;
  let mcp: McpClient;
  let folder: string;
  const replies: Reply[] = [];

  beforeAll(async () => {
    server = await startServer({ '/inside': '<label>Framed <input id=framed type=password></label>' });
    server.serve({ '/': PAGE.replace('FRAME', `${server.otherOrigin}/inside`) });
    server.serve({ '/login': '<title>In</title><p>Welcome' });
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sightline-secrets-')));
    const file = join(folder, '.env');
    writeFileSync(file, `# Secrets\nTOKEN=\`${TOKEN}\`\n`);
    mcp = await openClient(['--browser', browser, '--secrets', file, '--workspace', folder], folder);
    rmSync(file);
  });
  afterAll(async () => {
    await mcp?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(name: string, args: Record<string, unknown> = {}): Promise<Reply> {
    const reply = await mcp.call(name, args);
    replies.push(reply);
    return reply;
  }
  const lengthOf = (id: string) =>
    mcp.client.callTool({ name: 'browser_evaluate', arguments: { function: `() => ${id}.value.length` } });

  /** Everything that was answered or written. */
  function everything(): string[] {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
    return [...replies.map(({ text }) => text), ...files, ...files.map((path) => readFileSync(path, 'utf8'))];
  }
  const ways = (value: string) => [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('base64').slice(0, -3),
  ];

  it('a secret name is typed as its value, which no answer and no file shows', async () => {
    await call('browser_navigate', { url: `${server.origin}/` });
    const typed = await call('browser_type', { target: '#user', text: 'TOKEN' });
    expect(typed.section('Ran Playwright code')).toContain("fill(process.env['TOKEN'])");
    expect(JSON.stringify(await lengthOf('user'))).toContain(String(TOKEN.length));
    await call('browser_press_key', { key: 'ControlOrMeta+a' });
    const inFocus = await call('browser_type', { text: 'TOKEN' });
    expect(inFocus.section('Ran Playwright code')).toContain("keyboard.type(process.env['TOKEN'])");
    expect(JSON.stringify(await lengthOf('user'))).toContain(String(TOKEN.length));
    await call('browser_fill_form', { fields: [{ target: '#user', value: 'TOKEN' }] });
    expect((await call('browser_snapshot')).section('Snapshot')).toContain('<secret>TOKEN</secret>');

    const echoed = await call('browser_click', { target: '#echo' });
    expect(echoed.section('Modal state')).toContain('<secret>TOKEN</secret>');
    await call('browser_handle_dialog', { accept: true });
    expect((await call('browser_console_messages')).text).toContain('<secret>TOKEN</secret>');
    expect((await call('browser_network_requests')).text).toContain('missing?<secret>TOKEN</secret>');
    await call('browser_console_messages', { filename: 'console.txt' });
    await call('browser_snapshot', { filename: 'tree.yaml' });
    expect(readFileSync(join(folder, 'tree.yaml'), 'utf8')).toContain('<secret>TOKEN</secret>');
    await call('browser_evaluate', { function: '() => { throw new Error(user.value) }' });
    await call('browser_evaluate', {
      function: '() => [user.value, btoa("x:" + encodeURIComponent(user.value))]',
    });
    await call('browser_click', { target: `[x="${TOKEN}"]` });
    await call('browser_tabs', { action: 'list' });
    const data = await mcp.client.callTool({ name: 'browser_network_requests' });
    expect(JSON.stringify(data.structuredContent)).toContain('<secret>TOKEN</secret>');
    expect(
      everything().filter((text) => /(?:dom\.html|accessibility-tree\.yaml|\.diff)$/.test(text)).length,
    ).toBeGreaterThan(2);
    for (const text of [...everything(), JSON.stringify(data)])
      for (const way of ways(TOKEN)) expect(text.includes(way) ? text : '').toBe('');
  });

  it('a password is in no answer and no file, wherever and however it is typed', async () => {
    replies.length = 0;
    await call('browser_navigate', { url: `${server.origin}/` });
    const fields = ['#password', 'label:has(#password)', '#other', '#code', '#current', '#inner'];
    for (const target of fields) {
      const reply = await call('browser_type', { target, text: PASSWORD });
      expect(reply.section('Ran Playwright code')).toContain("fill('***')");
    }
    expect((await call('browser_type', { target: '#short', text: REFUSED })).isError).toBe(true);
    const framed = await mcp.ref('"Framed"');
    await call('browser_type', { target: framed, text: PASSWORD, slowly: true });
    await call('browser_fill_form', { fields: [{ target: await mcp.ref('"Password"'), value: PASSWORD }] });
    await call('browser_click', { target: '#other' });
    const key = await call('browser_press_key', { key: 'Z' });
    expect(key.section('Ran Playwright code')).toContain("press('***')");
    const inFocus = await call('browser_type', { text: PASSWORD });
    expect(inFocus.section('Ran Playwright code')).toContain("keyboard.type('***')");
    await call('browser_click', { target: framed });
    expect((await call('browser_press_key', { key: 'Z' })).section('Ran Playwright code')).toContain("'***'");
    await call('browser_click', { target: '#user' });

    // Shown by the page: still a password.
    const shown = await call('browser_click', { target: '#show' });
    expect(shown.isError).toBe(false);
    expect((await call('browser_snapshot')).section('Snapshot')).toContain('textbox "Password"');
    expect((await call('browser_type', { target: '#password', text: `${PASSWORD}!` })).text).toContain(
      "'***'",
    );
    await call('browser_snapshot', { filename: 'again.yaml' });

    // Sent in the URL of the next page.
    await call('browser_type', { target: '#q', text: PASSWORD, submit: true });
    const arrived = await call('browser_snapshot');
    expect(arrived.text).toContain('/login?q=***');
    await call('browser_network_requests', { filename: 'requests.txt' });
    for (const text of everything())
      for (const way of [...ways(PASSWORD), ...ways(REFUSED)])
        expect(text.includes(way) ? text : '').toBe('');
  });

  it('shows what is typed into a list of suggestions that keeps the browser from suggesting', async () => {
    await call('browser_navigate', { url: server.origin });
    const { text } = await call('browser_type', { target: '#fruit', text: 'Quince' });
    expect(text).toContain(`fill('Quince')`);
  });

  it('a simple password does not show in its field', async () => {
    replies.length = 0;
    await call('browser_navigate', { url: `${server.origin}/` });
    await call('browser_snapshot');
    await call('browser_type', { target: '#password', text: 'zebrafish' });
    await call('browser_type', { target: '#code', text: '90210' });
    await call('browser_click', { target: '#show' });
    await call('browser_snapshot');
    for (const text of everything()) expect(text).not.toMatch(/zebrafish|90210/);
  });
});
