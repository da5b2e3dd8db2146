/** Every tool through a real client. Effects are asserted in the page, not in the answer's text. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const FORM = `<!doctype html><title>Form</title>
<label>Name <input id=name></label>
<label>Secret <input id=secret type=password></label>
<label>Colour <select id=colour><option value=r>Red<option value=g>Green</select></label>
<label><input type=checkbox id=agree> I agree</label>
<button id=save onclick="this.dataset.clicks = (this.dataset.clicks ?? 0) * 1 + 1">Save</button>
<button onclick="answer = prompt('Who?', 'me')">Ask</button>
<button onclick="later()">Later</button>
<button id=slow disabled>Slow</button>
<div id=box onmouseover="this.dataset.over = 1" style="width:90px;height:30px">Box</div>
<input type=file id=file aria-label=File>
<p id=status></p>
<div style="height:3000px"></div>
<p id=end>The end</p>
<script>
  let answer;
  function later() {
    setTimeout(() => { document.getElementById('status').textContent = 'Arrived'; }, 50);
    setTimeout(() => { slow.disabled = false; history.pushState({}, '', '/form?done=1'); }, 80);
  }
</script>`;

const INNER = `<!doctype html><title>Inner</title>
<button onclick="document.title = 'pressed'; this.dataset.hit = 1">Press</button>
<label>Card <input></label><label>Bank <select><option>One<option>Two</select></label>`;

describe.each(BROWSERS)('tools over MCP (%s)', (browser) => {
  let server: FixtureServer;
  let mcp: McpClient;
  let folder: string;

  beforeAll(async () => {
    server = await startServer({
      '/favicon.ico': '',
      '/form': FORM,
      '/inner': INNER,
      '/plain': '<title>Plain</title><p>Plain page',
    });
    server.serve({
      '/outer': `<!doctype html><title>Outer</title><h1>Outer</h1><iframe title=Pay src="${server.otherOrigin}/inner"></iframe>`,
    });
    folder = mkdtempSync(join(tmpdir(), 'sightline-mcp-'));
    mcp = await openClient(['--browser', browser], folder);
  });
  afterAll(async () => {
    await mcp?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (path: string) => mcp.call('browser_navigate', { url: server.origin + path });

  it('navigates, goes back and forward, and reloads', async () => {
    const reply = await open('/form');
    expect(reply.isError).toBe(false);
    expect(reply.sections).toEqual(['Ran Playwright code', 'Page', 'Snapshot']);
    expect(reply.section('Page')).toContain(`- Page URL: ${server.origin}/form\n- Page Title: Form`);
    expect(reply.section('Snapshot')).toMatch(/textbox "Name" \[ref=e\d+\]/);
    await open('/plain');
    await mcp.evaluate('() => { window.mark = 1; }');
    await mcp.call('browser_navigate_back');
    expect(await mcp.evaluate('() => document.title')).toBe('Form');
    await mcp.call('browser_navigate_forward');
    expect(await mcp.evaluate('() => document.title')).toBe('Plain');
    await mcp.call('browser_reload');
    expect(await mcp.evaluate('() => typeof window.mark')).toBe('undefined');
    const nowhere = await mcp.call('browser_navigate_forward');
    expect(nowhere.isError).toBe(true);
    expect(nowhere.text).toContain('navigation-failed');
  });

  it('an unreachable URL is a tool error, and the next call works', async () => {
    const reply = await mcp.call('browser_navigate', { url: `http://127.0.0.1:1/?${'a'.repeat(20_000)}` });
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('Error (navigation-failed)');
    expect(reply.text.length).toBeLessThan(1_000);
    expect((await open('/plain')).isError).toBe(false);
  });

  it('a URL without content and a PDF are named as such', async () => {
    server.serve({
      '/empty': (_, response) => response.writeHead(204).end(),
      '/pdf': (_, response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.4'),
    });
    const empty = await open('/empty');
    expect(empty.section('Result')).toBe('The server answered 204, without content: the page stays.');
    expect((await open('/pdf')).section('Page')).toContain("- Document: a PDF in the browser's viewer");
    expect((await open('/plain')).section('Page')).not.toContain('PDF');
  });

  it.each(['file:///etc/passwd', 'view-source:file:///etc/passwd', 'javascript:alert(1)'])(
    '%s is refused',
    async (url) => {
      await open('/plain');
      const reply = await mcp.call('browser_navigate', { url });
      expect(reply.isError).toBe(true);
      expect(reply.text).toContain('is blocked');
      expect(await mcp.evaluate('() => document.title')).toBe('Plain');
    },
  );

  describe('on a form', () => {
    beforeEach(async () => {
      await open('/form');
    });

    it('clicks by ref, once and twice, and shows the equivalent code', async () => {
      const target = await mcp.ref('button "Save"');
      const reply = await mcp.call('browser_click', { target, element: 'Save' });
      expect(await mcp.evaluate('() => save.dataset.clicks')).toBe('1');
      expect(reply.section('Ran Playwright code')).toContain(
        "await page.getByRole('button', { name: 'Save' }).click();",
      );
      await mcp.call('browser_click', { ref: target, doubleClick: true });
      expect(await mcp.evaluate('() => save.dataset.clicks')).toBe('3');
    });

    it('clicks by selector', async () => {
      await mcp.call('browser_click', { target: '#save' });
      expect(await mcp.evaluate('() => save.dataset.clicks')).toBe('1');
    });

    it('hovers', async () => {
      await mcp.call('browser_hover', { target: '#box' });
      expect(await mcp.evaluate('() => box.dataset.over')).toBe('1');
    });

    it('types, at once and key by key, and presses keys', async () => {
      const target = await mcp.ref('textbox "Name"');
      await mcp.call('browser_type', { target, text: 'Ada' });
      expect(await mcp.evaluate('() => document.getElementById("name").value')).toBe('Ada');
      await mcp.call('browser_type', { target, text: ' L', slowly: true });
      await mcp.call('browser_press_key', { key: 'Backspace' });
      expect(await mcp.evaluate('(e) => e.value', { target })).toBe('Ada ');
    });

    it('does not repeat text typed into a password field', async () => {
      const target = await mcp.ref('textbox "Secret"');
      const typed = await mcp.call('browser_type', { target, text: 'hunter2' });
      expect(await mcp.evaluate('() => secret.value.length')).toBe(7);
      expect(typed.text).not.toContain('hunter2');
      const filled = await mcp.call('browser_fill_form', { fields: [{ target, value: 'hunter3' }] });
      expect(await mcp.evaluate('() => secret.value.endsWith("3")')).toBe(true);
      expect(filled.text).not.toContain('hunter3');
    });

    it('fills in a form', async () => {
      const reply = await mcp.call('browser_fill_form', {
        fields: [
          { target: await mcp.ref('textbox "Name"'), name: 'Name', type: 'textbox', value: 'Ada' },
          { ref: await mcp.ref('combobox "Colour"'), name: 'Colour', type: 'combobox', value: 'Green' },
          { target: await mcp.ref('checkbox "I agree"'), name: 'Agree', type: 'checkbox', value: 'true' },
        ],
      });
      expect(reply.isError).toBe(false);
      expect(reply.section('Ran Playwright code')).toMatch(/'I agree' \}\)\.check\(\);$/m);
      expect(
        await mcp.evaluate('() => [document.getElementById("name").value, colour.value, agree.checked]'),
      ).toEqual(['Ada', 'g', true]);
    });

    it('does not touch a form if one field is wrong', async () => {
      const reply = await mcp.call('browser_fill_form', {
        fields: [
          { target: await mcp.ref('textbox "Name"'), value: 'Ada' },
          { target: 'p7e1', value: 'x' },
        ],
      });
      expect(reply.isError).toBe(true);
      expect(await mcp.evaluate('() => document.getElementById("name").value')).toBe('');
    });

    it('selects options, and lists them if there is no match', async () => {
      const target = await mcp.ref('combobox "Colour"');
      await mcp.call('browser_select_option', { target, values: ['g'] });
      expect(await mcp.evaluate('() => colour.value')).toBe('g');
      const reply = await mcp.call('browser_select_option', { target, values: ['Blue'] });
      expect(reply.text).toContain('Error (no-option)');
      expect(reply.text).toContain('"Red"');
      expect(await mcp.evaluate('() => colour.value')).toBe('g');
    });

    it('waits for text, for text to go, for an element and for a URL', async () => {
      const slow = await mcp.ref('button "Slow"');
      // On a busy machine it may arrive before the click returns.
      const clicked = await mcp.call('browser_click', { target: await mcp.ref('button "Later"') });
      const waited = await mcp.call('browser_wait_for', { text: 'Arrived' });
      expect(`${clicked.section('Snapshot')}${waited.section('Snapshot')}`).toContain('Arrived');
      expect((await mcp.call('browser_wait_for', { url: '?done=1' })).isError).toBe(false);
      expect(await mcp.evaluate('() => location.search')).toBe('?done=1');
      expect((await mcp.call('browser_wait_for', { target: slow, state: 'enabled' })).isError).toBe(false);
      expect(await mcp.evaluate('() => slow.disabled')).toBe(false);
      await mcp.evaluate(
        '() => { setTimeout(() => { document.getElementById("status").textContent = ""; slow.remove(); }, 50); }',
      );
      expect((await mcp.call('browser_wait_for', { textGone: 'Arrived' })).isError).toBe(false);
      expect(await mcp.evaluate('() => document.getElementById("status").textContent')).toBe('');
      expect((await mcp.call('browser_wait_for', { target: slow, state: 'gone' })).isError).toBe(false);
      const late = await mcp.call('browser_wait_for', { text: 'Never', time: 0.2 });
      expect(late.text).toContain('Error (timeout)');
      expect((await mcp.call('browser_wait_for')).text).toContain('Error (bad-argument)');
    });

    it('scrolls', async () => {
      await mcp.call('browser_scroll', { direction: 'bottom' });
      expect(await mcp.evaluate('() => scrollY')).toBeGreaterThan(1_000);
      await mcp.call('browser_scroll', { direction: 'up', amount: 100 });
      await mcp.call('browser_scroll', { direction: 'top' });
      expect(await mcp.evaluate('() => scrollY')).toBe(0);
      await mcp.call('browser_scroll', { target: '#end' });
      expect(
        await mcp.evaluate('(e) => e.getBoundingClientRect().top < innerHeight', { target: '#end' }),
      ).toBe(true);
    });

    it('shows a dialog, refuses actions meanwhile, and answers it', async () => {
      const target = await mcp.ref('button "Ask"');
      const opened = await mcp.call('browser_click', { target });
      expect(opened.section('Modal state')).toMatch(/"prompt" dialog of c0p\d with message "Who\?"/);
      const blocked = await mcp.call('browser_click', { target });
      expect(blocked.text).toContain('Error (dialog-open)');
      expect(blocked.section('Modal state')).toContain('browser_handle_dialog');
      const answered = await mcp.call('browser_handle_dialog', { accept: true, promptText: 'Ada' });
      expect(answered.section('Modal state')).toBeUndefined();
      expect(await mcp.evaluate('() => answer')).toBe('Ada');
      expect((await mcp.call('browser_handle_dialog', { accept: true })).text).toContain('Error (no-dialog)');
    });

    it('uploads files from its folder, and none from elsewhere', async () => {
      const path = join(folder, 'cv.txt');
      writeFileSync(path, 'hello');
      symlinkSync('/etc/hostname', join(folder, 'link.txt'));
      const target = await mcp.ref('"File"');
      await mcp.call('browser_file_upload', { paths: [path], target });
      expect(await mcp.evaluate('() => file.files[0].name')).toBe('cv.txt');
      const clicked = await mcp.call('browser_click', { target });
      expect(clicked.section('Modal state')).toContain('browser_file_upload');
      for (const outside of ['/etc/hostname', join(folder, 'link.txt')]) {
        const reply = await mcp.call('browser_file_upload', { paths: [outside] });
        expect(reply.text).toContain('Error (file-blocked)');
      }
      expect(await mcp.evaluate('() => file.files[0].name')).toBe('cv.txt');
      rmSync(join(folder, 'link.txt'));
    });

    it('takes screenshots of the page and of an element, and saves them only in its folder', async () => {
      const whole = await mcp.call('browser_take_screenshot');
      expect(whole.images[0]?.mimeType).toBe('image/png');
      expect(pngSize(whole.images[0]?.data)).toEqual([1280, 720]);
      const part = await mcp.call('browser_take_screenshot', { target: '#box' });
      expect(pngSize(part.images[0]?.data)).toEqual([90, 30]);
      await mcp.call('browser_take_screenshot', { filename: 'shots/a.jpg' });
      expect(readFileSync(join(folder, 'shots/a.jpg')).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
      // A tall page is sent scaled down, and kept as it is.
      await mcp.evaluate(
        "() => { document.body.insertAdjacentHTML('beforeend', '<div id=tall style=\"height: 9000px\">'); }",
      );
      const tall = await mcp.call('browser_take_screenshot', { fullPage: true });
      await mcp.evaluate("() => document.getElementById('tall').remove()");
      const [width = 0, height = 0] = pngSize(tall.images[0]?.data);
      expect(height).toBe(1568);
      expect(width).toBeLessThan(1280 / 5);
      expect(tall.text).toMatch(new RegExp(`Sent at ${width} × 1568 of 12\\d\\d × 1\\d+ pixels`));
      const [, path = ''] = /\]\((.*page-.*\.png)\)/.exec(tall.text) ?? [];
      expect(pngSize(readFileSync(resolve(folder, path)).toString('base64'))[1]).toBeGreaterThan(9000);
      const out = await mcp.call('browser_take_screenshot', { filename: '../a.png' });
      expect(out.text).toContain('Error (file-blocked)');
    });

    it('resizes', async () => {
      await mcp.call('browser_resize', { width: 700, height: 500 });
      expect(await mcp.evaluate('() => [innerWidth, innerHeight]')).toEqual([700, 500]);
      await mcp.call('browser_resize', { width: 1280, height: 720 });
    });

    it('shows a part of the page, and saves the whole', async () => {
      const part = await mcp.call('browser_snapshot', { target: '#end' });
      expect(part.section('Snapshot')).toContain('The end');
      expect(part.section('Snapshot')).not.toContain('Save');
      const saved = await mcp.call('browser_snapshot', { filename: 'tree.yaml' });
      expect(saved.section('Snapshot')).toMatch(/^- \[Snapshot\]\(.*tree\.yaml\)$/);
      expect(readFileSync(join(folder, 'tree.yaml'), 'utf8')).toContain('textbox "Name"');
    });

    it('a ref of another page, a bad ref, a dead ref and a wrong argument do nothing', async () => {
      const target = await mcp.ref('button "Save"');
      const calls: [Record<string, unknown>, string][] = [
        [{ target: 'p77e1' }, 'Error (ref-not-found): Ref not found. Capture a new snapshot.'],
        [{ target: 'e0' }, 'Error (bad-ref)'],
        [{ target: 'e99999' }, 'Error (ref-not-found): Ref not found. Capture a new snapshot.'],
        [{ target, page: 'c9p9' }, 'Error (page-closed)'],
        [{ target, colour: 'red' }, 'Error (bad-argument): Invalid arguments for browser_click'],
        [{}, '"target"'],
        [{ target: 7 }, '"target"'],
      ];
      for (const [args, message] of calls) {
        const reply = await mcp.call('browser_click', args);
        expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining(message)]);
        expect(reply.text).toContain('\nNext: ');
      }
      await mcp.evaluate('() => { save.remove(); }');
      const dead = await mcp.call('browser_click', { target });
      expect(dead.text).toContain('This ref is from a stale snapshot. Take a fresh snapshot.');
      expect(dead.text).toContain('was button "Save"');
    });

    it('read-only tools ignore unknown arguments and say so', async () => {
      const looked = await mcp.call('browser_network_requests', { requestBody: true });
      expect(looked.section('Result')).toContain(
        'Ignored unknown arguments of browser_network_requests: "requestBody"',
      );
      const waited = await mcp.call('browser_wait_for', { text: 'Never', time: 0.001, timeout: 9 });
      expect(waited.text).toMatch(
        /Error \(timeout\): .*Ignored unknown arguments of browser_wait_for: "timeout"/,
      );
      const acted = await mcp.call('browser_press_key', { key: 'a', count: 2 });
      expect(acted.text).toContain('Error (bad-argument)');
    });

    it('lists console messages and requests since the last navigation', async () => {
      await mcp.evaluate('() => { console.log("hello", 1); console.error("bad"); }');
      await mcp.evaluate('() => fetch("/plain").then(() => 1)');
      const messages = await mcp.call('browser_console_messages', { level: 'info' });
      expect(messages.section('Result')).toContain('[LOG] "hello 1"');
      expect((await mcp.call('browser_console_messages', { level: 'error' })).text).not.toContain('hello');
      const requests = await mcp.call('browser_network_requests', { filter: 'plain' });
      expect(requests.section('Result')).toContain(`[GET] ${server.origin}/plain => [200]`);
      await open('/plain');
      expect((await mcp.call('browser_console_messages')).section('Result')).not.toContain('hello');
      expect((await mcp.call('browser_console_messages', { all: true })).section('Result')).toContain(
        'hello',
      );
    });
  });

  it('frames say whether they are of the same origin and whether they failed', async () => {
    const html =
      '<title>f</title><iframe srcdoc="a"></iframe><iframe sandbox srcdoc="b"></iframe><iframe src="http://127.0.0.1:9/x"></iframe>';
    server.serve({ '/relations': html });
    await mcp.call('browser_navigate', { url: `${server.origin}/relations` });
    const { text } = await mcp.call('browser_frames');
    const lines = text.split('\n').filter((line) => /^- (?:p\d+)?f[1-9]/.test(line));
    expect(lines.map((line) => line.replace(/^.*", /, ''))).toEqual([
      expect.stringMatching(/^in \S+, same origin, complete$/),
      expect.stringMatching(/^in \S+, cross-origin, complete$/),
      expect.stringMatching(/^in \S+, failed: its page could not be loaded$/),
    ]);
    expect(lines[2]).toContain('http://127.0.0.1:9/x');
  });

  it('a long result is cut, with a note', async () => {
    const long = await mcp.call('browser_evaluate', { function: '() => "x".repeat(5_000_000)' });
    expect(long.text.length).toBeLessThan(110_000);
    expect(long.text).toContain('… 4900002 more characters are cut off');
    expect(JSON.stringify(long.data).length).toBeLessThan(110_000);
  });

  it('a result that contains itself is an error that says so', async () => {
    const reply = await mcp.call('browser_evaluate', {
      function: '() => { const a = {}; a.a = a; return a; }',
    });
    expect(reply.text).toContain('Error (script-error): The script returned an object that contains itself');
    expect(reply.text).toContain('Return plain data');
    const thrown = await mcp.call('browser_evaluate', {
      function: '() => { throw { get message() { throw 1; } }; }',
    });
    expect(thrown.text).toContain('Error (script-error): The script returned or threw something that cannot');
  });

  it('drags and drops', async () => {
    server.serve({
      '/drag': `<!doctype html><title>Drag</title><div id=from draggable=true style="width:80px;height:40px">From</div>
<div id=to ondragover="event.preventDefault()" ondrop="this.dataset.dropped = 1" style="width:80px;height:80px">To</div>`,
    });
    await open('/drag');
    await mcp.call('browser_drag', { startTarget: '#from', endTarget: '#to' });
    expect(await mcp.evaluate('() => document.getElementById("to").dataset.dropped')).toBe('1');
  });

  it('acts in a cross-origin iframe by ref', async () => {
    await open('/outer');
    const press = await mcp.ref('button "Press"');
    expect(press).toMatch(/f\d+e\d+$/);
    const reply = await mcp.call('browser_click', { target: press });
    expect(
      await mcp.evaluate('(e) => [e.dataset.hit, document.title, location.href]', { target: press }),
    ).toEqual(['1', 'pressed', `${server.otherOrigin}/inner`]);
    expect(reply.section('Ran Playwright code')).toContain(
      "await page.locator('iframe').contentFrame().getByRole('button', { name: 'Press' }).click();",
    );
    const card = await mcp.ref('textbox "Card"');
    const bank = await mcp.ref('combobox "Bank"');
    await mcp.call('browser_fill_form', {
      fields: [
        { target: card, value: '4242' },
        { target: bank, value: 'Two' },
      ],
    });
    expect(await mcp.evaluate('(e) => e.value', { target: card })).toBe('4242');
    expect(await mcp.evaluate('(e) => e.value', { target: bank })).toBe('Two');
    expect((await mcp.call('browser_wait_for', { text: 'Card' })).isError).toBe(false);
    const picture = await mcp.call('browser_take_screenshot', { target: press });
    expect(picture.images).toHaveLength(1);
    const frames = await mcp.call('browser_frames');
    expect(frames.section('Result')).toMatch(/f\d+: ".*\/inner", in .*f0, cross-origin, complete/);
    const handle = press.replace(/e\d+$/, '');
    const inner = await mcp.call('browser_snapshot', { frame: handle });
    expect(inner.section('Snapshot')).toContain('button "Press"');
    expect(inner.section('Snapshot')).not.toContain('Outer');
  });

  it('accepts a locator as a target, as in the code of an answer', async () => {
    await open('/form');
    for (const target of [
      "getByRole('button', { name: 'Save', exact: true })",
      'page.getByText(/^sav/i).first()',
      'text="Save"',
      "locator('button', { hasText: 'Save' })",
      "locator('body').filter({ has: page.getByRole('button'), hasText: 'Save' }).getByText('Save').first()",
      'button:has-text("Save")',
      'body >> button >> nth=0',
    ])
      expect((await mcp.call('browser_click', { target })).text).not.toContain('Error');
    expect(await mcp.evaluate('() => document.getElementById("save").dataset.clicks')).toBe('7');
    const many = await mcp.call('browser_click', { target: 'button' });
    expect(many.text).toMatch(
      /button "Save" <button> \[ref=\w+\]\n[\s\S]*Next: Give one of these refs as the target/,
    );
    await open('/outer');
    const { text } = await mcp.call('browser_snapshot');
    const [, ref] = /button "Press" \[ref=(\w+)\]/.exec(text) ?? [];
    const code = (await mcp.call('browser_hover', { target: ref })).section('Ran Playwright code') ?? '';
    const [, target] = /await (.*)\.hover\(\)/.exec(code) ?? [];
    expect(target).toContain('contentFrame()');
    await mcp.call('browser_click', { target });
    expect(await mcp.evaluate('(button) => button.dataset.hit', { target: ref })).toBe('1');
    for (const [wrong, why] of [
      ["getByRole('button'", 'expected ) or ,'],
      ["getByMagic('x')", '.getByMagic() is not supported'],
      ["locator('button').filter({ hasText: 'Save', hasNotText: 'x' })", 'no option "hasNotText"'],
      ["locator('iframe').contentFrame()", 'is a frame'],
    ])
      expect((await mcp.call('browser_click', { target: wrong })).text).toContain(why);
  });

  it('routes a ref to its own page, whichever was used last; refuses a page that disagrees', async () => {
    await open('/form');
    const first = await mcp.ref('button "Save"');
    const opened = await mcp.call('browser_tabs', { action: 'new', url: `${server.origin}/form` });
    const second = /- Page: (c\d+p\d+)/.exec(opened.text)?.[1];
    expect(opened.section('Open tabs')).toContain(`(current) ${second}`);
    expect(opened.section('Page')).toContain(`${server.origin}/form`);
    await mcp.call('browser_click', { target: first });
    expect(await mcp.evaluate('() => save.dataset.clicks', { page: second })).toBeUndefined();
    expect(await mcp.evaluate('(e) => e.dataset.clicks', { target: first })).toBe('1');
    const refused = await mcp.call('browser_click', { target: first, page: second });
    expect(refused.text).toContain('Page index mismatch: ref');
    expect(await mcp.evaluate('(e) => e.dataset.clicks', { target: first })).toBe('1');
    const other = await mcp.ref('button "Save"', { page: second });
    await mcp.call('browser_tabs', { action: 'close', page: second });
    const closed = await mcp.call('browser_click', { target: other });
    expect(closed.text).toContain(`belongs to page ${second}, which is not open`);
    expect((await mcp.call('browser_snapshot', { page: second })).text).toContain('Error (page-closed)');
    expect((await mcp.call('browser_tabs', { action: 'select', index: 9 })).text).toContain(
      'Error (bad-argument)',
    );
    await mcp.call('browser_tabs', { action: 'select', index: 0 });
    expect((await mcp.call('browser_tabs', { action: 'list' })).section('Open tabs')).toContain(
      '- 0: (current)',
    );
  });

  it('announces a popup, and does not switch to it', async () => {
    await open('/plain');
    await mcp.evaluate(
      '() => { document.body.innerHTML = "<a href=/form target=_blank rel=opener>Pop</a>"; }',
    );
    const reply = await mcp.call('browser_click', { target: await mcp.ref('link "Pop"') });
    const popup = /opened (c\d+p\d+)$/m.exec(reply.section('Events') ?? '')?.[1];
    expect(reply.section('Open tabs')).toContain(`${popup} [`);
    expect(reply.section('Result')).toBeUndefined();
    expect(await mcp.evaluate('() => document.title')).toBe('Plain');
    expect(await mcp.evaluate('() => document.title', { page: popup })).toBe('Form');
    await mcp.call('browser_close', { page: popup });
    expect(await mcp.evaluate('() => document.title')).toBe('Plain');
  });

  it('contexts do not share cookies', async () => {
    await open('/plain');
    await mcp.evaluate('() => { document.cookie = "a=1"; }');
    const made = await mcp.call('browser_contexts', { action: 'new', url: `${server.origin}/plain` });
    const context = /Created (c\d+)/.exec(made.text)?.[1];
    expect(await mcp.evaluate('() => document.cookie', { page: `${context}p0` })).toBe('');
    expect(made.section('Snapshot')).toMatch(new RegExp(`\\[ref=${context}e\\d+\\]`));
    const closed = await mcp.call('browser_contexts', { action: 'close', context });
    expect(closed.section('Result')).not.toContain(`${context}:`);
    expect(await mcp.evaluate('() => document.cookie')).toBe('a=1');
  });

  it('a new context takes options, and nothing that is none', async () => {
    const url = `${server.origin}/plain`;
    const options = { viewport: { width: 500, height: 400 }, locale: 'de-DE', timezone: 'Asia/Tokyo' };
    const made = await mcp.call('browser_contexts', { action: 'new', url, options });
    const context = /Created (c\d+)/.exec(made.text)?.[1];
    const seen = await mcp.evaluate(
      '() => [innerWidth, innerHeight, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone]',
      { page: `${context}p0` },
    );
    expect(seen).toEqual([500, 400, 'de-DE', 'Asia/Tokyo']);
    await mcp.call('browser_contexts', { action: 'close', context });
    for (const wrong of [{ locale: 'no such language!' }, { device: 'Nokia 3310' }, { color: 'red' }])
      expect(await mcp.call('browser_contexts', { action: 'new', options: wrong })).toMatchObject({
        isError: true,
      });
    expect(await mcp.call('browser_contexts', { action: 'list', options })).toMatchObject({ isError: true });
  });

  it('starts again after the browser was closed', async () => {
    await open('/plain');
    for (let left = 5; left > 0; left--) {
      const { text } = await mcp.call('browser_close');
      expect(text).toMatch(/Page c\d+p\d+ was closed$/m);
      if (text.includes('No open tabs')) break;
    }
    expect((await mcp.call('browser_tabs', { action: 'list' })).text).toContain('No open tabs');
    expect((await open('/form')).isError).toBe(false);
    expect(await mcp.evaluate('() => document.title')).toBe('Form');
  });
});

/** Width and height, from the header of a PNG. */
function pngSize(base64 = ''): [number, number] {
  const bytes = Buffer.from(base64, 'base64');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
