/** The answer to an action contains its outcome, even if the page takes a moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import { takeTurn } from '../../src/agent/turn.js';
import { launch } from '../../src/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS, type BrowserEngine } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const CLOCK = `setInterval(() => { clock.textContent = String(Number(clock.textContent) + 1) }, 60)`;
const NEWS = `setInterval(() => { news.textContent = ['Rain', 'Sun', 'Snow'][Math.floor(performance.now() / 90) % 3] }, 90)`;

/** What a click on a button runs; `done()` shows the outcome. All of a group are on one page. */
const PATTERNS: Record<string, Record<string, string>> = {
  plain: {
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
    // Longer than a timer alone is waited for.
    'a progress bar': `out.innerHTML = '<div role=progressbar aria-label=Saving></div>'; setTimeout(done, 1200)`,
    'a button that says so': `go.textContent = 'Saving…'; go.disabled = true;
      setTimeout(() => { go.textContent = 'Go'; done() }, 1200)`,
    'a region that is busy': `region.setAttribute('aria-busy', 'true');
      setTimeout(() => { region.removeAttribute('aria-busy'); done() }, 1200)`,
    'a text at once and another one later': `out.textContent = 'Liked'; setTimeout(done, 350)`,
    'two steps in words': `out.textContent = 'First step';
      setTimeout(() => { out.textContent = 'Second step'; setTimeout(done, 350) }, 350)`,
    'a list that is emptied and filled later': `list.innerHTML = ''; setTimeout(done, 400)`,
    'a countdown': `let left = 3; out.textContent = '3';
      const beat = setInterval(() => {
        if (--left > 0) { out.textContent = left; return; }
        clearInterval(beat); done();
      }, 250)`,
    // Longer than a timer alone is waited for.
    'a spinner without words': `out.innerHTML = '<i class=spinner></i>'; setTimeout(done, 1300)`,
    'a button that is disabled until then': `go.disabled = true; setTimeout(done, 1300)`,
    'a stream of events': `const stream = new EventSource('/stream'); out.textContent = '';
      stream.onmessage = ({ data }) => { out.append(data); if (data === 'end') { stream.close(); done() } }`,
    // Longer than a timer alone is waited for after a change.
    'words without dots': `out.textContent = 'Saving changes'; setTimeout(done, 800)`,
    'a progress that changes often': `
      let at = 0;
      const beat = setInterval(() => {
        out.textContent = 'Uploading ' + (at += 5) + '%';
        if (at === 100) { clearInterval(beat); setTimeout(done, 50) }
      }, 40)`,
    'a bar for each of two steps': `out.innerHTML = '<progress max=2></progress>';
      let at = 0; const bar = out.firstChild;
      const beat = setInterval(() => { bar.value = ++at % 3; if (at === 5) { clearInterval(beat); done() } }, 120)`,
    'a number that counts up': `const began = performance.now();
      const count = (now) => {
        out.textContent = Math.round(now - began) + ' visits';
        if (now - began < 500) requestAnimationFrame(count); else done();
      };
      requestAnimationFrame(count)`,
    'a number that counts up for longer': `const began = performance.now();
      const count = (now) => {
        out.textContent = Math.round(now - began) + ' visits';
        if (now - began < 1400) requestAnimationFrame(count); else done();
      };
      requestAnimationFrame(count)`,
    'a text that is written word by word': `out.innerHTML = '<p></p>'; let words = 0;
      const write = () => {
        out.firstChild.append(words++ < 16 ? 'word ' : text);
        if (words < 17) setTimeout(write, 60);
      };
      write()`,
    'a spinner that SVG animates': `out.innerHTML = '<svg width=9 height=9><rect width=5 height=5>' +
      '<animateTransform attributeName=transform type=rotate to=360 dur=1s repeatCount=indefinite /></rect></svg>';
      setTimeout(done, 1300)`,
    'a button that is disabled under another name': `go.disabled = true; go.textContent = 'Placing order';
      setTimeout(done, 1300)`,
    'two sentences and then the result': `out.innerHTML = '<p role=status>Signed in. Redirecting…</p>';
      setTimeout(done, 1200)`,
    'animations in turn': `for (let left = 3; left > 0; left--) await out.animate([{ opacity: 0 }, { opacity: 1 }], 250).finished;
      done()`,
    'a view transition and then more': `
      await document.startViewTransition?.(() => { out.textContent = 'In between' }).finished; done()`,
    'nested idle callbacks':
      'requestIdleCallback(() => requestIdleCallback(() => requestIdleCallback(done)))',
    'an empty status and then the result': `out.innerHTML = '<div role=status><div class=spinner></div></div>'; setTimeout(done, 1200)`,
    'a status and then the result': `out.innerHTML = '<p role=status>It has begun</p>'; setTimeout(done, 400)`,
    'a dialog that is transparent at first': `
      out.innerHTML = '<div role=dialog aria-label=Statistics style="opacity: 0"><p>Ratio</p></div>';
      fetch('/slow').then(() => setTimeout(done, 300))`,
    'a shared worker': `
      const code = 'onconnect = ({ ports: [port] }) => setTimeout(() => port.postMessage(1), 150)';
      new SharedWorker('data:text/javascript,' + code).port.onmessage = done`,
    'a value that a script sets later': `setTimeout(() => { field.value = text }, 200)`,
    'a shadow root that changes later': `setTimeout(() => { inner.textContent = text }, 200)`,
    'a new frame that answers later': `
      const code = '<script>setTimeout(() => parent.postMessage(1, "*"), 200)</' + 'script>';
      const frame = document.createElement('iframe');
      frame.src = URL.createObjectURL(new Blob([code], { type: 'text/html' }));
      addEventListener('message', done, { once: true }); out.append(frame)`,
    'a response that is shown part by part': `
      fetch('/parts').then(async ({ body }) => {
        for await (const part of body.pipeThrough(new TextDecoderStream())) out.append(part);
        done();
      })`,
    'a job that is asked for until it is done': `
      let left = 3; out.textContent = 'State: queued';
      const ask = () => fetch('/slow').then(() => --left > 0 ? setTimeout(ask, 300) : done()); ask()`,
    'a window that reports back': `
      addEventListener('message', done, { once: true }); open('/reporting')`,
    'a location that is refused': `navigator.geolocation.getCurrentPosition(done, done)`,
    'a frame that changes later': `setTimeout(() => { frames[0].document.body.textContent = text }, 200)`,
  },
  clock: {
    'a request on a page that ticks': `fetch('/slow').then(done)`,
    'a timer on a page that ticks': `setTimeout(done, 250)`,
  },
  news: { 'a timer on a page with a ticker of words': `setTimeout(done, 250)` },
};

