/** Keys and clicks that mean the thing itself: focus inside, disabled items, elements that move under the pointer. */
import { expect, it } from 'vitest';
import { describeEach } from '../support/browsers.js';
import { byName, inPage, onePage, outcome } from './support.js';

const page_ = (body: string) => `<!doctype html><meta charset="utf-8"><title>Edges</title><body>${body}
  <script>window.log = [];
  for (const type of ['keydown', 'click', 'mousedown'])
    addEventListener(type, (event) => log.push(type + ' ' + (event.target.id || event.target.tagName) + ' ' + (event.key ?? '')), true);
  </script>`;

const PAGES = {
  '/tree': page_(`<ul role="tree" aria-label="Files">
    <li role="treeitem" id="outer" tabindex="0" aria-expanded="false"><span>Fruits</span>
      <ul role="group" id="inside" hidden><li role="treeitem" tabindex="-1" id="inner">Apples</li></ul></li></ul>
    <div id="plain"><input id="field" aria-label="Field"></div>
    <script>outer.addEventListener('click', () => { inside.hidden = false; outer.setAttribute('aria-expanded', 'true'); });</script>`),
  '/disabled':
    page_(`<div role="toolbar"><button id="cut" aria-disabled="true">Cut</button><button id="copy">Copy</button></div>
    <button id="soon" aria-disabled="true" aria-busy="true">Soon</button><input id="text" aria-label="Text" aria-disabled="true">
    <input id="form" oninput="setTimeout(() => send.removeAttribute('aria-disabled'), 150)"><button id="send" aria-disabled="true">Send</button>
    <script>addEventListener('message', () => { soon.removeAttribute('aria-disabled'); soon.removeAttribute('aria-busy'); });</script>`),
  // A part of less than a pixel shows below the lower edge of the scroller.
  '/sliver':
    page_(`<div id="scroller" style="height: 100px; width: 200px; overflow: auto"><div style="height: 99.6px"></div>
    <button id="low" style="display: block; height: 30px">Low</button><div style="height: 200px"></div></div>`),
  // While it is pressed, a style moves the button away. No script changes the document.
  '/shift': page_(
    `<style>#press:active { transform: translateX(300px) }</style><button id="press" style="width: 80px">Press</button>`,
  ),
  // While the pointer is over it, it is elsewhere.
  '/flee': page_(
    `<style>#flee:hover { transform: translateX(100px) }</style><button id="flee" style="width: 60px">Flee</button>`,
  ),
  // Like jQuery UI: a click takes the item that is active, and a move that goes nowhere does not make one active.
  '/suggestions':
    page_(`<input id="country" aria-label="Country"><ul id="list" style="width: 200px; padding: 0"></ul><script>
    let active, last = '';
    window.offer = (...names) => {
      list.innerHTML = names.map((name) => '<li style="height: 30px; cursor: pointer">' + name + '</li>').join('');
      active = list.firstChild;
    };
    for (const type of ['mouseover', 'mousemove']) list.addEventListener(type, (event) => {
      const at = event.clientX + ',' + event.clientY;
      if (at === last) return;
      last = at;
      active = event.target;
    });
    list.addEventListener('click', () => { country.value = active.textContent; list.textContent = ''; });
    offer('Chad', 'Chile', 'China');
  </script><button id="pressed">Pressed</button><input type="range" id="volume" aria-label="Volume"><script>
    window.came = [];
    for (const type of ['mousemove', 'click'])
      addEventListener(type, (event) => came.push(type[0] + (event.clientX - event.target.getBoundingClientRect().x)));
  </script>`),
  '/switch':
    page_(`<button id="power" role="switch" aria-checked="false" aria-label="Power">Power</button><script>
    power.onclick = () => setTimeout(() => power.setAttribute('aria-checked', 'true'), 300);</script>
    <button id="asking" role="switch" aria-checked="false" aria-label="Asking">Asking</button><script>
    asking.onclick = () => {
      asking.disabled = true;
      setTimeout(() => { asking.disabled = false; asking.setAttribute('aria-checked', 'true'); }, 1300);
    };</script>`),
  '/held':
    page_(`<div id="box"><button id="full">Full</button><canvas id="game" width="80" height="40"></canvas></div><button id="out">Out</button><button id="all">All</button><script>
    all.onclick = () => document.body.requestPointerLock();
    full.onclick = () => box.requestFullscreen(); game.onclick = () => game.requestPointerLock();</script>`),
  '/stolen':
    page_(`<input id="mine" aria-label="Mine"><iframe id="frame" srcdoc="<input id=other aria-label=Other>"></iframe><script>
    const other = () => frame.contentDocument.getElementById('other');
    let times = 0;
    let soon = setTimeout;
    addEventListener('focusin', () => { if (times-- > 0) soon(() => other().focus()); });
    mine.onkeydown = () => { if (times < 0) other().focus(); };</script>`),
  '/next': page_('<p>Next</p>'),
};

