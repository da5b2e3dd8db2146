/** The answer to an action contains its outcome, even if the page takes a moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import { takeTurn } from '../../src/agent/turn.js';
import { type Browser, launch } from '../../src/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const CLOCK = `setInterval(() => { clock.textContent = String(Number(clock.textContent) + 1) }, 60)`;
const NEWS = `setInterval(() => { news.textContent = ['Rain', 'Sun', 'Snow'][Math.floor(performance.now() / 90) % 3] }, 90)`;

/** What a click on "Go" runs; `done()` shows the outcome. */
const PATTERNS: Record<string, string> = {
  'at once': 'done()',
  'a timer of 150 ms': 'setTimeout(done, 150)',
  'a timer of 400 ms': 'setTimeout(done, 400)',
  'a timer of 800 ms': 'setTimeout(done, 800)',
  'two chained timers': 'setTimeout(() => setTimeout(done, 150), 150)',
  'a worker that computes': `
    const code = 'onmessage = () => { const end = performance.now() + 400; while (performance.now() < end); postMessage(1) }';
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    worker.onmessage = done; worker.postMessage(1)`,
  'a debounce and then a request': `setTimeout(() => fetch('/slow').then(done), 300)`,
  'a request that takes a while': `fetch('/slow').then(done)`,
  'a request on a page that ticks': `fetch('/slow').then(done)/*tick*/`,
  'a timer on a page that ticks': `setTimeout(done, 250)/*tick*/`,
  'a timer on a page with a ticker of words': `setTimeout(done, 250)/*news*/`,
  'a broadcast channel': `
    const [a, b] = [new BroadcastChannel('x'), new BroadcastChannel('x')];
    b.onmessage = () => setTimeout(done, 50); a.postMessage(1)`,
  'an IndexedDB write': `
    const open = indexedDB.open('db' + Math.random());
    open.onupgradeneeded = () => open.result.createObjectStore('s');
    open.onsuccess = () => {
      const write = open.result.transaction('s', 'readwrite');
      write.objectStore('s').put(1, 1); write.oncomplete = done;
    }`,
  'an idle callback': 'requestIdleCallback(() => setTimeout(done, 30))',
  'a focus style and then a timer': `go.classList.add('pressed'); setTimeout(done, 200)`,
  'a change that nobody sees and then a timer': `
    document.head.append(document.createElement('style')); go.dataset.count = '1'; setTimeout(done, 200)`,
  'a progress bar for 900 ms': `
    out.innerHTML = '<div role=progressbar aria-label=Saving></div>'; setTimeout(done, 900)`,
  'a button that says so': `go.textContent = 'Saving…'; go.disabled = true;
    setTimeout(() => { go.textContent = 'Go'; done() }, 900)`,
  'a region that is busy': `main.setAttribute('aria-busy', 'true');
    setTimeout(() => { main.removeAttribute('aria-busy'); done() }, 900)`,
  'a value that a script sets later': `setTimeout(() => { field.value = 'It is done' }, 200)`,
  'a shadow root that changes later': `setTimeout(() => { inner.textContent = 'It is done' }, 200)`,
  'a frame that changes later': `setTimeout(() => { frames[0].document.body.textContent = 'It is done' }, 200)`,
};

const pageFor = (script: string): string => `<!doctype html><title>Outcome</title><main id=main>
<button id=go>Go</button><div id=out></div><p id=clock>0</p><p id=news>Rain</p><input id=field aria-label=Field>
<div id=host></div><iframe title=Frame srcdoc="<p>Nothing yet</p>"></iframe></main>
<style>.pressed { outline: 2px solid red }</style>
<script>
  const done = () => { out.innerHTML = '<p>It is done</p>' };
  host.attachShadow({ mode: 'open' }).innerHTML = '<p>Nothing yet</p>';
  const inner = host.shadowRoot.querySelector('p');
  ${script.includes('/*tick*/') ? CLOCK : ''}
  ${script.includes('/*news*/') ? NEWS : ''}
  go.onclick = () => { ${script} };
</script>`;

const SEARCH = `<!doctype html><title>Search</title><input id=q aria-label=Search><ul id=list></ul><script>
  let timer;
  q.oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      await fetch('/slow');
      list.innerHTML = '<li>Result for ' + q.value + '</li>';
    }, 300);
  };
</script>`;

const ENDLESS = `<!doctype html><title>Endless</title><main id=main><button onclick="
  out.innerHTML = '<div role=progressbar aria-label=Uploading></div>'">Go</button><div id=out></div></main>`;

describe.each(BROWSERS)('the answer to an action (%s)', (which) => {
  let server: FixtureServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({
      '/slow': (_, response) => setTimeout(() => response.end('{}'), 150),
      '/search': SEARCH,
      '/endless': ENDLESS,
    });
    Object.values(PATTERNS).forEach((script, at) => {
      server.serve({ [`/${at}`]: pageFor(script) });
    });
    browser = await launch({ browser: which });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function opened(path: string) {
    const agent = new Agent(new Host({ open: async () => browser, root: process.cwd(), tools: TOOLS }));
    const call = async (name: string, args: Record<string, unknown>) => {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return (await takeTurn(agent, tool, args)).text;
    };
    await agent.browser();
    const page = await agent.newPage();
    const text = await call('browser_navigate', { url: server.origin + path });
    const ref = (part: string) => new RegExp(`${part}.*?\\[ref=(\\w+)\\]`).exec(text)?.[1] ?? '';
    return { call, page, ref };
  }

  it.each(Object.keys(PATTERNS))('contains the outcome of %s', async (name) => {
    const { call, page, ref } = await opened(`/${Object.keys(PATTERNS).indexOf(name)}`);
    // An agent thinks before it acts; in that time a page shows what it does by itself.
    await call('browser_wait_for', { time: 0.5 });
    const answer = await call('browser_click', { target: ref('button "Go"') });
    expect(answer).toContain('It is done');
    expect(answer).not.toMatch(/still busy/);
    await page.close();
  });

  it('contains what a search finds after the last key', async () => {
    const { call, page, ref } = await opened('/search');
    expect(await call('browser_type', { target: ref('"Search"'), text: 'ships' })).toContain(
      'Result for ships',
    );
    await page.close();
  });

  it('says that the page is still working, and on what', async () => {
    const { call, page, ref } = await opened('/endless');
    const answer = await call('browser_click', { target: ref('button "Go"') });
    expect(answer).toContain('progressbar "Uploading"');
    expect(answer).toMatch(/still busy: progressbar "Uploading" \[ref=\w+\]/);
    await page.close();
  });
});
