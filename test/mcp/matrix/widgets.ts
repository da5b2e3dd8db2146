/**
 * The page that every tool is tested on, and its independent observer: the page itself reports what happens to
 * the test's own server, so that no answer of the server under test is taken for an effect.
 */
import type { ServerResponse } from 'node:http';
import { type FixtureServer, startServer } from '../../support/server.js';

export const PLACES = ['main frame', 'cross-origin frame'] as const;
export type Place = (typeof PLACES)[number];

/** What a document reported, and which one it was. */
export interface Told {
  /** The page's id: every opened page has its own. */
  id: string;
  place: Place;
  what: string;
  /** Its number among the document's reports. */
  at: number;
}

/** Milliseconds: longer than any report takes; a test that waits this long has failed. */
const PATIENCE = 10_000;

const SCRIPT = `
  const id = new URLSearchParams(location.search).get('id');
  const place = top === self ? 'main frame' : location.hostname === 'localhost' ? 'cross-origin frame' : 'elsewhere';
  let at = 0;
  const tell = (what) => fetch('/told', { method: 'POST', keepalive: true, body: JSON.stringify({ id, place, what, at: at++ }) });
  // As if new; later reports have this number or a higher one.
  const reset = () => {
    for (const id of ['text', 'file']) document.getElementById(id).value = '';
    document.getElementById('choice').selectedIndex = 0;
    document.getElementById('agree').checked = false;
    document.getElementById('status').textContent = '';
    document.getElementById('scroller').scrollTop = 0;
    document.activeElement?.blur();
    return at;
  };
  const token = 'T' + Math.random().toString(36).slice(2, 10);
  const colour = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256));
  new EventSource('/alive?' + new URLSearchParams({ id, place }));
  tell('token ' + token);
  tell('colour ' + colour);
  tell('cookie ' + document.cookie);
  console.log('logged ' + token);
  fetch('/data?' + token).then((response) => response.text());
  // Chromium with WebMCP.
  document.modelContext?.registerTool({
    name: 'note_' + token.toLowerCase(), description: 'Notes a text', inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    execute: async ({ text }) => { tell('noted ' + text); return { noted: text }; },
  });
  addEventListener('pageshow', () => tell('shown ' + location.pathname));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => tell('dark ' + matches));
  addEventListener('resize', () => tell('width ' + innerWidth));
  addEventListener('DOMContentLoaded', () => {
    const $ = (id) => document.getElementById(id);
    $('token').textContent = token;
    $('colour').style.background = 'rgb(' + colour + ')';
    const on = (id, type, say) => $(id).addEventListener(type, (event) => tell([type, say(event), event.isTrusted].join(' ')));
    on('press', 'click', () => 'press');
    on('over', 'mouseenter', () => 'over');
    on('over', 'mousedown', () => 'over');
    on('press', 'mouseup', () => 'press');
    $('item').textContent = token;
    on('text', 'input', () => $('text').value);
    on('text', 'keydown', (event) => event.key);
    on('choice', 'change', () => $('choice').value);
    on('agree', 'change', () => $('agree').checked);
    $('scroller').addEventListener('scroll', () => tell('scroll ' + ($('scroller').scrollTop > 0)));
    $('file').addEventListener('change', async () => tell('file ' + $('file').files[0].name + ' ' + await $('file').files[0].text()));
    $('ask').onclick = () => tell('answer ' + prompt('Who?'));
    // The text shows only after the observer was told: whoever waited for the text comes later.
    $('later').onclick = () => { setTimeout(async () => { await tell('arriving'); $('status').textContent = 'Arrived'; }, 50); };
    $('source').ondragstart = (event) => event.dataTransfer.setData('text/plain', 'cargo');
    $('target').ondragover = (event) => event.preventDefault();
    $('target').ondrop = (event) => { event.preventDefault(); tell('drop ' + event.dataTransfer.getData('text/plain')); };
  });
`;

const WIDGETS = `<!doctype html><meta charset="utf-8"><title>Widgets</title>
<style>.w { display: block; margin: 4px; width: 160px; height: 24px; box-sizing: border-box } #scroller { overflow: auto } #scroller div { height: 900px }</style>
<script>${SCRIPT}</script>
<h1 id="token"></h1>
<button class="w" id="press">Press</button>
<div class="w" id="over" role="img" aria-label="Over"></div>
<input class="w" id="text" aria-label="Text">
<select class="w" id="choice" aria-label="Choice"><option>One<option>Two</select>
<input class="w" id="agree" type="checkbox" aria-label="Agree">
<div class="w" id="scroller" role="region" aria-label="Scroller" tabindex="0"><div>Long</div></div>
<input class="w" id="file" type="file" aria-label="File">
<button class="w" id="ask">Ask</button><button class="w" id="later">Later</button><p id="status" role="status"></p>
<div class="w" id="colour" role="img" aria-label="Colour"></div>
<ul aria-label="List"><li>First<li id="item"></ul>
<div class="w" id="source" draggable="true" role="img" aria-label="Source">Source</div>
<div class="w" id="target" role="img" aria-label="Target">Target</div>`;

