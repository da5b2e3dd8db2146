/** What a page can do to whoever looks at it. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isRunning } from '../browsers/processes.js';
import {
  dataOf,
  describeFaults,
  expectAnswer,
  limit,
  openUnderTest,
  type ServerUnderTest,
} from './under-test.js';

const levels = (tag: string) => `<main></main><script>
  let at = document.querySelector('main');
  for (let level = 0; level < 10_000; level++) at = at.appendChild(document.createElement('${tag}'));
  at.innerHTML = '<button>Deep</button>';</script>`;

/** Written by a script, so that the page is small on its way. */
const GROWN = {
  '/levels': `<title>Levels</title><style>main * { display: contents }</style>${levels('span')}`,
  '/boxes': `<title>Boxes</title>${levels('div')}`,
  '/nodes': `<title>Nodes</title><button>First</button><script>
    const part = document.createElement('p');
    part.innerHTML = '<b></b>'.repeat(999);
    for (let copies = 0; copies < 1_000; copies++) document.body.append(part.cloneNode(true));</script>`,
  '/huge': '<title>Huge</title><div style="height: 70000px">Tall</div>',
  '/title': `<p>Body</p><script>document.title = 'T'.repeat(1_000_000)</script>`,
  '/dialogs': `<title>Dialogs</title><button onclick="for (;;) alert('again')">Alert</button>`,
  '/popups': `<title>Popups</title><button onclick="for (let at = 0; at < 20; at++) open('/?' + at)">Open</button>`,
};

describeFaults('pages', (engine) => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await openUnderTest(engine);
    server.site.serve(GROWN);
  });
  afterEach(() => server.nextCallWorks());
  afterAll(() => server.end());

  it('a renderer that runs out of memory', async () => {
    await server.open('/');
    // In bounded time on any machine: each may take 300 MB more than it has.
    const pages = server.processes('page');
    for (const pid of pages) limit(pid, 'data', String(dataOf(pid) + 300 * 2 ** 20));
    const reply = await server.call('browser_evaluate', {
      function: '() => { const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1)); }',
    });
    expect(reply.isError).toBe(true);
    expectAnswer(reply, 'page-crashed', 'script-error');
    for (const pid of pages.filter(isRunning)) limit(pid, 'data', 'unlimited');
  });

  it('a response that never ends', async () => {
    const timers = new Set<NodeJS.Timeout>();
    server.site.serve({
      '/endless': (request, response) => {
        response.setHeader('content-type', 'text/html');
        response.write('<title>Endless</title>');
        const timer = setInterval(() => response.write('<p>more</p>\n\n'), 20);
        timers.add(timer);
        request.on('close', () => clearInterval(timer));
      },
    });
    expectAnswer(await server.open('/endless'), 'timeout', 'navigation-failed');
    for (const timer of timers) clearInterval(timer);
  });

  it('dialogs without end', async () => {
    await server.open('/dialogs');
    const clicked = await server.call('browser_click', { target: await server.ref('button "Alert"') });
    expect(clicked.text).toContain('again');
    for (let times = 0; times < 5; times++)
      expect((await server.call('browser_handle_dialog', { accept: true })).isError).toBe(false);
    // A page that never stops asking can only be closed.
    expect((await server.call('browser_close')).isError).toBe(false);
  });

  it('popups by the dozen', async () => {
    await server.open('/popups');
    const reply = await server.call('browser_click', { target: await server.ref('button "Open"') });
    expect(reply.isError, reply.text).toBe(false);
  });

  it('a title of 1 MB', async () => {
    const reply = await server.open('/title');
    expect(reply.isError, reply.text.slice(0, 500)).toBe(false);
    expect(reply.text).toContain('Body');
    expect(reply.text.length).toBeLessThan(10_000);
  });

  it('10,000 levels', async () => {
    const reply = await server.open('/levels');
    expect(reply.isError, reply.text.slice(0, 500)).toBe(false);
    expect(reply.text).toContain('button "Deep"');
  });

  it('10,000 boxes inside each other, which no browser can draw', async () => {
    const reply = await server.open('/boxes');
    expectAnswer(reply, 'page-crashed');
    expect(reply.text).toMatch(/crashed|button "Deep"|1 button/);
  });

  it('a page too large for a picture', async () => {
    await server.open('/huge');
    const reply = await server.call('browser_take_screenshot', { fullPage: true });
    expect(reply.text).toMatch(
      /Error \(unsupported\): The browser could not draw the whole page.*\nNext: .*viewport/,
    );
    expect((await server.call('browser_take_screenshot')).isError).toBe(false);
  });

  it('1,000,000 nodes', async () => {
    const reply = await server.open('/nodes');
    expect(reply.isError, reply.text.slice(0, 500)).toBe(false);
    // A busy machine may not get through them in time: then the answer has to say so.
    expect(reply.text).toMatch(/button "First"|Not captured: the snapshot took longer than/);
    expect(reply.text.length).toBeLessThan(100_000);
  });
});
