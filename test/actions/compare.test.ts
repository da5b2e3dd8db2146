/** An action happens only if the thing is as it was last seen: pages that change unseen between the look and the action. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../src/page/browser.js';
import type { Locator } from '../../src/page/locator/locator.js';
import type { Page } from '../../src/page/page.js';
import { refsIn } from '../../src/tree/diff/answer.js';
import { DEFAULT_LIMITS } from '../../src/tree/limit.js';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { COPIES, OTHERS, SAME } from './compare-cases.js';
import { byName, inPage, outcome } from './support.js';

/** What was done to the page, by what it was done to. */
const LOG = `<script>
  window.log = [];
  addEventListener('click', (event) => {
    const item = event.target.closest('li, tr, section, article, .card, dialog');
    if (event.target.closest('a')) event.preventDefault();
    log.push((item ?? event.target).innerText.replace(/\\s+/g, ' ').trim());
  }, true);
</script>`;

/** What a case leaves behind in a document whose body is another one. */
const MORE_THAN_NODES = /<script|addEventListener|set(?:Timeout|Interval)|history|location|window|document/i;

describe.each(BROWSERS)('an action on what has changed unseen (%s)', (engine) => {
  let browser: Browser;
  let page: Page;
  let server: FixtureServer;
  let served = 0;
  beforeAll(async () => {
    server = await startServer();
    browser = await launchBrowser(engine);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function seen(html: string, name: string): Promise<Locator> {
    const path = `/page-${++served}`;
    server.serve({ [path]: `<!doctype html><title>t</title>${html}${LOG}` });
    await page.goto(server.origin + path);
    return byName(page, name);
  }
  const change = (script: string) => inPage(page, `() => { ${script} }`);

  /** Whether the document of the case before is as new, but for what its body shows. */
  let isClean = false;
  /** The same in that document if it can be: in Firefox, a document of its own takes most of a short case. */
  async function shown(html: string, name: string, script = ''): Promise<Locator> {
    const isPlain = !MORE_THAN_NODES.test(html + script);
    if (!isClean || /<(?:script|html)/.test(html)) await seen(html, name);
    else await change(`document.body.innerHTML = ${JSON.stringify(html)}; log.length = 0; scrollTo(0, 0)`);
    isClean = isPlain;
    return byName(page, name);
  }
  const clicks = () => inPage<string[]>(page, '() => log');

  it.each(OTHERS)('is refused: $name', async ({ html, target, change: script, says }) => {
    const locator = await shown(html, target, script);
    await change(script);
    const refused = await outcome(locator.click());
    expect(refused).toMatch(/^ref-changed\n/);
    expect(refused).toMatch(says);
    expect([...refsIn(refused)]).toContain(`${locator}`);
    expect(await clicks()).toEqual([]);
    // With the refusal it has been seen.
    expect(await outcome(locator.click())).toBe('ok');
    expect(await clicks()).toHaveLength(1);
  });

  it.each(COPIES)('is refused where it was drawn anew with another %s', async (_, before, after) => {
    const locator = await shown(`<div id=root>${before}</div>`, 'Delete');
    await change(`root.innerHTML = ${JSON.stringify(after)}`);
    expect(await outcome(locator.click())).toMatch(/^ref-stale\n/);
    expect(await clicks()).toEqual([]);
  });

  it.each(SAME)('happens where %s', async (_, html, target, script) => {
    const locator = await shown(html, target, script);
    await change(script);
    expect(await outcome(locator.click())).toMatch(/^ok(?:\nThe page replaced .*)?$/);
    expect(await clicks()).toHaveLength(1);
  });

  it('compares what is overwritten', async () => {
    const locator = await seen('<label>Note <input id=i value=mine></label>', 'textbox "Note"');
    await change('i.value = "theirs"');
    const refused = await outcome(locator.fill('new'));
    expect(refused).toMatch(/^ref-changed\n.*its value was "mine", is "theirs"/);
    expect(await inPage(page, '() => i.value')).toBe('theirs');
    expect(await outcome(locator.fill('new'))).toBe('ok');
    // What an action has made of it is known to whoever acted.
    expect(await outcome(locator.fill('newer'))).toBe('ok');
    await change('i.value = "theirs again"');
    expect(await outcome(locator.fill('newest'))).toMatch(/^ref-changed\n/);
    // A value does not matter to who does not overwrite it.
    await change('i.value = "once more"');
    expect(await outcome(locator.click())).toBe('ok');
  });

  it('fills a field that empties itself when it gets the focus', async () => {
    const locator = await seen(
      '<input id=i aria-label=Find value=Find onfocus="this.value = text">',
      'textbox "Find"',
    );
    await change('window.text = ""');
    expect(await outcome(locator.fill('new'))).toBe('ok');
    expect(await inPage(page, '() => i.value')).toBe('new');
    const other = await seen(
      '<input id=i aria-label=Find value=Find onfocus="this.value = `theirs`">',
      'textbox "Find"',
    );
    expect(await outcome(other.fill('new'))).toMatch(/^ref-changed\n.*is "theirs"/);
  });

  it('knows what it has entered in a row without words', async () => {
    const button = await seen(
      '<ul><li><input aria-label=User> <button>Save</button></li></ul>',
      'button "Save"',
    );
    const field = await byName(page, 'textbox "User"');
    expect(await outcome(field.fill('Alice'))).toBe('ok');
    expect(await outcome(button.click())).toBe('ok');
  });

  it('compares what is selected', async () => {
    const locator = await seen(
      '<select id=s aria-label=Size><option>S<option>M<option>L</select>',
      'combobox "Size"',
    );
    await change('s.value = "M"');
    expect(await outcome(locator.selectOption('L'))).toMatch(/^ref-changed\n.*its value was "S", is "M"/);
    expect(await inPage(page, '() => s.value')).toBe('M');
  });

  it('compares the option that is selected', async () => {
    const html =
      '<select aria-label=To><option value=0>-<optgroup label=France id=g><option value=1 id=o>Paris</optgroup></select>';
    const locator = await seen(html, 'combobox "To"');
    await change('o.label = "Lyon"');
    expect(await outcome(locator.selectOption('1'))).toMatch(/^ref-changed\n.*the option was .*Paris.*Lyon/);
    await change('g.label = "Texas"');
    expect(await outcome(locator.selectOption('Lyon'))).toMatch(/^ref-changed\n.*France.*Texas/);
    expect(await outcome(locator.selectOption('Lyon'))).toMatch(/^ok\b/);
  });

  it('compares the text and the heading of a box to drop something on', async () => {
    const drop = async (script: string) => {
      const locator = await seen('<main><h2 id=h>Alice</h2><div id=d>Folder</div></main>', ': Folder');
      await change(script);
      return [await outcome(locator.drop({ data: { 'text/plain': 'x' } })), locator] as const;
    };
    for (const [script, says] of [
      ['h.textContent = "Bob"', /^ref-changed\n.*the heading above it was "Alice", is "Bob"/],
      ['h.outerHTML = "<h2>Bob</h2>"', /^ref-changed\n.*the heading above it was nothing, is "Bob"/],
      ['d.textContent = "Trash"', /^ref-changed\n.*its text was "Folder", is "Trash"/],
    ] as const) {
      const [refused, locator] = await drop(script);
      expect(refused).toMatch(says);
      expect(await outcome(locator.drop({ data: { 'text/plain': 'x' } }))).toMatch(/^ok\b/);
    }
  });

  it('presses nothing where the end of a drag has changed', async () => {
    const card = await seen(
      '<button id=c>Card</button><ul><li><span id=n>Alice</span> <button>Lane</button></li></ul>',
      'button "Card"',
    );
    const lane = await byName(page, 'button "Lane"');
    await change('window.pressed = 0; c.onpointerdown = () => { pressed++; }; n.textContent = "Bob"');
    expect(await outcome(card.dragTo(lane))).toMatch(/^ref-changed\n.*"Alice", is "Bob"/);
    expect(await inPage(page, '() => pressed')).toBe(0);
  });

  it('drags nothing where what is around both ends changes as the pointer comes', async () => {
    const card = await seen(
      `<h2 id=h>Alice</h2><button>Card</button><p><button>Lane</button></p><script>
        window.got = [];
        addEventListener('pointermove', () => { h.textContent = 'Bob'; }, true);
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
          addEventListener(type, () => got.push(type), true);
      </script>`,
      'button "Card"',
    );
    const lane = await byName(page, 'button "Lane"');
    expect(await outcome(card.dragTo(lane))).toMatch(/^ref-changed\n.*"Alice", is "Bob"/);
    expect(await inPage(page, '() => got')).toEqual([]);
  });

  it('turns a toggle around as often as it is asked to', async () => {
    const html =
      '<button id=b aria-pressed=false onclick="this.ariaPressed = this.ariaPressed !== \'true\'">Mute</button>';
    const locator = await seen(html, 'button "Mute"');
    expect(await outcome(locator.click())).toBe('ok');
    expect(await outcome(locator.click())).toBe('ok');
    await change('b.ariaPressed = "true"');
    expect(await outcome(locator.press('Enter'))).toMatch(/^ref-changed\n/);
    expect(await outcome(locator.press('Enter'))).toBe('ok');
    expect(await inPage(page, '() => b.ariaPressed')).toBe('false');
  });

  it('compares the active option, which keys act on', async () => {
    const html =
      '<div role=listbox tabindex=0 id=l aria-label=To aria-activedescendant=a><p role=option id=a>Rome</p><p role=option id=b>Oslo</p></div>';
    const grid =
      '<div role=grid tabindex=0 id=l aria-label=To aria-activedescendant=a><div role=row><b role=gridcell id=n>Rome</b><i role=gridcell id=a>Go</i></div></div>';
    const inGrid = await seen(grid, 'grid "To"');
    await change('n.textContent = "Bonn"');
    expect(await outcome(inGrid.press('Enter'))).toMatch(/its active item was "Rome Go", is "Bonn Go"/);
    for (const [script, says] of [
      ['a.textContent = "Bonn"', /its active item was "option Rome", is "option Bonn"/],
      ['l.setAttribute("aria-activedescendant", "b")', /its active item was "option Rome", is "option Oslo"/],
      ['l.onfocus = () => l.setAttribute("aria-activedescendant", "b")', /"option Rome", is "option Oslo"/],
    ] as const) {
      const locator = await seen(html, 'listbox "To"');
      await change(`window.keys = 0; l.onkeydown = () => keys++; ${script}`);
      const refused = await outcome(locator.press('Enter'));
      expect(refused).toMatch(/^ref-changed\n/);
      expect(refused).toMatch(says);
      expect(await inPage(page, '() => keys')).toBe(0);
      expect(await outcome(locator.press('Enter'))).toBe('ok');
    }
  });

  it('compares what its own keys have made active with what was shown of it', async () => {
    const html =
      '<div role=listbox tabindex=0 id=l aria-label=To aria-activedescendant=a onkeydown="event.key === `Enter` ? keys++ : l.setAttribute(`aria-activedescendant`, `b`)"><p role=option id=a>Rome</p><p role=option id=b>Oslo</p></div><script>keys = 0</script>';
    const locator = await seen(html, 'listbox "To"');
    await change('b.textContent = "Bonn"');
    expect(await outcome(locator.press('ArrowDown'))).toBe('ok');
    expect(await outcome(locator.press('Enter'))).toMatch(/its active item was "Oslo", is "Bonn"/);
    expect(await inPage(page, '() => keys')).toBe(0);
    expect(await outcome(locator.press('Enter'))).toBe('ok');
  });

  it('does not click a second time what the first click has made another row of', async () => {
    const html =
      '<ul><li><b id=n>Alice</b> <button onclick="n.textContent = `Bob`">Delete</button></li></ul><button id=c onclick="c.textContent = `More `">More</button>';
    const locator = await seen(html, 'button "Delete"');
    expect(await outcome(locator.doubleClick())).toMatch(/^ok\n.*the second click was not sent/);
    expect(await clicks()).toEqual(['Alice Delete']);
    // What it says itself may be what the first click is for.
    const more = await byName(page, 'button "More"');
    expect(await outcome(more.doubleClick())).toBe('ok');
    expect(await clicks()).toHaveLength(3);
  });

  it('compares an editor without a role, and a long value to its end', async () => {
    const editor = await seen('<div contenteditable id=n aria-label=Text>Old text</div>', 'Old text');
    await change('n.textContent = "New words"');
    expect(await outcome(editor.fill('x'))).toMatch(/its value was "Old text", is "New words"/);
    const area = await seen(
      `<textarea id=n aria-label=Text>${'word '.repeat(600)}</textarea>`,
      'textbox "Text"',
    );
    await change('n.value = n.value.slice(0, -5) + "WORD "');
    expect(await outcome(area.fill('x'))).toMatch(/^ref-changed\n/);
  });

  it('refuses every verb', async () => {
    const row = (name: string, control: string) => `<ul><li><span id=n>${name}</span> ${control}</li></ul>`;
    const verbs: [string, string, (locator: Locator) => Promise<unknown>][] = [
      ['<button>Go</button>', 'Go', (l) => l.click()],
      ['<button>Go</button>', 'Go', (l) => l.doubleClick()],
      ['<button>Go</button>', 'Go', (l) => l.hover()],
      ['<button>Go</button>', 'Go', (l) => l.domClick()],
      ['<button>Go</button>', 'Go', (l) => l.press('Enter')],
      ['<button>Go</button>', 'Go', (l) => l.focus()],
      ['<button>Go</button>', 'Go', (l) => l.verify()],
      ['<button>Go</button>', 'Go', (l) => l.dragTo(l)],
      ['<button>Go</button>', 'Go', (l) => l.drop({ data: { 'text/plain': 'x' } })],
      ['<input aria-label=Go>', 'Go', (l) => l.fill('x')],
      ['<input aria-label=Go>', 'Go', (l) => l.type('x')],
      ['<input aria-label=Go>', 'Go', (l) => l.selectText()],
      ['<input type=checkbox aria-label=Go>', 'Go', (l) => l.check()],
      ['<input type=file aria-label=Go>', 'Go', (l) => l.setInputFiles([])],
      ['<select aria-label=Go><option>a<option>b</select>', 'Go', (l) => l.selectOption('b')],
    ];
    for (const [control, name, act] of verbs) {
      const locator = await seen(row('Alice', control), name);
      await change(`
        window.events = [];
        for (const type of ['pointerover', 'mousemove', 'pointerdown', 'keydown', 'beforeinput', 'input', 'change', 'focus', 'click', 'dragenter', 'select'])
          document.addEventListener(type, (event) => events.push(type), true);
        n.textContent = 'Bob';`);
      await expect(act(locator), String(act)).rejects.toMatchObject({ code: 'ref-changed' });
      expect(await inPage(page, '() => events'), String(act)).toEqual([]);
    }
  });

  it.each([
    'pointerover',
    'pointerenter',
    'mouseover',
    'pointermove',
    'mousemove',
    'pointerdown',
    'mousedown',
  ])('presses nothing else where the page moves it on %s', async (type) => {
    const locator = await seen(
      `<style>button { position: absolute; left: 20px; width: 100px; height: 30px }</style>
        <button id=a style="top: 20px">Keep</button><button id=b style="top: 60px">Delete</button><script>
          window.got = [];
          for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
            a.addEventListener(type, () => got.push(type));
          addEventListener('${type}', () => { [a.style.top, b.style.top] = [b.style.top, a.style.top]; }, true);
        </script>`,
      'button "Delete"',
    );
    const said = await outcome(locator.click({ timeout: 1_000 }));
    const got = await inPage<string[]>(page, '() => got');
    // A release can't be kept from going where the page has put something: that is told.
    expect(got.filter((each) => !each.endsWith('up'))).toEqual([]);
    if (got.length > 0) expect(said).toMatch(/The page moved button "Keep" .*the release went there/);
    expect(said).toMatch(/^(?:ok|covered|not-actionable)\b/);
    if (said === 'ok') expect(await clicks()).toHaveLength(1);
  });

  it.each(['pointerover', 'mousemove', 'pointerdown', 'focusin', 'keydown'])(
    'does nothing to what becomes another thing on %s',
    async (type) => {
      const locator = await seen(
        `<ul><li><span id=n>Alice</span> <input id=i aria-label=Note> <button id=b>Delete</button></li></ul><script>
          document.addEventListener('${type}', () => { n.textContent = 'Bob'; });
        </script>`,
        'button "Delete"',
      );
      const note = await byName(page, 'textbox "Note"');
      const isPointer = /pointer|mouse/.test(type);
      const said = await outcome(isPointer ? locator.click() : note.type('x'));
      // What the first event of the action itself does comes with the action. Firefox reports no move to where the
      // pointer is already.
      if (
        type === 'pointerdown' ||
        type === 'keydown' ||
        (await inPage(page, '() => n.textContent')) === 'Alice'
      )
        return;
      expect(said).toMatch(/^ref-changed\n.*"Alice", is "Bob"/);
      expect(await clicks()).toEqual([]);
      expect(await inPage(page, '() => i.value')).toBe('');
    },
  );

  it.each(['beforeinput', 'keydown', 'focus'])(
    'enters nothing elsewhere where the focus moves on %s',
    async (type) => {
      const html = `<label>One <input id=a></label><label>Two <input id=b></label>
      <script>a.addEventListener('${type}', () => b.focus());</script>`;
      for (const verb of ['fill', 'type'] as const) {
        const locator = await seen(html, 'textbox "One"');
        const said = await outcome(locator[verb]('hello', { timeout: 1_000 }));
        expect(await inPage(page, '() => b.value')).toBe('');
        const entered = await inPage(page, '() => a.value');
        expect(said).toMatch(entered === 'hello' ? /^ok$/ : /^not-actionable\n/);
      }
    },
  );

  it('acts and tells with refsCheck: loose', async () => {
    const loose = await launchBrowser(engine, { snapshot: { refsCheck: 'loose' } });
    try {
      const other = await loose.newPage();
      server.serve({ '/loose': '<ul><li><span id=n>Alice</span> <button id=b>Delete</button></li></ul>' });
      await other.goto(`${server.origin}/loose`);
      const locator = await byName(other, 'button "Delete"');
      await inPage(
        other,
        '() => { n.textContent = "Bob"; window.clicked = 0; b.onclick = () => clicked++; }',
      );
      expect(await outcome(locator.click())).toMatch(/^ok\n.*what it stands in was "Alice", is "Bob"/);
      expect(await inPage(other, '() => clicked')).toBe(1);
    } finally {
      await loose.close();
    }
  });

  it('compares what is around the iframe', async () => {
    server.serve({ '/inner': '<button id=b>Delete</button><input id=i aria-label=Note>' });
    const origins = [server.origin, server.origin.replace('127.0.0.1', 'localhost')];
    for (const origin of origins) {
      const html = `<section id=s aria-label=Alice><iframe id=f src="${origin}/inner"></iframe></section>`;
      const button = await seen(html, 'button "Delete"');
      const note = await byName(page, 'textbox "Note"');
      await change('s.setAttribute("aria-label", "Bob")');
      expect(await outcome(button.click())).toMatch(/^ref-changed\n.*was "region Alice", is "region Bob"/);
      expect(await outcome(button.click())).toBe('ok');
      // With the refusal, a frame of another origin has been seen where it is now.
      if (origin !== server.origin) await change('s.setAttribute("aria-label", "Carol")');
      expect(await outcome(note.fill('x'))).toMatch(/^ref-changed\n.*is "region (?:Bob|Carol)"/);
      expect(await outcome(note.fill('x'))).toBe('ok');
    }
  });

  it('has seen what is around an iframe, also where nothing in it had to be read again', async () => {
    server.serve({ '/inner': '<button id=b>Delete</button>' });
    const html = `<section id=s aria-label=Alice><iframe src="${server.origin}/inner"></iframe></section>`;
    const button = await seen(html, 'button "Delete"');
    for (const name of ['Alice', 'Alice', 'Bob']) {
      await change(`if (s.ariaLabel !== "${name}") s.ariaLabel = "${name}"`);
      await page.ariaSnapshotWithFrames();
    }
    expect(await outcome(button.click())).toBe('ok');
  });

  it('compares once more what is around an iframe when the pointer or the focus has come', async () => {
    // The frame holds the event until the page has changed. The pointer stays over it after the first case.
    const waiting: Record<string, ServerResponse> = {};
    const answer = (path: string) => waiting[path]?.end();
    server.serve({
      '/telling': `<button>Delete</button><input aria-label=Note><script>
        const tell = (path) => { const call = new XMLHttpRequest(); call.open('GET', path, false); call.send(); };
        addEventListener(location.hash.slice(1), () => tell('/come'), { capture: true, once: true });
        for (const type of ['click', 'input']) addEventListener(type, () => parent.postMessage(type, '*'), true);
      </script>`,
      '/awaited': (_, response) => {
        waiting['/awaited'] = response;
      },
      '/come': (_, response) => {
        waiting['/come'] = response;
        answer('/awaited');
      },
      '/changed': (_, response) => {
        response.end();
        answer('/come');
      },
    });
    const html = (
      type: string,
    ) => `<h2 id=h>Alice</h2><iframe src="${server.otherOrigin}/telling#${type}"></iframe>
      <script>window.got = []; onmessage = ({ data }) => got.push(data);
      fetch('/awaited').then(() => { h.textContent = 'Bob'; return fetch('/changed'); })</script>`;
    const button = await seen(html('pointerover'), 'button "Delete"');
    expect(await outcome(button.click())).toMatch(
      /^ref-changed\n.*the heading above it was "Alice", is "Bob"/,
    );
    const note = await seen(html('focusin'), 'button "Delete"').then(() => byName(page, 'textbox "Note"'));
    expect(await outcome(note.type('x'))).toMatch(
      /^ref-changed\n.*the heading above it was "Alice", is "Bob"/,
    );
    expect(await inPage(page, '() => got')).toEqual([]);
  });

  it('compares a page that comes back from the cache', async () => {
    const html = `<ul><li><span id=n>Alice</span> <button>Delete</button></li></ul>
      <script>addEventListener('pageshow', (event) => { if (event.persisted) n.textContent = 'Bob'; });</script>`;
    const locator = await seen(html, 'button "Delete"');
    server.serve({ '/elsewhere': '<p>Elsewhere</p>' });
    await page.goto(`${server.origin}/elsewhere`);
    expect(await outcome(locator.click())).toMatch(/^ref-stale\n/);
    await page.goBack();
    const back = await outcome(locator.click());
    // A page that was loaded anew has other elements.
    expect(back).toMatch(/^ref-changed\n.*"Alice", is "Bob"|^ref-stale\n/);
    expect(await clicks()).toEqual([]);
  });

  it('keeps pages with the same content apart', async () => {
    const html = '<ul><li><span id=n>Alice</span> <button>Delete</button></li></ul>';
    const first = await seen(html, 'button "Delete"');
    const other = await browser.newPage();
    await other.goto(page.url);
    const second = await byName(other, 'button "Delete"');
    await inPage(other, '() => { n.textContent = "Bob"; }');
    expect(await outcome(second.click())).toMatch(/^ref-changed\n/);
    expect(await outcome(first.click())).toBe('ok');
    expect(await clicks()).toEqual(['Alice Delete']);
    expect(await inPage(other, '() => log')).toEqual([]);
    await other.close();
  });

  it('compares with what was shown, however fast the page changes', async () => {
    const rows = '<li><span>Somebody</span> <button>Keep</button></li>'.repeat(200);
    await seen(`<ul><li><span id=n>Alice</span> <button>Delete</button></li>${rows}</ul>`, 'button "Delete"');
    await change(`const { port1, port2 } = new MessageChannel();
      const names = ['Alice', 'Bob', 'Carol', 'Dave'];
      let next = 0;
      port1.onmessage = () => {
        if (held) return;
        n.textContent = names[next++ % names.length];
        port2.postMessage(0);
      };
      window.go = () => { held = false; port2.postMessage(0); };
      window.held = true;`);
    const shown = new Set<string>();
    for (let round = 0; round < 12; round++) {
      await change('go()');
      const { text } = await page.ariaSnapshot();
      const [, name = ''] = /(Alice|Bob|Carol|Dave)/.exec(text) ?? [];
      shown.add(name);
      await change(`held = true; n.textContent = '${name}'`);
      const [, ref = ''] = /button "Delete".*ref=(\w+)/.exec(text) ?? [];
      expect(await outcome(page.locatorFromRef(ref).click()), name).toBe('ok');
    }
    expect(shown.size).toBeGreaterThan(1);
  });

  it('is refused where what was shown could not be kept', async () => {
    const locator = await seen('<ul><li>Alice <button>Delete</button></li></ul>', 'button "Delete"');
    const { nextElement } = page.mainFrame.memory;
    const request = { ...DEFAULT_LIMITS, idAttributes: [], closedShadow: 'none', keepsLater: true };
    // As if the scripts of the page had been ended before the rest was done.
    const half = '(arg) => { globalThis.sightline.call(arg); return ""; }';
    const envelope = JSON.stringify({ method: 'capture', request, nextElement });
    await page.driver.call(page.mainFrame.id, half, envelope);
    expect(await outcome(locator.click())).toMatch(/^ref-changed\n/);
    expect(await clicks()).toEqual([]);
    await page.ariaSnapshot();
    expect(await outcome(locator.click())).toBe('ok');
  });
});
