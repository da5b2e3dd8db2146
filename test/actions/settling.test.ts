/** What an action starts is waited for, what it opens is reported, and nothing hangs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionReport } from '../../src/page/actions.js';
import type { Browser } from '../../src/page/browser.js';
import type { Frame } from '../../src/page/frame.js';
import type { Page } from '../../src/page/page.js';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, type Route, startServer } from '../support/server.js';
import { inPage, outcome } from './support.js';

const html = (body: string) => `<!doctype html><meta charset="utf-8"><title>Settling</title><body>${body}`;

/** Responses that the test sends when it wants. */
const held: ServerResponse[] = [];
const soon: Route = (_, response) => {
  setImmediate(() => response.end('done'));
};

const ROUTES: Record<string, Route> = {
  '/': html(`
    <p id="out"></p>
    <button id="sync" onclick="out.textContent = 'sync'">Sync</button>
    <button id="task" onclick="setTimeout(() => { out.textContent = 'task' })">Task</button>
    <button id="chain" onclick="chain_(8)">Chain</button>
    <button id="fetch" onclick="fetch('/soon').then((r) => r.text()).then((t) => { out.textContent = t })">Fetch</button>
    <button id="twice" onclick="fetch('/soon').then(() => fetch('/soon')).then((r) => r.text()).then(() => { out.textContent = 'twice' })">Twice</button>
    <button id="poll" onclick="fetch('/held')">Poll</button>
    <button id="stream" onclick="new EventSource('/events')">Stream</button>
    <button id="nothing">Nothing</button>
    <a id="link" href="/next">Link</a><a id="hash" href="#there">Hash</a><a id="gone" href="/204">No content</a>
    <form action="/next"><button id="submit">Submit</button></form>
    <button id="script" onclick="location.href = '/next'">By script</button>
    <button id="alert" onclick="alert('Careful')">Alert</button>
    <button id="confirm" onclick="out.textContent = confirm('Really?')">Confirm</button>
    <button id="prompt" onclick="out.textContent = prompt('Name?', 'Ada')">Prompt</button>
    <a id="blank" href="/next" target="_blank">Blank</a>
    <button id="window" onclick="window.open('/next')">Window</button>
    <button id="close" onclick="window.close()">Close</button>
    <a id="download" href="/file">Download</a><a id="saved" href="/soon" download="list.txt">Save</a>
    <label id="choose">Choose <input id="file" type="file" style="display: none"></label>
    <script>
      function chain_(left) { out.textContent = 'chain ' + left; if (left > 0) requestAnimationFrame(() => chain_(left - 1)); }
    </script>`),
  '/late': html(`
    <style>
      #fades { transition: opacity 120ms } #fades.out { opacity: 0 }
      #plays.on { animation: plays 120ms } @keyframes plays { to { opacity: 0.5 } }
      #grows { width: 40px } #shows { display: none }
    </style>
    <p id="out"></p><p id="first"></p>
    <div id="fades">Fades</div><div id="plays">Plays</div><div id="grows">Grows</div><div id="shows">Shows</div>
    <button id="go">Go</button>
    <script>
      const later = {
        microtask: (done) => Promise.resolve().then(done),
        message: (done) => post(done),
        slices: (done) => slice(20, done),
        frame: (done) => requestAnimationFrame(done),
        'frame after frame': (done) => requestAnimationFrame(() => requestAnimationFrame(done)),
        timer: (done) => setTimeout(done),
        'timer after timer': (done) => setTimeout(() => setTimeout(done)),
        'frame after timer': (done) => setTimeout(() => requestAnimationFrame(done)),
        'timer after frame': (done) => requestAnimationFrame(() => setTimeout(done)),
        task: (done) => scheduler.postTask(done),
        answer: (done) => fetch('/soon').then((r) => r.text()).then(done),
        'frame after answer': (done) => fetch('/soon').then((r) => r.text()).then(() => requestAnimationFrame(done)),
        'timer after answer': (done) => fetch('/soon').then((r) => r.text()).then(() => setTimeout(done)),
        'answer after frame': (done) => requestAnimationFrame(() => fetch('/soon').then((r) => r.text()).then(done)),
        resize: (done) => { onResize = done; grows.style.width = '80px'; },
        intersection: (done) => { onShow = done; shows.style.display = 'block'; },
        'transition end': (done) => { fades.ontransitionend = done; fades.classList.add('out'); },
        'fading by script': (done) => fade(20, done),
        'animation end': (done) => { plays.onanimationend = done; plays.classList.add('on'); },
      };
      let onResize, onShow;
      new ResizeObserver(() => onResize?.()).observe(grows);
      new IntersectionObserver(() => onShow?.()).observe(shows);
      function post(done) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      }
      // As framework schedulers do: some work, then yield.
      function slice(left, done) {
        for (const end = performance.now() + 5; performance.now() < end; );
        if (left > 0) post(() => slice(left - 1, done));
        else done();
      }
      function fade(left, done) {
        fades.style.marginLeft = left + 'px';
        if (left > 0) requestAnimationFrame(() => fade(left - 1, done));
        else done();
      }
      function prepare(name, changesAtOnce) {
        out.textContent = '';
        go.onclick = () => {
          if (changesAtOnce) first.textContent += '.';
          later[name](() => { out.textContent = name; });
        };
      }
    </script>`),
  '/ticking': html(`<p id="clock"></p><button id="sync" onclick="this.dataset.clicked = 1">Go</button>
    <script>(function tick(n) { clock.textContent = n; requestAnimationFrame(() => tick(n + 1)); })(0);</script>`),
  '/leaving': html(`<a id="link" href="/next">Link</a><input id="dirty" aria-label="Dirty">
    <script>addEventListener('beforeunload', (event) => { if (dirty.value) event.preventDefault(); });</script>`),
  '/next': html(
    '<h1>Next</h1><p id="built"></p><script>fetch("/soon").then((r) => r.text()).then((t) => { built.textContent = t; });</script>',
  ),
  '/scriptless': html(`<iframe sandbox="allow-forms" src="/still" title="Still"></iframe>`),
  '/still': html(
    `<button>Nothing</button><details><summary>More</summary>Shown</details><input aria-label="Name">
    <input type="checkbox" aria-label="Agree"><select aria-label="Fruit"><option>Apple<option>Pear</select>
    <form action="/next"><button>Send</button></form>`,
  ),
  '/forbidden': (_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': 'sandbox allow-forms' })
      .end(ROUTES['/still']);
  },
  '/soon': soon,
  '/worker.js': (_, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(),
  '/held': (_, response) => void held.push(response),
  '/events': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: hello\n\n');
    held.push(response);
  },
  '/204': (_, response) => {
    response.writeHead(204).end();
  },
  '/file': (_, response) => {
    response
      .writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="report.txt"',
      })
      .end('the report');
  },
};

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer(ROUTES);
});
afterAll(async () => {
  for (const response of held) response.end();
  await server.close();
});