const AROUND = (src: string) =>
  `<!doctype html><meta charset="utf-8"><title>Around</title><iframe title="Inside" src="${src}" allow="tools" style="width: 90%; height: 560px"></iframe>`;

export interface Observer {
  /** The URL of a page with the widgets in this place; `path` distinguishes two such pages. */
  address(place: Place, id: string, path?: 'one' | 'two'): string;
  /** The reports of a page's documents, in order. */
  of(id: string): Told[];
  /** The first matching report of the document of that page in that place, from that number on. */
  told(id: string, place: Place, what: RegExp, from?: number): Promise<RegExpExecArray>;
  /** Resolves when the document of that page in that place has been shown this many times. */
  shown(id: string, place: Place, times: number): Promise<void>;
  /** Resolves when the document is alive: it keeps a connection to the server open. */
  alive(id: string, place: Place): Promise<void>;
  /** Resolves when the document is gone. */
  gone(id: string, place: Place): Promise<void>;
  /** Documents that requested their data. */
  readonly requested: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function startObserver(): Promise<Observer> {
  const all: Told[] = [];
  const lines = new Map<string, Set<ServerResponse>>();
  const requested = new Set<string>();
  const checks = new Set<() => void>();
  const changed = () => {
    for (const check of [...checks]) check();
  };
  const lineOf = (id: string, place: string) => `${id} ${place}`;
  const server: FixtureServer = await startServer({
    '/favicon.ico': '',
    '/one': WIDGETS,
    '/two': WIDGETS,
    '/data'(request, response) {
      const token = new URL(request.url ?? '', 'http://fixture').search.slice(1);
      requested.add(token);
      response.end(`data for ${token}`);
    },
    '/told'(request, response) {
      let body = '';
      request
        .on('data', (chunk: Buffer) => {
          body += chunk;
        })
        .on('end', () => {
          all.push(JSON.parse(body) as Told); // written by the page above
          response.end();
          changed();
        });
    },
    '/alive'(request, response) {
      const { searchParams } = new URL(request.url ?? '', 'http://fixture');
      const key = lineOf(searchParams.get('id') ?? '', searchParams.get('place') ?? '');
      const open = lines.get(key) ?? new Set();
      lines.set(key, open.add(response));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': alive\n\n');
      request.on('close', () => {
        open.delete(response);
        changed();
      });
    },
    '/around-one': (request, response) => void response.end(AROUND(inside('one', request.url))),
    '/around-two': (request, response) => void response.end(AROUND(inside('two', request.url))),
  });
  const inside = (path: string, url = '') =>
    `${server.otherOrigin}/${path}${new URL(url, 'http://fixture').search}`;

  function until<T>(what: string, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        checks.delete(check);
        const last = all.slice(-20).map(({ id, place, what: said }) => `${id} ${place}: ${said}`);
        reject(new Error(`not told within ${PATIENCE} ms: ${what}; told last:\n${last.join('\n')}`));
      }, PATIENCE);
      const check = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        checks.delete(check);
        resolve(found);
      };
      checks.add(check);
      check();
    });
  }
  const isAlive = (id: string, place: Place) => (lines.get(lineOf(id, place))?.size ?? 0) > 0;

  return {
    address: (place, id, path = 'one') =>
      `${server.origin}/${place === 'main frame' ? path : `around-${path}`}?id=${id}`,
    of: (id) => all.filter((each) => each.id === id),
    told: (id, place, what, from = 0) =>
      until(`${id} ${place} ${what}`, () => {
        for (const each of all) {
          const meant = each.id === id && each.place === place && each.at >= from;
          const match = meant ? what.exec(each.what) : null;
          if (match) return match;
        }
        return undefined;
      }),
    shown: async (id, place, times) =>
      void (await until(`${id} shown ${times} times`, () => {
        const told = all.filter((each) => each.id === id && each.place === place);
        return told.filter(({ what }) => what.startsWith('shown')).length >= times || undefined;
      })),
    alive: async (id, place) =>
      void (await until(`the life of ${id}`, () => isAlive(id, place) || undefined)),
    gone: async (id, place) => void (await until(`the end of ${id}`, () => !isAlive(id, place) || undefined)),
    requested,
    close: () => server.close(),
  };
}
