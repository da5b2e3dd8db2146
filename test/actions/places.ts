/**
 * The same widgets in every place where a target can be: each place is a page, and the widgets' document logs the
 * events that reach it.
 */
import type { FixtureServer } from '../support/server.js';

const WIDGETS = `
<style>
  .w { display: block; margin: 6px; width: 180px; height: 26px; box-sizing: border-box; }
  #source, #target { background: #ddd; }
  #scroller { overflow: auto; height: 60px; }
  #scroller div { height: 600px; }
  #covered-check { position: absolute; opacity: 0; width: 0; height: 0; }
</style>
<button class="w" id="button" aria-label="Button">Button</button>
<input class="w" id="text" aria-label="Text" value="old">
<input class="w" id="password" type="password" aria-label="Password">
<input class="w" id="number" type="number" aria-label="Number">
<input class="w" id="date" type="date" aria-label="Date">
<input class="w" id="color" type="color" aria-label="Colour">
<input class="w" id="range" type="range" aria-label="Range">
<textarea class="w" id="area" aria-label="Area"></textarea>
<div class="w" id="editable" contenteditable="true" role="textbox" aria-label="Editable">old</div>
<select class="w" id="select" aria-label="Select"><option value="a">Apple<option value="b">Banana<option value="c" disabled>Cherry</select>
<input class="w" id="check" type="checkbox" aria-label="Check">
<label class="w" id="label"><input id="covered-check" type="checkbox" aria-label="Hidden check">Styled</label>
<div class="w" id="switch" role="switch" aria-checked="false" tabindex="0" aria-label="Switch"
  onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Switch</div>
<input class="w" id="file" type="file" aria-label="File">
<div class="w" id="source" draggable="true" role="img" aria-label="Source">Source</div>
<div class="w" id="target" role="img" aria-label="Target">Target</div>
<div class="w" id="scroller" role="region" aria-label="Scroller" tabindex="0"><div>Long</div></div>
`;

/** Listens at the top of the widgets' scope: the window, or the shadow root itself. */
const RECORDER = `
function record(scope, root) {
  const types = 'pointerdown mousedown focusin focusout pointerup mouseup click auxclick contextmenu dblclick keydown keypress beforeinput input keyup change select wheel dragstart dragenter dragover drop dragend mousemove pointermove scroll'.split(' ');
  window.log = [];
  window.widget = (id) => root.getElementById ? root.getElementById(id) : root.querySelector('#' + id);
  window.unfocus = () => { for (let e = root.activeElement; e; e = e.shadowRoot?.activeElement) e.blur(); };
  // Chromium ignores wheel listeners on a shadow root.
  for (const type of types) (type === 'wheel' ? widget('scroller') : scope).addEventListener(type, (event) => {
    const target = event.composedPath()[0];
    const element = target.nodeType === 1 ? target : root.documentElement ?? root.host;
    const box = element.getBoundingClientRect();
    const x = event.clientX, y = event.clientY;
    log.push({
      type, target: element.id || element.localName, trusted: event.isTrusted,
      inside: x === undefined || event.type === 'dragend' || (x >= Math.floor(box.left) && x <= box.right && y >= Math.floor(box.top) && y <= box.bottom),
      at: x === undefined ? null : [x - box.left, y - box.top],
      key: event.key, code: event.code, inputType: event.inputType, button: event.button, detail: event.detail,
      modifiers: ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'].filter((name) => event[name]).join('+'),
    });
  }, true);
  widget('source').addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'dragged'));
  widget('target').addEventListener('dragover', (event) => event.preventDefault());
  widget('target').addEventListener('drop', (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    window.dropped = files.length ? [...files].map((file) => file.name).join() : event.dataTransfer.getData('text/plain');
  });
}
`;

const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>Place</title><body>${body}`;
const plain = (body = WIDGETS, after = '') =>
  page(`${body}<script>${RECORDER} record(window, document);${after}</script>`);
/** The surroundings of the widgets: a stray click shows in its log. */
const OUTSIDE = `<script>window.astray = []; for (const type of ['pointerdown', 'mousedown', 'click', 'keydown', 'input', 'drop'])
  window.addEventListener(type, (event) => astray.push(type + ' ' + event.target.nodeName), true);</script>`;
const shadow = (mode: string) =>
  page(`<x-host id="host"></x-host><script>${RECORDER}
    const root = document.getElementById('host').attachShadow({ mode: '${mode}' });
    root.innerHTML = ${JSON.stringify(WIDGETS)};
    record(root, root);</script>`);
const framed = (src: string, style = '') =>
  page(
    `<h1>Outside</h1><iframe name="inner" src="${src}" width="420" height="360" style="${style}"></iframe><div style="height: 900px"></div>${OUTSIDE}`,
  );

export interface Place {
  name: string;
  path: string;
  /** The depth of the frame that holds the widgets. */
  depth: number;
}

export const PLACES: readonly Place[] = [
  { name: 'main frame', path: '/main', depth: 0 },
  { name: 'same-origin iframe', path: '/same', depth: 1 },
  { name: 'cross-origin iframe', path: '/cross', depth: 1 },
  { name: 'nested cross-origin iframe', path: '/nested', depth: 2 },
  { name: 'transformed cross-origin iframe', path: '/turned', depth: 1 },
  { name: 'transformed same-origin iframe', path: '/moved', depth: 1 },
  { name: 'open shadow root', path: '/open', depth: 0 },
  { name: 'closed shadow root', path: '/closed', depth: 0 },
  { name: 'scrolled container', path: '/scrolled', depth: 0 },
  { name: 'transformed page', path: '/transformed', depth: 0 },
  { name: 'zoomed page', path: '/zoomed', depth: 0 },
  { name: 'under a sticky header', path: '/sticky', depth: 0 },
];

export function servePlaces(server: FixtureServer): void {
  const { origin, otherOrigin } = server;
  const bar = 'position: fixed; left: 0; right: 0; height: 120px; background: gold; z-index: 9';
  server.serve({
    '/main': plain(),
    '/widgets': plain(),
    '/same': framed(`${origin}/widgets`),
    '/cross': framed(`${otherOrigin}/widgets`),
    '/middle': framed(`${origin}/widgets`, 'margin-top: 300px; border: 7px solid; padding: 5px'),
    '/nested': framed(`${otherOrigin}/middle`),
    '/turned': framed(
      `${otherOrigin}/widgets`,
      'transform: rotate(5deg) scale(0.9, 1.1); margin: 60px; border: 3px solid',
    ),
    '/moved': framed(`${origin}/widgets`, 'transform: translate(40px, 30px) rotate(8deg) scale(0.8)'),
    '/open': shadow('open'),
    '/closed': shadow('closed'),
    '/scrolled': plain(
      `<div style="height: 700px"></div><div style="overflow: auto; height: 320px; width: 260px; border: 4px solid"><div style="height: 500px"></div>${WIDGETS}<div style="height: 500px"></div></div><div style="height: 700px"></div>`,
    ),
    '/transformed': plain(`<div style="transform: rotate(6deg) scale(1.15); margin: 80px">${WIDGETS}</div>`),
    '/zoomed': plain(`<div style="zoom: 1.5">${WIDGETS}</div>`),
    '/sticky': plain(
      `<div style="${bar}; top: 0">Header</div><div style="${bar}; bottom: 0">Footer</div><div style="height: 400px"></div>${WIDGETS}<div style="height: 900px"></div>`,
      'scrollTo(0, 400);',
    ),
  });
}