const TICKERS: Record<string, string> = { clock: CLOCK, news: NEWS };

const regionFor = (script: string, at: number): string => `<section id=region${at} aria-label="Part ${at}">
<button id=go${at}>Go ${at}</button><div id=out${at}></div><input id=field${at} aria-label="Field ${at}"><div id=host${at}></div></section>
<script>{
  const [region, go, out, field, host] = ['region', 'go', 'out', 'field', 'host'].map((id) => document.getElementById(id + ${at}));
  const text = 'Done with ${at}.';
  const done = () => { out.innerHTML = '<p>' + text + '</p>' };
  host.attachShadow({ mode: 'open' }).innerHTML = '<p>Nothing yet</p>';
  const inner = host.shadowRoot.querySelector('p');
  go.onclick = async () => { ${script} };
}</script>`;

const STYLE = `.pressed { outline: 2px solid red } @keyframes turn { to { rotate: 1turn } }
  .spinner { display: block; width: 9px; height: 9px; animation: turn 1s linear infinite }`;

const pageFor = (group: string): string => `<!doctype html><title>Outcome</title><style>${STYLE}</style>
<ul id=list><li>Old</li></ul>
<p id=clock>0</p><p id=news>Rain</p><iframe title=Frame srcdoc="<p>Nothing yet</p>" height=50></iframe>
${Object.values(PATTERNS[group] ?? {})
  .map(regionFor)
  .join('')}<script>${TICKERS[group] ?? ''}</script>`;

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

const WORKER = `<!doctype html><title>Worker</title><input id=q aria-label=Search><p id=out></p><script>
  const code = 'onmessage = ({ data }) => { postMessage("Heard"); const end = performance.now() + 250; while (performance.now() < end); postMessage("Result for " + data) }';
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  worker.onmessage = ({ data }) => { out.textContent = data };
  q.oninput = () => worker.postMessage(q.value);
</script>`;

/** It sets timers when the selection changes, too, as editors do. */
const EDITOR = `<!doctype html><title>Editor</title><div id=q contenteditable role=textbox aria-label=Note></div><p id=out></p><script>
  document.onselectionchange = () => setTimeout(() => undefined);
  let timer;
  q.oninput = () => {
    out.textContent = 'Unsaved changes';
    clearTimeout(timer);
    timer = setTimeout(() => { out.textContent = 'Result for ' + q.textContent; }, 900);
  };
</script>`;

const REFRESHING = `<!doctype html><title>Goodbye</title><meta http-equiv=refresh content="1; url=/arrived">
  <p>You are leaving this site now.</p><p>Another one follows.</p><a href=/search>Stay</a>`;

const ENDLESS = `<!doctype html><title>Endless</title><main id=main><button id=go onclick="
  out.innerHTML = '<div role=progressbar aria-label=Uploading></div>'">Go</button><div id=out></div></main>`;

