/** How libraries build controls that browsers lack: each page has the mechanism of one of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../src/page/browser.js';
import type { Page } from '../../src/page/page.js';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { inPage, outcome } from './support.js';

const page_ = (body: string) => `<!doctype html><meta charset="utf-8"><title>Widgets</title><body>${body}`;

const PAGES: Record<string, string> = {
  // An overlay appears when a drag enters, and only it accepts the drop.
  '/drop':
    page_(`<div id="zone" style="position: relative; width: 300px; height: 100px; background: #eee">Drop here
      <div id="veil" hidden style="position: absolute; inset: 0; background: #cdf">Let go</div></div>
    <script>
      window.dropped = [];
      zone.addEventListener('dragenter', () => { veil.hidden = false; });
      veil.addEventListener('dragover', (event) => event.preventDefault());
      veil.addEventListener('drop', (event) => { event.preventDefault(); dropped.push(event.dataTransfer.files[0].name); veil.hidden = true; });
    </script>`),
  '/segments':
    page_(`<style>input { position: absolute; width: 0; height: 0; opacity: 0; pointer-events: none }</style>
    <label><input id="day" type="radio" name="span" checked><span>Day</span></label>
    <label><input id="week" type="radio" name="span"><span>Week</span></label>
    <input id="lonely" type="radio">`),
  // `data-turned`: up decreases. Steps of 5, and of 25 with PageUp; drawn one frame later. Of the last two, one
  // ignores keys and one is re-rendered with each.
  '/sliders':
    page_(`<div class="s" id="volume" role="slider" tabindex="0" aria-label="Volume" aria-valuenow="20" aria-valuemin="0" aria-valuemax="300">o</div>
    <div class="s" id="turned" data-turned role="slider" tabindex="0" aria-label="Turned" aria-valuenow="20" aria-valuemax="100">o</div>
    <div id="deaf" role="slider" tabindex="0" aria-label="Deaf" aria-valuenow="20">o</div>
    <div role="slider" tabindex="0" aria-label="Anew" aria-valuenow="20" onkeydown="this.replaceWith(this.cloneNode(true))">o</div>
    <script>for (const each of document.querySelectorAll('.s')) {
      let now = 20;
      each.onkeydown = ({ key }) => {
        const way = /Up$/.test(key) ? 1 : /Down$/.test(key) ? -1 : 0;
        now += way * (/^Page/.test(key) ? 25 : 5) * ('turned' in each.dataset ? -1 : 1);
        requestAnimationFrame(() => each.setAttribute('aria-valuenow', now));
      };
    }</script>`),
  '/editor': page_(`<input id="before"><div id="editor" contenteditable role="textbox" aria-label="Letter">
      <h2>Title</h2><p id="first">First line</p><p id="second">Second line</p></div>`),
  // The popup inserts its own value, and selects a part of it.
  '/picker':
    page_(`<input id="before" aria-label="Before"><input id="time" role="combobox" aria-label="Time" aria-expanded="false">
    <script>time.onfocus = () => setTimeout(() => { time.value = '17:36'; time.setSelectionRange(0, 2); });</script>`),
  // A menu with a hover delay, and a list with a typing debounce.
  '/pauses':
    page_(`<button id="file" aria-haspopup="menu">File</button><div id="menu" role="menu" style="display: none">Save</div>
    <input id="city" role="combobox" aria-label="City" aria-autocomplete="list" aria-expanded="false"><ul id="list"></ul>
    <script>
      file.onmouseenter = () => setTimeout(() => { menu.style.display = 'block'; }, 150);
      let pause;
      city.oninput = () => { clearTimeout(pause); pause = setTimeout(() => { list.innerHTML = '<li>' + city.value + '</li>'; }, 150); };
    </script>`),
  // The box drawn in place of a control takes its click; a card and a disabled button do not.
  '/boxes':
    page_(`<style>.unseen { position: absolute; width: 0; height: 0; opacity: 0 } .box { position: relative; width: 120px; height: 30px; cursor: pointer; margin: 5px }
      .over { position: absolute; inset: 0; background: #eee } .off { pointer-events: none }</style>
    <div class="box" id="power" onclick="on.checked = !on.checked"><input class="unseen" id="on" type="checkbox" role="switch" aria-label="Power"><span style="display: block; height: 20px; background: gray"></span></div>
    <div class="box" id="card" onclick="opened.push('card')"><b>Card</b><input class="unseen" id="pick" type="checkbox" aria-label="Pick"></div>
    <div class="box" onclick="opened.push('covered')"><input id="covered" role="combobox" aria-label="Covered" style="width: 20px"><span class="over">Select</span></div>
    <div class="box" onclick="opened.push('passing')"><input id="passing" class="off" readonly aria-haspopup="listbox" aria-label="Passing" style="width: 80px"></div>
    <div id="outer" role="combobox" onclick="opened.push('inner')"><input id="inner" class="off" role="combobox" aria-label="Inner"></div>
    <div class="box" onclick="opened.push('around')"><button id="menu" class="off" aria-haspopup="menu">Menu</button></div>
    <div class="box" onclick="opened.push('two')"><input id="two" role="combobox" aria-label="Two" style="width: 20px"><span class="over">Select <a href="#two">x</a></span></div>
    <x-tab id="tab">Tab</x-tab>
    <script>window.opened = [];
      tab.attachShadow({ mode: 'open' }).innerHTML = '<button id="part" role="tab" style="pointer-events: none; width: 90px"><slot></slot></button>';
      tab.onclick = () => opened.push('part');</script>`),
  // An item moves past another when the pointer passes the center of that.
  '/sortable':
    page_(`<div id="items" style="width: 120px">${['One', 'Two', 'Three'].map((name) => `<div class="item" id="${name}" style="height: 31px">${name}</div>`).join('')}</div>
    <script>
      let held;
      items.onmousedown = (event) => { held = event.target; event.preventDefault(); };
      addEventListener('mouseup', () => { held = undefined; });
      addEventListener('mousemove', ({ clientY }) => {
        for (const other of held ? items.children : []) {
          const { top, height } = other.getBoundingClientRect();
          const isBelow = held.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
          const middle = top + height / 2;
          if (other !== held && clientY > top && clientY < top + height && (isBelow ? clientY > middle : clientY < middle))
            return isBelow ? other.after(held) : other.before(held);
        }
      });
    </script>`),
  // Typed text is sent on, and so are keys with Control.
  '/terminal':
    page_(`<div style="position: relative"><textarea id="keys" aria-label="Terminal" aria-multiline="false"
      style="position: absolute; opacity: 0; width: 0; height: 0"></textarea><pre id="output">$ </pre></div>
    <script>
      keys.onkeydown = (event) => { if (event.ctrlKey || event.metaKey) output.textContent += '^' + event.key; };
      keys.oninput = () => { output.textContent += keys.value; keys.value = ''; };
    </script>`),
};

let server: FixtureServer;
const folder = mkdtempSync(join(tmpdir(), 'sightline-widgets-'));

beforeAll(async () => {
  server = await startServer(PAGES);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe.each(BROWSERS)('%s', (engine) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser(engine);
    page = await browser.newPage();
  });
  afterAll(() => browser.close());
  const open = (path: string) => page.goto(server.origin + path);

  it('reports a mouse to pages, so that they show their mouse layout', async () => {
    await open('/segments');
    const queries = ['(pointer: fine)', '(hover: hover)', '(any-pointer: coarse)'];
    expect(
      await inPage(page, '(queries) => queries.map((query) => matchMedia(query).matches)', queries),
    ).toEqual([true, true, false]);
  });

  it('drops on an element that shows only during a drag', async () => {
    await open('/drop');
    const file = join(folder, 'photo.txt');
    writeFileSync(file, 'photo');
    for (let times = 0; times < 2; times++)
      expect(await outcome(page.locator('#zone').drop({ files: [file] }))).toMatch(/^ok/);
    expect(await inPage(page, '() => dropped')).toEqual(['photo.txt', 'photo.txt']);
  });

  it('clicks the label of a radio button that has no size', async () => {
    await open('/segments');
    expect(await outcome(page.locator('#week').click())).toBe('ok');
    expect(await inPage(page, '() => week.checked')).toBe(true);
    expect(await outcome(page.locator('#lonely').click({ timeout: 100 }))).toMatch(/it has no size/);
  });

  it('moves sliders by their keys, and says where they stop', async () => {
    await open('/sliders');
    const at = (id: string) =>
      inPage<string>(page, '(id) => document.getElementById(id).ariaValueNow ?? ""', id);
    expect(await outcome(page.getByRole('slider', { name: 'Volume' }).fill('285'))).toBe('ok');
    expect(await at('volume')).toBe('285');
    expect(await outcome(page.locator('#volume').fill('263'))).toMatch(/^ok\nIt is at 265, not at 263/);
    expect(await outcome(page.locator('#turned').fill('95'))).toBe('ok');
    expect(await at('turned')).toBe('95');
    expect(await outcome(page.locator('#turned').fill('95'))).toMatch(/already held that value/);
    expect(await outcome(page.locator('#turned').fill('101'))).toMatch(/^bad-argument\n.*from 0 to 100/);
    expect(await outcome(page.locator('#deaf').fill('30'))).toMatch(/does not react to the arrow keys/);
    expect(await outcome(page.getByRole('slider', { name: 'Anew' }).fill('30'))).toMatch(
      /^ok\nThe page removed or replaced the slider/,
    );
  });

  it('fills one paragraph of rich text, whatever has the focus', async () => {
    await open('/editor');
    await page.locator('#before').focus();
    expect(await outcome(page.locator('#second').fill('Another'))).toBe('ok');
    expect(await outcome(page.locator('#first').type(' goes on'))).toBe('ok');
    expect(await inPage(page, '() => editor.innerText.trim().split(/\\n+/)')).toEqual([
      'Title',
      'First line goes on',
      'Another',
    ]);
    const { text } = await page.ariaSnapshot();
    expect(text.match(/Another/g)).toHaveLength(1);
  });

  it('fills a field after the page has reacted to the focus', async () => {
    for (const before of [[], ['#before']]) {
      await open('/picker');
      for (const each of before) await page.locator(each).fill('x');
      expect(await outcome(page.locator('#time').fill('10:20'))).toBe('ok');
      expect(await inPage(page, '() => time.value')).toBe('10:20');
    }
  });

  it('waits for the popup that an element announces', async () => {
    await open('/pauses');
    await page.locator('#file').hover();
    expect(await inPage(page, '() => menu.style.display')).toBe('block');
    await page.locator('#city').fill('Oslo');
    expect(await inPage(page, '() => list.textContent')).toBe('Oslo');
    await page.locator('#city').type('!');
    expect(await inPage(page, '() => list.textContent')).toBe('Oslo!');
  });

  it('clicks the box that is drawn for a control and holds only that', async () => {
    await open('/boxes');
    expect(await outcome(page.locator('#on').click())).toBe('ok');
    expect(await inPage(page, '() => on.checked')).toBe(true);
    expect(await outcome(page.locator('#on').uncheck())).toBe('ok');
    expect(await inPage(page, '() => on.checked')).toBe(false);
    for (const id of ['covered', 'passing', 'inner', 'part'])
      expect(await outcome(page.locator(`#${id}`).click())).toBe('ok');
    for (const id of ['pick', 'menu', 'two'])
      expect(await outcome(page.locator(`#${id}`).click({ timeout: 100 }))).toMatch(
        /^(not-actionable|covered)\n/,
      );
    expect(await inPage(page, '() => opened')).toEqual(['covered', 'passing', 'inner', 'part']);
  });

  it('drags an item to the place of another, also the last and the first', async () => {
    await open('/sortable');
    const order = () => inPage<string>(page, '() => items.innerText.split(/\\s+/).join(" ")');
    expect(await outcome(page.locator('#One').dragTo(page.locator('#Three')))).toMatch(/^ok\nIt is now /);
    expect(await order()).toBe('Two Three One');
    expect(await outcome(page.locator('#One').dragTo(page.locator('#Two')))).toMatch(/^ok\nIt is now /);
    expect(await order()).toBe('One Two Three');
  });

  it('sends a terminal the text and nothing else', async () => {
    await open('/terminal');
    expect(await outcome(page.locator('#keys').fill('ls'))).toMatch(/^ok\nA terminal/);
    expect(await outcome(page.locator('#keys').fill(' "a b"'))).toMatch(/^ok/);
    expect(await inPage(page, '() => output.textContent')).toBe('$ ls "a b"');
  });
});