describe.each(BROWSERS)('%s', (engine) => {
  let browser: Browser;
  let page: Page;
  const downloads = mkdtempSync(join(tmpdir(), 'sightline-downloads-'));
  beforeAll(async () => {
    browser = await launchBrowser(engine);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(downloads, { recursive: true });
  });
  beforeEach(async ({ onTestFailed }) => {
    // A window costs Firefox more than most tests: they share one. Nobody knows what a failed test leaves behind.
    onTestFailed(() => page.close());
    if (page.closed !== undefined) page = await browser.newPage();
    await page.goto(`${server.origin}/`);
  });

  /** What a page asks for again and again is known of it from then on: this one has asked for nothing. */
  const onNewPage = async () => {
    await page.close();
    page = await browser.newPage();
    await page.goto(`${server.origin}/`);
  };

  const click = (selector: string, options = {}) => page.locator(selector).click(options);
  const out = () => inPage<string>(page, '() => out.textContent');

  it.each([
    ['#sync', 'sync'],
    ['#task', 'task'],
    ['#chain', 'chain 0'],
    ['#fetch', 'done'],
    ['#twice', 'twice'],
  ])('waits for the effects of %s', async (selector, text) => {
    expect((await click(selector)).settled).toBe(true);
    expect(await out()).toBe(text);
  });

  it.each([false, true])('waits for deferred work after an immediate change: %s', async (changesAtOnce) => {
    await page.goto(`${server.origin}/late`);
    const all = await inPage<string[]>(page, '() => Object.keys(later)');
    // Firefox reports requests late: '#fetch' and '#twice' cover how long that is waited for.
    const names = page.driver.eventsLag ? all.filter((name) => !name.includes('answer')) : all;
    const missed: string[] = [];
    for (const name of names) {
      await inPage(page, '(...how) => prepare(...how)', name, changesAtOnce);
      await click('#go');
      if ((await out()) !== name) missed.push(name);
    }
    expect(missed).toEqual([]);
  });

  it.each(['#link', '#submit', '#script'])(
    'waits for the navigation of %s, and for what builds the page',
    async (selector) => {
      expect(await outcome(click(selector))).toBe('ok');
      expect(new URL(page.url).pathname).toBe('/next');
      expect(await inPage(page, '() => built.textContent')).toBe('done');
    },
  );

  // Chromium reports it in time, and may answer nothing more until the server does.
  describe.runIf(engine === 'firefox')('before the browser says so', () => {
    it.each([
      ["location.href = '/held'", true],
      ["history.pushState({}, '', '/elsewhere')", undefined],
      ["location.hash = 'there'", undefined],
      [
        "navigation.addEventListener('navigate', (event) => event.preventDefault()); location.href = '/held'",
        undefined,
      ],
    ])('learns from the page that it navigates away: %s', async (script, leaving) => {
      await page.mainFrame.call('watch', {});
      await page.evaluate(`() => { ${script} }`);
      expect((await page.mainFrame.call('settle', { cap: 1_000, patient: true })).leaving).toBe(leaving);
    });
  });

  it.each(['#hash', '#gone', '#nothing'])('is not held up by %s', async (selector) => {
    const report = await click(selector, { settleTimeout: 2_000 });
    expect(report).toMatchObject({ settled: true, notes: [] });
    expect(new URL(page.url).pathname).toBe('/');
  });

  it('returns at the cap and says what it waited for; waits for a request only once', async () => {
    await onNewPage();
    const report = await click('#poll', { settleTimeout: 300 });
    expect(report).toMatchObject({
      settled: false,
      notes: [expect.stringMatching(/^The page was still busy after 300 ms \("http:.*"\)\.$/)],
    });
    expect((await click('#poll', { settleTimeout: 60_000 })).settled).toBe(true);
  });

  it('does not wait for streams', async () => {
    expect((await click('#stream', { settleTimeout: 60_000 })).settled).toBe(true);
  });

  it('does not wait for requests of a document that was left', async () => {
    // Chromium asks for the icon of a document and does not report the end once the document is left.
    for (let turn = 0; turn < 5; turn++) {
      await page.goto(`${server.otherOrigin}/next`);
      await page.goto(`${server.origin}/next`);
    }
    expect((await page.actions.untilNetworkQuiet({ settleTimeout: 5_000 })).settled).toBe(true);
  });

  it('does not wait for a ticking clock', async () => {
    await page.goto(`${server.origin}/ticking`);
    expect((await click('#sync', { settleTimeout: 60_000 })).settled).toBe(true);
    expect(await inPage(page, '() => sync.dataset.clicked')).toBe('1');
  });

  it('does not take what comes once after each action for a clock', async () => {
    for (const _ of ['first', 'second', 'third']) {
      await click('#nothing');
      await page.ariaSnapshot();
      await inPage(page, `() => { setTimeout(() => { out.textContent += 'later ' }, 250) }`);
      expect(await page.actions.watch(10_000)).toMatchObject({ since: { ticks: false } });
      await page.ariaSnapshot();
    }
    expect(await out()).toBe('later later later ');
  });

  it('credits a timer with a change that comes before the next capture', async () => {
    await inPage(
      page,
      '() => { nothing.onclick = () => { setTimeout(() => {}, 1e8); setTimeout(() => {}, 1e8) } }',
    );
    expect((await click('#nothing')).since).toMatchObject({ due: 2 });
    await inPage(page, `() => { out.textContent = 'by itself' }`);
    expect(await page.actions.dueTimers()).toBe(2);
    await page.ariaSnapshot();
    expect(await page.actions.dueTimers()).toBe(1);
  });

  it('leaves requests that were not reported yet to a caller that watches', async () => {
    const { since } = await page.locator('#nothing').click({ watched: true });
    expect(since).toMatchObject({ changed: false, unheard: engine === 'firefox' ? 250 : 0 });
    const watching = page.actions.watch(10_000);
    await inPage(page, `() => { out.textContent = 'later' }`);
    expect((await watching)?.since).toMatchObject({ unheard: 0 });
  });

  it.each([
    ['a blob', `URL.createObjectURL(new Blob(['']))`],
    ['a server', `'/worker.js?' + Math.random()`],
  ])('does not wait for the end of a script that a shared worker has from %s', async (_, address) => {
    await inPage(page, `() => { nothing.onclick = () => { new SharedWorker(${address}) } }`);
    expect(await click('#nothing')).toMatchObject({ settled: true });
  });

  it.each([
    ['a sandboxed frame', '/scriptless', 1],
    ['a sandboxed page', '/forbidden', 0],
  ])('is done at once in %s, where scripts are disabled', async (_, path, depth) => {
    await page.goto(`${server.origin}${path}`);
    const frame = () => (depth === 0 ? page.mainFrame : (page.mainFrame.children[0] as Frame));
    const actions = {
      nothing: () => frame().getByRole('button', { name: 'Nothing' }).click(),
      opens: () => frame().getByText('More').click(),
      fill: () => frame().getByRole('textbox').fill('Ada'),
      check: () => frame().getByRole('checkbox').check(),
      select: () => frame().getByRole('combobox').selectOption('Pear'),
      hover: () => frame().getByRole('button', { name: 'Nothing' }).hover(),
    };
    for (const [name, act] of Object.entries(actions))
      expect(await act(), name).toMatchObject({ settled: true });
    const { text } = await page.ariaSnapshotWithFrames();
    for (const line of [
      /Shown/,
      /textbox "Name".*: Ada/,
      /checkbox "Agree".* \[checked\]/,
      /"Pear" \[selected\]/,
    ])
      expect(text).toMatch(line);
    expect(await outcome(frame().getByRole('button', { name: 'Gone' }).click({ timeout: 200 }))).toMatch(
      /^no-match\n/,
    );
    expect(await frame().getByRole('button', { name: 'Send' }).click()).toMatchObject({ settled: true });
    expect(frame().url).toContain('/next');
  });

  it.each([
    ['alert', 'Careful', true, ''],
    ['confirm', 'Really?', false, 'false'],
    ['prompt', 'Name?', true, 'Grace'],
  ] as const)('reports a dialog: %s', async (kind, message, accept, then) => {
    const report = await click(`#${kind}`);
    expect(report.dialog).toMatchObject({ kind, message });
    expect(await outcome(click('#nothing'))).toMatch(/^dialog-open\n/);
    expect(await outcome(page.actions.answerDialog(accept, 'Grace'))).toBe('ok');
    expect(await out()).toBe(then);
  });

  it('reports a beforeunload dialog', async () => {
    await page.goto(`${server.origin}/leaving`);
    await page.locator('#dirty').fill('unsaved');
    const report = await click('#link');
    expect(report.dialog).toMatchObject({ kind: 'beforeunload' });
    expect(await outcome(page.actions.answerDialog(true))).toBe('ok');
    expect(new URL(page.url).pathname).toBe('/next');
  });

  it.each(['#blank', '#window'])('reports the page that %s opens', async (selector) => {
    const report = await click(selector);
    const [popup] = report.popups ?? [];
    expect(popup?.opener).toBe(page);
    // The opener continues although it is behind its popup.
    expect(await outcome(click('#chain'))).toBe('ok');
    expect(await out()).toBe('chain 0');
    await popup?.close();
  });

  it('waits for the document of a page that its opener sends somewhere later', async () => {
    const late: Route = (_, response) => setTimeout(() => response.end('late'), 300);
    server.serve({
      '/late-data': late,
      '/late-page': late,
      '/sends': html(`<button onclick="const opened = window.open('');
        fetch('/late-data').then(() => { opened.location = '/late-page' })">Open</button>`),
    });
    await page.goto(`${server.origin}/sends`);
    const { popups: [popup] = [] } = await page.locator('button').click();
    expect(popup?.url).toBe(`${server.origin}/late-page`);
    await popup?.close();
  });

  it('reports that the page closed', async () => {
    await click('#window');
    const popup = browser.pages().find((each) => each.opener === page);
    await popup?.goto(`${server.origin}/`);
    expect((await popup?.locator('#close').click())?.notes).toContain('The page closed.');
  });

  it.each([
    ['#download', 'report.txt', 'the report'],
    ['#saved', 'list.txt', 'done'],
  ])('saves the download of %s and reports it', async (selector, suggestedName, contents) => {
    const context = await browser.newContext({ downloadsFolder: downloads });
    const own = await context.newPage();
    await own.goto(`${server.origin}/`);
    const { downloads: reported = [] } = await own.locator(selector).click();
    expect(reported).toMatchObject([{ suggestedName }]);
    expect(readFileSync(reported[0]?.path ?? '', 'utf8')).toBe(contents);
    await context.close();
  });

  it('reports a dialog opened by a scripted action, and answers it', async () => {
    const said = "window.said = (window.said ?? '') + this.id; alert(this.id)";
    server.serve({
      '/asks':
        html(`<select id="list" onchange="${said}"><option>A<option>B</select><button id="button" onclick="${said}">B</button>
        <input id="day" type="date" onchange="${said}"><input id="file" type="file" onchange="${said}"><p id="drag" onmousedown="${said}">Drag</p>`),
    });
    await page.goto(`${server.origin}/asks`);
    const actions: [string, () => Promise<ActionReport>][] = [
      ['list', () => page.locator('#list').selectOption('B')],
      ['button', () => page.locator('#button').domClick()],
      ['day', () => page.locator('#day').fill('2024-02-29')],
      ['file', () => page.locator('#file').setInputFiles(import.meta.filename)],
      ['drag', () => page.locator('#drag').dragTo(page.locator('#button'))],
    ];
    for (const [id, act] of actions) {
      expect((await act()).dialog).toMatchObject({ message: id });
      await page.actions.answerDialog(true);
    }
    expect(await inPage(page, '() => said')).toBe('listbuttondayfiledrag');
    // The mouse button that was down is up again.
    expect((await page.locator('#button').click()).dialog).toMatchObject({ message: 'button' });
    await page.actions.answerDialog(true);
  });

  it.runIf(engine === 'chromium')('says that the page waits for a server', async () => {
    // Firefox continues with the document that is shown.
    await page.goto(`${server.origin}/`);
    const before = held.length;
    await inPage(page, "() => { location.href = '/held'; }");
    await expect.poll(() => held.length, { timeout: 30_000 }).toBeGreaterThan(before);
    expect(await outcome(page.locator('#sync').click({ timeout: 200 }))).toMatch(
      /^timeout\nc\d+p\d+ is navigating to "http.*\/held", and the server has not answered/,
    );
    await page.goto(`${server.origin}/`);
  });

  it('is not blocked by a page that prints itself', async () => {
    server.serve({ '/prints': html(`<button id="print" onclick="print(); this.value = 1">Print</button>`) });
    await page.goto(`${server.origin}/prints`);
    await page.locator('#print').click();
    expect(await inPage(page, '() => document.querySelector("#print").value')).toBe('1');
  });

  it('keeps the file chooser that a click opened, until files are given', async () => {
    await click('#choose');
    expect(page.fileChooser).toMatchObject({ multiple: false });
    // A chooser that nobody serves does not prevent another.
    page.takeFileChooser();
    await click('#choose');
    expect(page.fileChooser).toMatchObject({ multiple: false });
    expect(await outcome(page.actions.setFiles(undefined, [import.meta.filename]))).toBe('ok');
    expect(page.fileChooser).toBeUndefined();
    expect(await inPage(page, '() => file.files[0].name')).toBe('settling.test.ts');
    expect(await outcome(page.actions.setFiles(undefined, [import.meta.filename]))).toMatch(
      /^bad-argument\nNo file chooser is open/,
    );
  });

  it('gives files to the input behind a label', async () => {
    expect(await outcome(page.locator('#choose').setInputFiles(import.meta.filename))).toBe('ok');
    expect(await inPage(page, '() => file.files.length')).toBe(1);
  });

  it('runs actions of one page in sequence, and those of two pages in parallel', async () => {
    await onNewPage();
    const other = await browser.newPage();
    await other.goto(`${server.origin}/`);
    const order: string[] = [];
    const act = (on: Page, name: string, selector: string) =>
      on
        .locator(selector)
        .click({ settleTimeout: 60_000 })
        .then(() => order.push(name));
    const before = held.length;
    // The first waits for its answer, the second of the same page for the first. The other page waits for neither.
    const first = act(page, 'first', '#poll');
    await expect.poll(() => held.length).toBeGreaterThan(before);
    const second = act(page, 'second', '#nothing');
    await act(other, 'other', '#nothing');
    for (const response of held.splice(0)) response.end();
    await Promise.all([first, second]);
    expect(order).toEqual(['other', 'first', 'second']);
    await other.close();
  });
});
