/** Pages of Playwright and Puppeteer: the real packages on a real Chromium, with Sightline on their CDP sessions. */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { chromium, type Browser as PlaywrightBrowser, type Page as PlaywrightPage } from 'playwright-core';
import puppeteer, { type Browser as PuppeteerBrowser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/browsers/find.js';
import {
  createServer,
  fromPlaywright,
  fromPuppeteer,
  type Page,
  playwrightLocator,
  refOf,
} from '../../src/index.js';
import { type FixtureServer, startServer } from '../support/server.js';

const executablePath = findBrowser('chromium')?.executable ?? '';
const args = ['--no-sandbox', '--site-per-process'];
let server: FixtureServer;
const ending: (() => unknown)[] = [];

beforeAll(async () => {
  server = await startServer({
    '/form':
      '<title>Pay</title><label>Card <input></label><button onclick="this.textContent = \'Paid\'">Pay</button>',
    '/other': '<title>Other</title><h1>Other</h1>',
  });
  server.serve({
    '/': `<title>Shop</title><h1>Shop</h1>
      <ul><li><button>Remove</button></li><li><button>Remove</button></li></ul>
      <a href="/other" target="_blank">More</a>
      <div id=host></div><iframe name=pay src="${server.otherOrigin}/form"></iframe>
      <script>
        host.attachShadow({ mode: 'open' }).innerHTML = '<button>In shadow</button>';
        addEventListener('click', (event) => { window.clicked = event.target.textContent; });
      </script>`,
  });
});
afterAll(() => server.close());
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

function refIn(text: string, line: RegExp, nth = 0): string {
  const found = text.split('\n').filter((each) => line.test(each))[nth];
  const ref = /\[ref=(\w+)\]/.exec(found ?? '')?.[1];
  if (ref === undefined) throw new Error(`no ${line} in\n${text}`);
  return ref;
}

/** What works on a host's page has to work the same on both. */
async function worksOn(page: Page): Promise<void> {
  const before = await page.ariaSnapshotWithFrames();
  expect(before.text).toContain('textbox "Card"');
  await page.locatorFromRef(refIn(before.text, /textbox "Card"/)).fill('4711');
  await page.locatorFromRef(refIn(before.text, /button "Pay"/)).click();
  const after = await page.ariaSnapshotWithFrames({ since: before.json.snapshotId });
  expect(after.text).toContain('Paid');
  expect(after.text).toContain('4711');
  await page.locatorFromRef(refIn(before.text, /link "More"/)).click();
  expect(page.context.pages().map(({ url }) => new URL(url).pathname)).toContain('/other');
  const { dom } = await page.texts();
  expect(dom).toContain('In shadow');
}

describe('Playwright', () => {
  let browser: PlaywrightBrowser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args });
  }, 60_000);
  afterAll(() => browser.close());

  async function shop(): Promise<PlaywrightPage> {
    const context = await browser.newContext({ viewport: { width: 900, height: 600 } });
    ending.push(() => context.close());
    const page = await context.newPage();
    await page.goto(`${server.origin}/`);
    return page;
  }

  async function joined(host: PlaywrightPage): Promise<Page> {
    const page = await fromPlaywright(host);
    ending.push(() => page.context.browser.close());
    return page;
  }

  it('a page works with its frames, and goes on working for Playwright', async () => {
    const host = await shop();
    const page = await joined(host);
    await worksOn(page);
    expect(await host.frameLocator('iframe').locator('input').inputValue()).toBe('4711');
    await host.getByRole('button', { name: 'Remove' }).first().click();
    expect(await host.evaluate('clicked')).toBe('Remove');
    await page.context.configure({ userAgent: 'Another/1.0' });
    expect(await host.evaluate('navigator.userAgent')).toBe('Another/1.0');
    await page.context.browser.close();
    await expect(page.ariaSnapshot()).rejects.toMatchObject({ code: 'browser-disconnected' });
    expect(await host.title()).toBe('Shop');
    expect(await host.evaluate('navigator.userAgent')).toContain('Chrome');
    expect(await host.evaluate('innerWidth')).toBe(900);
    await host.reload();
    await host.frameLocator('iframe').getByRole('button', { name: 'Pay' }).click();
  });

  it('sees what Playwright does, and nothing of other contexts', async () => {
    const host = await shop();
    const stranger = await shop();
    const page = await joined(host);
    expect(page.context.browser.pages()).toEqual([page]);
    await host.goto(`${server.origin}/other`);
    await page.waitForLoadState('load');
    expect((await page.ariaSnapshot()).text).toContain('heading "Other"');
    const second = await host.context().newPage();
    await second.goto(`${server.origin}/other`);
    await expect.poll(() => page.context.pages().length).toBe(2);
    await stranger.goto(`${server.origin}/other`);
    expect(page.context.browser.pages()).toHaveLength(2);
  });

  it('a context and a browser come with their pages', async () => {
    const host = await shop();
    const context = await fromPlaywright(host.context());
    ending.push(() => context.browser.close());
    expect(context.pages().map(({ url }) => url)).toEqual([`${server.origin}/`]);
    await context.addCookies([{ name: 'a', value: '1', domain: '127.0.0.1' }]);
    expect((await host.context().cookies()).map(({ name }) => name)).toEqual(['a']);
    const whole = await fromPlaywright(browser);
    ending.push(() => whole.close());
    expect(whole.pages().map(({ url }) => url)).toContain(`${server.origin}/`);
    const empty = await browser.newContext();
    ending.push(() => empty.close());
    const none = await fromPlaywright(empty);
    ending.push(() => none.browser.close());
    const opened = await none.newPage();
    await opened.goto(`${server.origin}/other`);
    await expect.poll(() => empty.pages().map((each) => each.url())).toEqual([`${server.origin}/other`]);
  });

  it('refs and locators mean the same elements, both ways', async () => {
    const host = await shop();
    const page = await joined(host);
    const { text } = await page.ariaSnapshotWithFrames();
    const removes = host.getByRole('button', { name: 'Remove' });
    const pay = host.frameLocator('iframe').getByRole('button', { name: 'Pay' });
    const pairs = [
      [removes.nth(1), refIn(text, /button "Remove"/, 1)],
      [pay, refIn(text, /button "Pay"/)],
      [host.getByText('In shadow'), refIn(text, /button "In shadow"/)],
    ] as const;
    for (const [locator, ref] of pairs) {
      expect(await refOf(page, locator)).toBe(ref);
      const back = await playwrightLocator(host, page, ref);
      expect(await refOf(page, back)).toBe(ref);
    }
    await (await playwrightLocator(host, page, refIn(text, /button "Pay"/))).click();
    expect(await pay.count()).toBe(0);
    const handle = await removes.first().elementHandle();
    if (!handle) throw new Error('no handle');
    expect(await refOf(page, handle)).toBe(refIn(text, /button "Remove"/));
    const elsewhere = await shop();
    await expect(refOf(page, elsewhere.locator('h1'))).rejects.toMatchObject({ code: 'no-match' });
  });

  it('an MCP server works on the page that there is, and leaves it', async () => {
    const host = await shop();
    const page = await joined(host);
    const mcp = await createServer({ browser: page });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'framework', version: '1' });
    await Promise.all([mcp.connect(far), client.connect(near)]);
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content } = await client.callTool({ name, arguments: input });
      return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    };
    const seen = await call('browser_snapshot');
    expect(seen).toContain('heading "Shop"');
    await call('browser_click', { target: refIn(seen, /button "Remove"/), element: 'Remove' });
    expect(await host.evaluate('clicked')).toBe('Remove');
    await client.close();
    expect((await page.ariaSnapshot()).text).toContain('Shop');
  });

  it('says so when Playwright closes the browser, and when it is given something else', async () => {
    const own = await chromium.launch({ executablePath, args });
    const sightline = await fromPlaywright(own);
    const lost = new Promise((resolve) => sightline.on('disconnected', resolve));
    await own.close();
    expect(await lost).toContain('Playwright');
    await expect(fromPlaywright({} as PlaywrightPage)).rejects.toMatchObject({ code: 'bad-argument' });
    await expect(fromPlaywright(own)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('Puppeteer', () => {
  let browser: PuppeteerBrowser;
  beforeAll(async () => {
    browser = await puppeteer.launch({ executablePath, args });
  }, 60_000);
  afterAll(() => browser.close());

  it('a page works with its frames, and goes on working for Puppeteer', async () => {
    const host = await browser.newPage();
    await host.goto(`${server.origin}/`);
    const page = await fromPuppeteer(host);
    await worksOn(page);
    const { text } = await page.ariaSnapshotWithFrames();
    const handle = await host.$('li:nth-of-type(2) button');
    if (!handle) throw new Error('no handle');
    expect(await refOf(page, handle)).toBe(refIn(text, /button "Remove"/, 1));
    await page.context.browser.close();
    expect(await host.title()).toBe('Shop');
    // The tab that the link opened is in front, and Puppeteer clicks only what is drawn.
    await host.bringToFront();
    await host.click('li button');
    expect(await host.evaluate('clicked')).toBe('Remove');
    await host.reload();
  });

  it('a browser comes with its pages; something else is refused', async () => {
    const host = await browser.newPage();
    await host.goto(`${server.origin}/other`);
    const sightline = await fromPuppeteer(browser);
    expect(sightline.pages().map(({ url }) => url)).toContain(`${server.origin}/other`);
    await sightline.close();
    await expect(fromPuppeteer({} as PuppeteerBrowser)).rejects.toMatchObject({ code: 'bad-argument' });
  });
});
