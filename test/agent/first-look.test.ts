/** The first look at a document: an outline within a budget, the frame of a site once, and all of it when asked for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host, type HostOptions } from '../../src/agent/host.js';
import { takeTurn } from '../../src/agent/turn.js';
import { type Browser, launch } from '../../src/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { estimateTokens } from '../../src/tree/text/tokens.js';
import { BROWSERS, type BrowserEngine } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const MENU = `<nav aria-label="Site">${['Home', 'News', 'Shop', 'Help', 'About']
  .map((name) => `<a href="/${name}">${name}</a> `)
  .join('')}</nav>`;
const LONG = `<!doctype html><title>Long</title>${MENU}<main><h1>Orders</h1>${Array.from(
  { length: 400 },
  (_, at) => `<p>Paragraph ${at} of a long text that nobody reads to its end.</p>`,
).join('')}<form aria-label="Search"><label>Words <input></label><button>Find</button></form>
<button onclick="document.querySelector('main').insertAdjacentHTML('afterbegin',
  Array.from({ length: 200 }, (_, at) => '<section aria-label=Part' + at + '><h2>Part ' + at + '</h2><button>Do ' + at + '</button></section>').join(''))">Fill</button>
<iframe srcdoc="<button>In the frame</button>"></iframe></main>`;
const SHORT = `<!doctype html><title>Short</title>${MENU}<main><h1>Short</h1><a href="/long">Long</a></main>`;

describe.each(BROWSERS)('the first look at a document (%s)', (which: BrowserEngine) => {
  let server: FixtureServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ '/long': LONG, '/short': SHORT });
    browser = await launch({ browser: which });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function start(options: Partial<HostOptions> = {}) {
    const host = new Host({ open: async () => browser, root: process.cwd(), tools: TOOLS, ...options });
    const agent = new Agent(host);
    await agent.browser();
    await agent.newPage();
    const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      const { text, isError } = await takeTurn(agent, tool, args);
      if (isError) throw new Error(text);
      return text;
    };
    return { agent, call };
  }

  const refOf = (text: string, part: string) =>
    new RegExp(`${part}.*?\\[ref=(\\w+)\\]`).exec(text)?.[1] ?? `nothing with ${part} in\n${text}`;

  it('is an outline of a long page, with its controls, its frames and how to see the rest', async () => {
    const { call } = await start();
    const answer = await call('browser_navigate', { url: `${server.origin}/long` });
    expect(answer).toContain('Snapshot 1: an outline of the page');
    expect(estimateTokens(answer)).toBeLessThan(1_200);
    for (const part of ['heading "Orders"', 'textbox "Words"', 'button "Find"', 'button "In the frame"'])
      expect(answer).toContain(part);
    const [, target, offset] = /… \d+ texts: snapshot target=(\w+) offset=(\d+) limit=50/.exec(answer) ?? [];
    const more = await call('browser_snapshot', { target, offset: Number(offset) });
    expect(more).toContain('of a long text that nobody reads');
    const whole = await call('browser_snapshot');
    expect(whole).toContain('the whole page');
    expect(whole).toContain('Paragraph 399 of');
  });

  it('is the whole page where it fits, or where that is the setting', async () => {
    const { call } = await start();
    expect(await call('browser_navigate', { url: `${server.origin}/short` })).toContain('the whole page');
    const all = await start({ outlineTokens: 0 });
    expect(await all.call('browser_navigate', { url: `${server.origin}/long` })).toContain(
      'Paragraph 399 of',
    );
    const small = await start({ outlineTokens: 200 });
    const answer = await small.call('browser_navigate', { url: `${server.origin}/long` });
    expect(estimateTokens(answer)).toBeLessThan(400);
  });

  it('tells the frame of a site once, and shows it when asked for', async () => {
    const { call } = await start();
    await call('browser_navigate', { url: `${server.origin}/short` });
    const answer = await call('browser_navigate', { url: `${server.origin}/short?again` });
    expect(answer).toMatch(/Snapshot 2: the page, new document since snapshot 1/);
    expect(answer).toMatch(/navigation "Site" \[ref=\w+\] \[… 5 links, as on the page before\]/);
    expect(await call('browser_find', { text: 'Help' })).toContain('link "Help"');
    const target = refOf(answer, 'navigation "Site"');
    expect(await call('browser_snapshot', { target })).toContain('link "Help"');
    // Another site has a frame of its own.
    expect(await call('browser_navigate', { url: `${server.otherOrigin}/short` })).toContain('link "Help"');
  });

  it('is an outline of what came, where an action changed more than has room', async () => {
    const { call } = await start();
    const before = await call('browser_navigate', { url: `${server.origin}/long` });
    const answer = await call('browser_click', { target: refOf(before, 'button "Fill"') });
    expect(answer).toContain('changes since snapshot 1');
    expect(answer).toContain('button "Do 0"');
    expect(answer).toMatch(/… \d+ headings, \d+ buttons: snapshot target=/);
    expect(answer).not.toContain('Paragraph 1');
    expect(estimateTokens(answer)).toBeLessThan(700);
  });
});