describeEach('keys and clicks', onePage(PAGES), (at) => {
  const log = () => inPage<string[]>(at().page, '() => log.splice(0)');

  it('sends a key to an outer tree item, not to the focused item inside it', async () => {
    const { page, open } = at();
    await open('/tree');
    const outer = await byName(page, 'Fruits');
    expect(await outcome(outer.click())).toBe('ok');
    await log();
    await page.locator('#inner').focus();
    // Expanding has not renamed it: it is as it was seen.
    expect(await outcome(outer.press('ArrowLeft'))).toBe('ok');
    expect(await outcome(page.locator('#inner').press('ArrowDown'))).toBe('ok');
    // What cannot have the focus itself passes the key on.
    await page.locator('#field').focus();
    expect(await outcome(page.locator('#plain').press('a'))).toBe('ok');
    expect(await log()).toEqual(['keydown outer ArrowLeft', 'keydown inner ArrowDown', 'keydown field a']);
  });

  it('sends keys to what is disabled for ARIA only, and clicks it not', async () => {
    const { page, open } = at();
    await open('/disabled');
    const cut = page.locator('#cut');
    expect(await outcome(cut.focus())).toBe('ok');
    expect(await outcome(cut.press('ArrowRight'))).toBe(
      'ok\nIt has aria-disabled="true": the page may ignore the key.',
    );
    expect(await log()).toEqual(['keydown cut ArrowRight']);
    const text = page.locator('#text');
    const refused = await Promise.all([outcome(cut.click()), outcome(text.type('x'))]);
    for (const said of refused)
      expect(said).toMatch(/^not-actionable\n.* is not enabled: it has aria-disabled="true"\.$/);
    // What an action has just started may still enable it.
    await page.locator('#form').fill('x');
    expect(await outcome(page.locator('#send').click())).toBe('ok');
    await log();
    const waiting = outcome(page.locator('#soon').click());
    await inPage(page, '() => { setTimeout(() => postMessage(0), 700) }');
    expect(await waiting).toBe('ok');
    expect(await log()).toEqual(['mousedown soon ', 'click soon ']);
  });

  it('scrolls to an element of which less than a pixel shows', async () => {
    const { page, open } = at();
    await open('/sliver');
    expect(await outcome(page.locator('#low').click())).toBe('ok');
    expect(await inPage(page, '() => scroller.scrollTop > 0')).toBe(true);
    expect(await log()).toEqual(['mousedown low ', 'click low ']);
  });

  it('clicks again if a style moved the element between press and release', async () => {
    const { page, open } = at();
    await open('/shift');
    expect(await outcome(page.locator('#press').click())).toContain('no click fired');
    expect(await log()).toEqual(['mousedown press ', 'mousedown press ']);
    await inPage(
      page,
      '() => { addEventListener("mouseup", () => { document.styleSheets[0].disabled = true; }); }',
    );
    expect(await outcome(page.locator('#press').click())).toBe('ok');
    expect(await log()).toEqual(['mousedown press ', 'mousedown press ', 'click press ']);
  });

  it('clicks what a hover style moves out from under the pointer', async () => {
    const { page, open } = at();
    await open('/flee');
    expect(await outcome(page.locator('#flee').click())).toBe('ok');
    expect(await log()).toEqual(['mousedown flee ', 'click flee ']);
  });

  it('moves the pointer before it clicks where it is already', async () => {
    const { page, open } = at();
    await open('/suggestions');
    const second = page.locator('li').nth(1);
    await second.click();
    await inPage(page, '() => offer("Cambodia", "Cape Verde", "Cuba")');
    expect(await outcome(second.click())).toBe('ok');
    expect(await inPage(page, '() => country.value')).toBe('Cape Verde');
    const clicked = async (id: string) => {
      await page.locator(id).click();
      return inPage<string[]>(page, '() => came.splice(0)');
    };
    // Anywhere on a button is the same: one move to the pixel beside is enough. On a slider it is not.
    await clicked('#pressed');
    const [first, next] = [await clicked('#pressed'), await clicked('#pressed')];
    expect([first.length, next.length]).toEqual([2, 2]);
    expect(next).not.toEqual(first);
    const [once, again] = [await clicked('#volume'), await clicked('#volume')];
    expect(again.slice(-2)).toEqual(once.slice(-2));
    expect(again.length).toBeGreaterThan(2);
  });

  it('waits for a switch that turns after a moment', async () => {
    const { page, open } = at();
    await open('/switch');
    expect(await outcome(page.locator('#power').check())).toBe('ok');
    expect(await inPage(page, '() => power.getAttribute("aria-checked")')).toBe('true');
    expect(await log()).toEqual(['mousedown power ', 'click power ']);
    // One that shows that it asks may take longer.
    expect(await outcome(page.locator('#asking').check())).toBe('ok');
    expect(await log()).toEqual(['mousedown asking ', 'click asking ']);
  });

  it('says what holds the screen or the pointer, and Escape ends that', async () => {
    const { page, open } = at();
    const until = (isHeld: boolean) =>
      page.evaluate(`() => new Promise((done) => {
        const look = () => !!(document.fullscreenElement ?? document.pointerLockElement) === ${isHeld} ? done() : requestAnimationFrame(look);
        look();
      })`);
    for (const [id, held] of [
      ['full', 'is in full screen'],
      ['game', 'has locked the pointer'],
      ['all', 'has locked the pointer'],
    ]) {
      await open('/held');
      expect(await outcome(page.locator(`#${id}`).click())).toBe('ok');
      await until(true);
      const out = page.locator('#out');
      expect(await outcome(out.click())).toContain(held);
      await page.actions.press(undefined, 'Escape');
      await until(false);
      expect(await outcome(out.click())).toBe('ok');
    }
  });

  it('says that keys went into another document', async () => {
    const { page, open } = at();
    await open('/stolen');
    expect(await outcome(page.locator('#mine').type('hello'))).toMatch(
      /^ok\nThe focus moved during typing: some keys went to iframe <iframe> \[ref=\w+\]\.$/,
    );
  });

  it('takes the focus back from another document until the first key or text has come', async () => {
    const { page, open } = at();
    await open('/stolen');
    const values = () => inPage(page, '() => [mine.value, other().value]');
    await inPage(page, '() => { mine.onkeydown = null; times = 2 }');
    expect(await outcome(page.locator('#mine').type('a'))).toBe('ok');
    await inPage(page, '() => { other().focus(); times = 2 }');
    expect(await outcome(page.locator('#mine').fill('hello'))).toBe('ok');
    expect(await values()).toEqual(['hello', '']);
    // Where a page insists, keys go nowhere.
    await inPage(page, '() => { other().focus(); times = Infinity; soon = queueMicrotask }');
    const refused =
      /^not-actionable\n.* would have gone to iframe <iframe> \[ref=\w+\], so nothing was entered/;
    expect(await outcome(page.locator('#mine').type('x'))).toMatch(refused);
    await inPage(page, '() => { times = 0; mine.addEventListener("beforeinput", () => other().focus()) }');
    expect(await outcome(page.locator('#mine').type('abc'))).toMatch(refused);
    expect(await values()).toEqual(['hello', '']);
    await inPage(page, '() => { times = Infinity }');
    expect(await outcome(page.locator('#mine').fill('again'))).not.toContain('iframe');
    expect(await values()).toEqual(['again', '']);
  });

  it('says that the page navigated while a script ran', async () => {
    const { page, open } = at();
    await open('/tree');
    const running = page.evaluate('() => { location.href = "/next"; return new Promise(() => {}); }');
    await expect(running).rejects.toMatchObject({
      code: 'document-gone',
      message: expect.stringMatching(/^The page navigated to another document before the script returned/),
    });
  });
});