/** Something that does not show changes again and again, each time another part of it. */
const UNSEEN = `<!doctype html><title>Unseen</title><button id=go>Go</button><div id=box hidden>${'<i></i>'.repeat(200)}</div><script>
  let at = 0;
  go.onclick = () => setInterval(() => { box.children[at++ % 200].title = at; }, 50);
</script>`;

/** Both browsers at the same time: the tests mostly wait. */
describe('the answer to an action', () => {
  let server: FixtureServer;
  let stages: Awaited<ReturnType<typeof start>>[];

  async function start(engine: BrowserEngine) {
    const browser = await launch({ browser: engine });
    const agent = new Agent(new Host({ open: async () => browser, root: process.cwd(), tools: TOOLS }));
    const call = async (name: string, args: Record<string, unknown>) => {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return (await takeTurn(agent, tool, args)).text;
    };
    await agent.browser();
    await agent.newPage();
    const open = (path: string) => call('browser_navigate', { url: server.origin + path });
    return { engine, call, open, close: () => browser.close() };
  }

  beforeAll(async () => {
    server = await startServer({
      '/slow': (_, response) => setTimeout(() => response.end('{}'), 150),
      '/stream': (_, response) => {
        response.setHeader('content-type', 'text/event-stream');
        ['one ', 'two ', 'end'].forEach((word, at) => {
          setTimeout(() => response.write(`data: ${word}\n\n`), 150 * (at + 1));
        });
      },
      '/parts': async (_, response) => {
        for (let part = 0; part < 8; part++) {
          response.write('part ');
          await new Promise((next) => setTimeout(next, 100));
        }
        response.end();
      },
      '/reporting': '<script>setTimeout(() => { opener.postMessage(1, "*"); close() }, 200)</script>',
      '/refresh': '<!doctype html><title>Refresh</title><a id=go href=/refreshing>Leave</a>',
      '/refreshing': REFRESHING,
      '/arrived': '<!doctype html><title>Arrived</title><p>You have arrived</p>',
      '/search': SEARCH,
      '/worker': WORKER,
      '/editor': EDITOR,
      '/endless': ENDLESS,
      '/unseen': UNSEEN,
      ...Object.fromEntries(Object.keys(PATTERNS).map((group) => [`/${group}`, pageFor(group)])),
    });
    stages = await Promise.all(BROWSERS.map(start));
  });
  afterAll(async () => {
    await Promise.all(stages.map((stage) => stage.close()));
    await server.close();
  });

  const inBoth = async (run: (stage: (typeof stages)[number]) => Promise<void>): Promise<void> => {
    await Promise.all(stages.map(run));
  };

  describe.each(Object.entries(PATTERNS))('on a page with %s', (group, patterns) => {
    beforeAll(() =>
      inBoth(async ({ call, open }) => {
        await open(`/${group}`);
        // An agent thinks before it acts; in that time a page shows what it does by itself.
        if (group !== 'plain') await call('browser_wait_for', { time: 0.5 });
      }),
    );

    it.each(Object.keys(patterns).map((name, at) => ({ name, at })))(
      'contains the outcome of $name',
      ({ at }) =>
        inBoth(async ({ engine, call }) => {
          const answer = await call('browser_click', { target: `#go${at}` });
          expect(answer, engine).toContain(`Done with ${at}.`);
          expect(answer, engine).not.toMatch(/still busy|keeps changing/);
        }),
    );
  });

  it('contains the outcome, not only what the page did before', () =>
    inBoth(async ({ engine, call, open }) => {
      await open('/plain');
      await call('browser_evaluate', { function: `() => { document.body.append('News') }` });
      const answer = await call('browser_click', { target: '#go2' });
      expect(answer, engine).toContain('News');
      expect(answer, engine).toContain('Done with 2.');
    }));

  it.each(['/search', '/worker', '/editor'])('contains what a search finds after the last key: %s', (path) =>
    inBoth(async ({ engine, call, open }) => {
      await open(path);
      const answer = await call('browser_type', { target: '#q', text: 'ships' });
      expect(answer, engine).toContain('Result for ships');
    }),
  );

  it('contains the document that the next one gives way to', () =>
    inBoth(async ({ engine, call, open }) => {
      await open('/refresh');
      expect(await call('browser_click', { target: '#go' }), engine).toContain('You have arrived');
    }));

  it('says that the page is still working, and on what', () =>
    inBoth(async ({ engine, call, open }) => {
      await open('/endless');
      const answer = await call('browser_click', { target: '#go' });
      expect(answer, engine).toContain('progressbar "Uploading"');
      expect(answer, engine).toMatch(/still busy: progressbar "Uploading" \[ref=\w+\]/);
    }));

  it('says that the page keeps changing if nothing of that shows', () =>
    inBoth(async ({ engine, call, open }) => {
      await open('/unseen');
      expect(await call('browser_click', { target: '#go' }), engine).toContain(
        'The page keeps changing, but nothing of that shows yet',
      );
    }));
});
