/** A person at the window of a running server: watches, takes over, points and answers, in the same browser. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import { takeTurn } from '../../src/agent/turn.js';
import type { Browser, Page } from '../../src/index.js';
import { LiveWindow } from '../../src/show/live/live-window.js';
import { TrailReader } from '../../src/show/trail-reader.js';
import { serveViewer, type Viewer } from '../../src/show/viewer-server.js';
import { TOOLS } from '../../src/tools/index.js';
import { type BROWSERS, describeEach, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { makeWorkspace } from '../support/state-host.js';

/** New pictures come all the time: the viewer never settles. */
const AT_ONCE = { noSettle: true };

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': `<!doctype html><title>Login</title><h1>Login</h1>
      <label>User <input id="user"></label> <label>Password <input id="password" type="password"></label>
      <label>About <textarea id="about"></textarea></label>
      <label>Box 1 <input id="one" class="code" size="1"></label><label>Box 2 <input class="code" size="1"></label>
      <label>Photo <input id="photo" type="file"></label>
      <button id="ask" onclick="this.textContent = confirm('Really?') ? 'Agreed' : 'Refused'">Agree</button>
      <iframe title="Pay" src="/pay" style="display: block; margin-top: 20px"></iframe>
      <script>
        trusted = [];
        for (const type of ['mousedown', 'keydown', 'input'])
          addEventListener(type, (event) => trusted.push(event.isTrusted), true);
        const [one, two] = document.querySelectorAll('.code');
        one.oninput = () => { two.value = one.value.slice(1); one.value = one.value.slice(0, 1); };
      </script>`,
    '/outside': `<!doctype html><title>Outside</title>
      <label>Size <select id="size"><option>Small<option>Large</select></label>
      <label>Day <input id="day" type="color"></label>
      <button id="held" onclick="this.textContent = event.ctrlKey + ' ' + event.shiftKey">Held</button>
      <button id="open" onclick="window.open('/pay')">Open</button>`,
    '/pay':
      '<!doctype html><button style="margin: 20px" onclick="this.textContent = \'Paid\'">Pay now</button>',
  });
});
afterAll(() => server.close());

interface Watched {
  browser: Browser;
  workspace: Awaited<ReturnType<typeof makeWorkspace>>;
  host: Host;
  call(name: string, args?: Record<string, unknown>, onProgress?: (line: string) => void): Promise<string>;
  /** The agent's page. */
  used: Page;
  viewer: Viewer;
  /** The person's pages. */
  page: Page;
  other: Page;
  close(): Promise<void>;
}

async function openWatched(engine: (typeof BROWSERS)[number]): Promise<Watched> {
  const browser = await launchBrowser(engine);
  const workspace = await makeWorkspace();
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const host = new Host({
    open: async () => browser,
    keepsBrowser: true,
    root: workspace.path,
    tools: TOOLS,
    state: { flag: workspace.path, firstContext: context.index },
    trail: { name: 'live', version: '0.0.0', pictures: true },
  });
  await host.browser();
  const agent = new Agent(host);
  const used = await context.newPage();
  agent.select(used);
  const call: Watched['call'] = async (name, args = {}, onProgress = () => undefined) => {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    return (await takeTurn(agent, tool, args, { onProgress })).text;
  };
  const live = new LiveWindow(host);
  const viewer = await serveViewer({
    live,
    reader: async () => (host.trails.newest === undefined ? undefined : new TrailReader(host.trails.newest)),
  });
  await call('browser_navigate', { url: server.origin });
  const size = { viewport: { width: 1400, height: 900 } };
  const page = await (await browser.newContext(size)).newPage();
  const other = await (await browser.newContext(size)).newPage();
  await page.goto(viewer.url);
  return {
    ...{ browser, workspace, host, call, used, viewer, page, other },
    async close() {
      await live.end();
      await viewer.close();
      await host.end();
      await browser.close();
      await workspace.remove();
    },
  };
}

describeEach('the live view', openWatched, (watched) => {
  const status = (page: Page) => page.evaluate("() => document.querySelector('.notice-line').textContent");

  /** The place of an element of the agent's page in the person's picture. */
  async function placeOf(
    selector: string,
    frame = watched().used.mainFrame,
  ): Promise<{ x: number; y: number }> {
    const { used, page } = watched();
    const box = (await frame.locator(selector).describe()).box;
    const area = (await page.locator('.live-picture').describe()).box;
    const corner = frame === used.mainFrame ? { x: 0, y: 0 } : (await used.locator('iframe').describe()).box;
    if (!box || !area || !corner) throw new Error(`${selector} is not in the picture`);
    const scale = (area.width - 2) / 800;
    return {
      x: (corner.x + box.x + box.width / 2) * scale,
      y: (corner.y + box.y + box.height / 2) * scale,
    };
  }

  it('shows the page as it is, again after each change', async () => {
    const { page, used } = watched();
    const picture = () =>
      page.evaluate(`async () => {
        const image = document.querySelector('.live-picture img');
        if (!image || !image.complete) return '';
        const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas.drawImage(image, 2, 2, 1, 1, 0, 0, 1, 1);
        const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
        return red > 200 && green < 90 && blue < 90 ? 'red' : 'other';
      }`);
    await expect.poll(picture).toBe('other');
    await used.evaluate("() => { document.body.style.background = 'red'; }");
    await expect.poll(picture).toBe('red');
    await used.evaluate("() => { document.body.style.background = ''; }");
    await expect.poll(picture).toBe('other');
  });

  it('lets a person act with trusted input while the agent waits, and keeps what they typed', async () => {
    const { page, other, viewer, call, used, workspace } = watched();
    await other.goto(viewer.url);
    await expect.poll(() => other.getByRole('button', { name: 'Take over' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Take over' }).click();
    await expect.poll(() => status(page)).toContain('You have taken over');
    await expect.poll(() => status(other)).toContain('Somebody else has taken over');

    const progress: string[] = [];
    let answer: string | undefined;
    const waiting = call('browser_console_messages', {}, (line) => progress.push(line)).then((text) => {
      answer = text;
    });
    const hands = page.locator('.hands');
    await hands.click({ position: await placeOf('#user'), ...AT_ONCE });
    await hands.type('Ada-L', AT_ONCE);
    await hands.press('Tab', AT_ONCE);
    await hands.type('Hun2!x', AT_ONCE);
    await hands.click({ position: await placeOf('#about'), ...AT_ONCE });
    const note = page.getByLabel('Note for the agent');
    await note.fill('pasted-text');
    await note.press('Control+A');
    await note.press('Control+X');
    await hands.press('Control+V', AT_ONCE);
    await hands.click({ position: await placeOf('#one'), ...AT_ONCE });
    await hands.type('79', AT_ONCE);
    const values = () =>
      used.evaluate(
        "() => [...document.querySelectorAll('input:not([type=file]), textarea')].map(({ value }) => value)",
      );
    await expect.poll(values).toEqual(['Ada-L', 'Hun2!x', 'pasted-text', '7', '9']);
    expect(await used.evaluate('() => trusted.length > 20 && trusted.every(Boolean)')).toBe(true);

    await hands.click({ position: await placeOf('#photo'), ...AT_ONCE });
    const photo = join(workspace.path, 'me.jpg');
    await writeFile(photo, 'a photo');
    await page.getByLabel(/The page wants/).setInputFiles([photo]);
    await expect
      .poll(() => used.evaluate("() => document.querySelector('#photo').files[0]?.text()"))
      .toBe('a photo');
    await hands.click({ position: await placeOf('#ask'), ...AT_ONCE });
    await page.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => used.getByText('Agreed').count()).toBe(1);
    const frame = used.frames().find(({ url }) => url.endsWith('/pay'));
    await hands.click({ position: await placeOf('button', frame), ...AT_ONCE });
    await expect.poll(() => frame?.getByText('Paid').count()).toBe(1);

    expect(answer).toBeUndefined();
    expect(progress.join()).toContain('A person has taken over the browser');
    await note.fill('You are logged in');
    await page.getByRole('button', { name: 'Hand back' }).click();
    await waiting;
    expect(answer).toMatch(
      /- A person had taken over the browser for \d+ s and handed it back: "You are logged in"/,
    );
    expect(answer).toContain('Agreed');
    expect(answer).toContain('Paid');
    const whole = await call('browser_snapshot');
    expect(whole).toMatch(/textbox "User"[^\n]*\[filled\]/);
    expect(await call('browser_press_key', { key: 'Home' })).not.toContain('A person');
    await expect.poll(() => status(other)).toBe('');
    const folder = watched().host.trails.newest ?? '';
    const reader = new TrailReader(folder);
    const kept = await Promise.all(
      (await readdir(folder)).map(async (name) =>
        name.endsWith('.gz') ? await reader.text(name) : await readFile(join(folder, name), 'latin1'),
      ),
    );
    const state = join(workspace.path, '.sightline/browser-state');
    const dom = await readFile(join(state, 'dom.html'), 'utf8');
    expect(whole).toContain('textbox "Box 2" [filled]');
    for (const text of [answer, whole, dom, ...kept])
      expect(/Ada-L|Hun2|pasted-text/.exec(text ?? '')?.[0]).toBeUndefined();
  });

  it('shows what the browser shows outside of the page, and follows what a person opens', async () => {
    const { page, used } = watched();
    await used.goto(`${server.origin}/outside`);
    await page.getByRole('button', { name: 'Take over' }).click();
    const hands = page.locator('.hands');
    const press = async (selector: string, options = {}) =>
      hands.click({ position: await placeOf(selector), ...options, ...AT_ONCE });
    const value = (selector: string) => () =>
      used.evaluate(`() => document.querySelector('${selector}').value`);
    // Twice: a picker may stay open after a choice.
    for (const size of ['Large', 'Small']) {
      await press('#size');
      await page.getByRole('button', { name: size }).click();
      await expect.poll(value('#size')).toBe(size);
      await expect.poll(() => page.getByRole('button', { name: size }).count()).toBe(0);
    }
    await press('#day');
    await page.getByRole('form', { name: 'Field of the page' }).getByLabel('Day').fill('#ff0000');
    await page.getByRole('button', { name: 'Set' }).click();
    await expect.poll(value('#day')).toBe('#ff0000');
    await press('#held', { modifiers: ['control', 'shift'] });
    await expect.poll(() => used.getByText('true true').count()).toBe(1);
    await press('#open');
    await expect.poll(() => page.getByAltText(/now: .*\/pay$/).count()).toBe(1);
    const opened = used.context.pages().at(-1);
    await opened?.close();
    await expect.poll(() => page.getByAltText(/now: .*\/outside$/).count()).toBe(1);
    await page.getByRole('button', { name: 'Hand back' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Take over' }).count()).toBe(1);
    await used.goto(server.origin);
  });

  it('brings what a person points at to the agent, asked or not, and their answer', async () => {
    const { page, call, used, host, viewer } = watched();
    host.invite = async () => viewer.url;
    const point = async (selector: string) => {
      await page.locator('.hands').click({ position: await placeOf(selector), ...AT_ONCE });
      await expect.poll(() => page.getByRole('form', { name: 'Pointed at' }).count()).toBe(1);
    };
    await page.getByRole('button', { name: 'Point', exact: true }).click();
    await point('#ask');
    await page.getByLabel('Comment for the agent').fill('this button, please');
    await page.getByRole('button', { name: 'Tell the agent' }).click();
    await expect.poll(() => page.getByRole('form', { name: 'Pointed at' }).count()).toBe(0);
    const told = await call('browser_tabs', { action: 'list' });
    const [, ref = ''] =
      /- A person points at button "Agree(?:d)?" \[ref=(\w+)\]: "this button, please"/.exec(told) ?? [];
    expect(ref).toBe(
      await used
        .locatorFromRef(ref)
        .describe()
        .then(() => ref),
    );

    const pick = { reason: 'Which field is yours?', pick: true };
    const first = await call('browser_ask_person', pick);
    expect(first).toContain(`Give this address to the person: ${viewer.url}`);
    const picked = call('browser_ask_person', pick);
    await page.getByRole('button', { name: 'Point at it' }).click();
    await point('#user');
    await page.getByRole('button', { name: 'Tell the agent' }).click();
    expect(await picked).toMatch(/The person points at textbox "User" \[ref=\w+\]/);

    const login = { reason: 'The shop wants a login', needed: 'Log in' };
    await call('browser_ask_person', login);
    await page.getByRole('button', { name: 'Take over' }).click();
    const done = call('browser_ask_person', login);
    await page.getByLabel('Note for the agent').fill('with my account');
    await page.getByRole('button', { name: 'Hand back' }).click();
    expect(await done).toContain('The person says that it is done: "with my account"');
    await call('browser_ask_person', login);
    await page.getByRole('button', { name: 'Decline' }).click();
    expect(await call('browser_ask_person', login)).toContain('The person declined');
    await expect.poll(() => page.getByText('The agent asks you').count()).toBe(0);
  });

  it('has no accessibility violations, with everything that it can show', async () => {
    const { page, call, used } = watched();
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await call('browser_ask_person', { reason: 'A question' });
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.locator('.hands').click({ position: await placeOf('#photo'), ...AT_ONCE });
    await expect.poll(() => page.getByLabel(/The page wants/).count()).toBe(1);
    const check = async () => {
      await page.evaluate(`() => { ${axe}; }`);
      return page.evaluate(
        '() => axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      );
    };
    expect(await check()).toEqual([]);
    await page.locator('.hands').click({ position: await placeOf('#ask'), ...AT_ONCE });
    await expect.poll(() => page.getByText('The page says').count()).toBe(1);
    await page.emulateMedia({ colorScheme: 'dark' }).catch(() => undefined); // Firefox takes it at launch only.
    expect(await check()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => used.getByText('Refused').count()).toBe(1);
    await page.locator('.hands').press('Shift+Escape', AT_ONCE);
    expect(await page.evaluate('() => document.activeElement.textContent')).toBe('Hand back');
  });
});
