/** Targets that are not ready: the right element or an error that names the condition, never another element. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../src/page/browser.js';
import type { Page } from '../../src/page/page.js';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { byName, inPage, outcome } from './support.js';

/** Every click in the document, whatever it hits. */
const CLICK_LOG = `<script>window.clicks = []; window.presses = [];
  for (const type of ['pointerdown', 'mousedown', 'click']) addEventListener(type, (event) => {
    (type === 'click' ? clicks : presses).push(event.composedPath()[0].id || event.target.nodeName);
  }, true);</script>`;
const page_ = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Readiness</title>${CLICK_LOG}<body style="margin: 0">${body}`;

const PAGES: Record<string, string> = {
  '/covered':
    page_(`<button id="pay" style="position: absolute; left: 50px; top: 50px; width: 100px; height: 40px">Pay</button>
    <div id="overlay" role="dialog" aria-label="Cookies" style="position: fixed; inset: 0; background: #0008"><p>Accept?</p></div>`),
  '/partly':
    page_(`<button id="pay" style="position: absolute; left: 50px; top: 50px; width: 200px; height: 40px">Pay</button>
    <div id="cover" style="position: absolute; left: 50px; top: 40px; width: 150px; height: 60px; background: gold"></div>`),
  '/leaving': page_(`<button id="pay" style="position: absolute; left: 50px; top: 50px">Pay</button>
    <div id="overlay" style="position: fixed; inset: 0; background: #0008"></div><script>requestAnimationFrame(() => requestAnimationFrame(() => overlay.remove()))</script>`),
  '/through': page_(
    '<div id="below" style="padding: 40px"><button id="pay" style="pointer-events: none">Pay</button></div>',
  ),
  '/disabled':
    page_(`<button id="pay" disabled>Pay</button><fieldset disabled><input aria-label="In fieldset"></fieldset>
    <div id="aria" role="button" aria-disabled="true" tabindex="0">Aria</div>
    <label>Labelled <input type="checkbox" disabled></label><button id="later" disabled>Later</button>
    <script>onmessage = () => { later.disabled = false; }</script>`),
  '/behind':
    page_(`<div inert><button id="inert">Inert</button><input id="field" aria-label="Field"></div><select id="size"><option>S<option>M</select>
    <input id="day" type="date"><button id="back">Back</button><dialog id="dialog" aria-label="Cookies"><input id="inside"></dialog>`),
  '/hidden':
    page_(`<select><option id="closed">Closed</select><select style="position: absolute; clip: rect(0 0 0 0); width: 1px"><option id="clipped">Clipped</select>
      <button id="none" style="visibility: hidden">Invisible</button><button id="zero" style="width: 0; height: 0; padding: 0; border: 0; overflow: hidden">Zero</button>
    <button id="away" style="position: fixed; left: -500px">Away</button>
    <a id="empty" href="#x" style="display: block; height: 0"><span style="display: block; width: 80px; height: 30px">Hangs out</span></a>
    <span id="contents" role="button" style="display: contents" tabindex="0">Contents</span>`),
  '/drawn':
    page_(`<style>.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
    <p style="position: relative; height: 1500px"><label for="one">One star</label><input id="one" class="unseen" type="radio" name="stars">
      <label for="two">Two stars</label><input id="two" class="unseen" type="radio" name="stars"></p>
    <label id="terms"><input id="agree" class="unseen" type="checkbox"><a id="read" href="#read">Read the terms</a> <b>Agree</b></label>
    <label id="linked"><input id="buried" type="checkbox" hidden><a id="all" href="#all">All of it</a></label>
    <span class="unseen"><button id="nowhere">Nowhere</button></span>`),
  // A positioned element leaves ancestors that are not its containing block.
  '/positioned': page_(`<div style="overflow: hidden; height: 40px; width: 200px">
      <button id="fixed" style="position: fixed; left: 300px; top: 200px">Fixed</button>
      <button id="absolute" style="position: absolute; left: 300px; top: 900px">Absolute</button>
      <dialog id="modal" style="position: absolute"><button id="in-dialog">In dialog</button></dialog></div>
    <div style="position: fixed; left: 500px; top: 0; width: 150px; height: 100px; overflow: auto"><p style="height: 400px">Panel</p>
      <button id="in-panel">In panel</button></div>
    <div style="transform: translateX(0); overflow: clip; height: 40px; width: 200px">
      <button id="cut" style="position: fixed; left: 300px; top: 0">Cut off</button></div>
    <p style="height: 2000px">Long</p>`),
  '/moving':
    page_(`<style>@keyframes slide { to { left: 400px } } #run { position: absolute; top: 100px; left: 0; animation: slide 0.6s linear forwards }
    @keyframes swing { to { left: 300px } } #swing { position: absolute; top: 200px; left: 0; animation: swing 0.3s linear infinite alternate }
    @keyframes glow { to { color: red } } #glow { position: absolute; top: 300px; animation: glow 1s infinite alternate }</style>
    <button id="run">Run</button><button id="swing">Swing</button><button id="glow">Glow</button>`),
  '/jumping':
    page_(`<button id="jump" style="position: absolute; left: 20px; top: 20px; width: 100px; height: 40px">Jump</button>
    <button id="trap" style="position: absolute; left: 400px; top: 20px; width: 100px; height: 40px">Trap</button>
    <script>jump.addEventListener('pointermove', () => { jump.style.left = '200px'; trap.style.left = '20px'; }, { once: true });</script>`),
  '/always':
    page_(`<button id="jump" style="position: absolute; left: 20px; top: 20px; width: 100px; height: 40px">Jump</button>
    <button id="trap" style="position: absolute; left: 200px; top: 20px; width: 100px; height: 40px">Trap</button>
    <script>addEventListener('pointermove', (event) => { if (event.target !== jump) return; const { left } = jump.style; jump.style.left = trap.style.left; trap.style.left = left; });</script>`),
  '/rows': page_(`<ul id="list"></ul><script>
    const rows = ['One', 'Two', 'Three'];
    window.draw = () => { list.innerHTML = rows.map((row, i) => '<li>' + row + ' <button id="del' + i + '" aria-label="Delete ' + row + '">x</button></li>').join(''); };
    window.drop = (row) => { rows.splice(rows.indexOf(row), 1); draw(); };
    draw();</script>`),
  // The image has a border and padding, is scaled and out of view; two areas overlap.
  '/map':
    page_(`<div style="height: 1500px"></div><div style="transform: scale(1.3); transform-origin: 0 0; height: 300px">
    <img id="image" usemap="#plan" alt="Plan" style="width: 300px; height: 150px; border: 4px solid; padding: 6px"
      src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='30' height='15'/%3E"></div>
    <map name="plan"><area id="above" href="#above" alt="Above" coords="0,0,100,70">
    <area id="behind" href="#behind" alt="Behind" coords="0,0,100,140">
    <area id="round" href="#round" alt="Round" shape="circle" coords="150,70,30">
    <area id="angle" href="#angle" alt="Angle" shape="poly" coords="200,10,290,10,290,140,280,140,280,20,200,20">
    <area id="rest" href="#rest" alt="Rest" shape="default"></map>`),
  '/late': page_(
    `<div id="root"></div><script>addEventListener('message', () => { root.innerHTML = '<button id="late">Late</button>'; });</script>`,
  ),
  '/nested': page_(
    '<div id="card" role="button" tabindex="0" aria-label="Card" style="width: 300px; height: 60px; background: #eee; text-align: center"><button id="inside" style="margin-top: 15px; height: 30px">Inside</button></div>',
  ),
  '/framed': page_(`<h1>Outside</h1><iframe src="/inner" width="300" height="200"></iframe>
    <div id="banner" role="banner" aria-label="Consent" style="position: absolute; left: 0; top: 0; width: 400px; height: 400px; background: #0008"></div>`),
  '/inner': page_('<button id="in">In frame</button>'),
  '/below': page_(
    '<div style="height: 3000px">Long</div><iframe src="/unseen" width="300" height="200"></iframe>',
  ),
  '/unseen': page_('<div style="content-visibility: auto"><button id="lazy">Lazy</button></div>'),
  '/press': page_(
    `<button id="flee">Flee</button><p>text</p><div id="track" style="padding: 10px"><button id="knob">Knob</button></div><script>
      track.addEventListener('pointerdown', (event) => track.setPointerCapture(event.pointerId));
      flee.addEventListener('mousedown', () => { flee.style.marginLeft = '300px'; });</script>`,
  ),
  '/folders': page_(`<ul><li id="plain">Docs<ul><li id="one">One<li id="two">Two<li id="three">Three</ul>
    <li id="drawn"><button>+</button> <span id="words">Music</span><ul><li>Four<li>Five<li>Six</ul></ul>`),
  '/tall': page_(
    '<div style="height: 5000px"></div><button id="far">Far</button><div style="width: 4000px; height: 30px"><button id="wide" style="margin-left: 3800px">Wide</button></div>',
  ),
};

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer(PAGES);
});
afterAll(() => server.close());

describe.each(BROWSERS)('%s', (engine) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser(engine);
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  const open = (path: string) => page.goto(server.origin + path);
  const presses = () => inPage<string[]>(page, '() => presses');
  const clicks = () => inPage<string[]>(page, '() => clicks');

  it('names what covers the target, by ref', async () => {
    await open('/covered');
    const target = await byName(page, '"Pay"');
    const said = await outcome(target.click({ timeout: 300 }));
    expect(said).toMatch(
      /^covered\n.*\(button "Pay"\) is covered after 300 ms by dialog "Cookies" <div> \[ref=\w+\]/,
    );
    const ref = /\[ref=(\w+)\]/.exec(said)?.[1] ?? '';
    expect((await page.locatorFromRef(ref).describe()).attributes).toMatchObject({ id: 'overlay' });
    expect(await clicks()).toEqual([]);
  });

  it('clicks the visible part', async () => {
    await open('/partly');
    expect(await outcome((await byName(page, '"Pay"')).click())).toBe('ok');
    expect(await clicks()).toEqual(['pay']);
  });

  it('clicks the words of an item, not the items in it', async () => {
    await open('/folders');
    for (const item of ['#plain', '#drawn']) expect(await outcome(page.locator(item).click())).toBe('ok');
    expect(await clicks()).toEqual(['plain', 'words']);
  });

  it('waits until the cover is gone', async () => {
    await open('/leaving');
    expect(await outcome(page.locator('#pay').click())).toBe('ok');
    expect(await clicks()).toEqual(['pay']);
  });

  it('says that the element lets the pointer through', async () => {
    await open('/through');
    expect(await outcome(page.locator('#pay').click({ timeout: 200 }))).toMatch(
      /^not-actionable\n.*pointer-events: none\)\. A click there goes to generic <div> \[ref=\w+\]\./,
    );
    expect(await clicks()).toEqual([]);
  });

  it.each([
    ['#pay', ' after 1000 ms: it is disabled'],
    ['#aria', ': it has aria-disabled="true"'],
    ['label', ' after 1000 ms: it is disabled'],
  ])('does not click %s', async (selector, why) => {
    await open('/disabled');
    const said = await outcome(page.locator(selector).click({ timeout: 1000 }));
    expect(said).toContain('not-actionable\n');
    expect(said).toContain(`is not enabled${why}`);
    expect(await clicks()).toEqual([]);
  });

  it('does not fill what a fieldset disables', async () => {
    await open('/disabled');
    expect(await outcome(page.getByLabel('In fieldset').fill('x', { timeout: 1000 }))).toContain(
      'is not enabled',
    );
  });

  it('does not act on inert elements, or behind a modal dialog', async () => {
    await open('/behind');
    const quickly = { timeout: 500 };
    const at = (id: string) => page.locator(`#${id}`);
    expect(await outcome(at('inert').click(quickly))).toContain('is not enabled after 500 ms: it is inert');
    expect(await outcome(at('inert').hover(quickly))).toContain(': it is inert');
    expect(await outcome(at('field').fill('x', quickly))).toContain(
      'is not enabled after 500 ms: it is inert',
    );
    await inPage(page, '() => dialog.showModal()');
    for (const act of [
      at('back').click(quickly),
      at('back').focus(quickly),
      at('size').selectOption('M', quickly),
      at('day').fill('2025-12-31', quickly),
    ])
      expect(await outcome(act)).toMatch(/^covered\n.* is covered after 500 ms by dialog "Cookies" <dialog>/);
    expect(await outcome(at('inside').fill('x'))).toBe('ok');
    expect(await inPage(page, '() => [size.value, day.value, inside.value]')).toEqual(['S', '', 'x']);
    expect(await clicks()).toEqual([]);
  });

  it('waits until the target is enabled', async () => {
    await open('/disabled');
    const clicked = page.locator('#later').click();
    await inPage(page, '() => { postMessage(0); }');
    expect(await outcome(clicked)).toBe('ok');
    expect(await clicks()).toEqual(['later']);
  });

  it.each([
    ['#none', 'is not visible after 200 ms: it has visibility: hidden'],
    ['#zero', 'is not visible after 200 ms: it has no size'],
    ['#closed', 'is not visible: it is in a closed list: select it instead'],
    ['#clipped', 'is not visible: it is in a closed list: select it instead'],
    ['#away', 'is not in view after 200 ms: no part of it can be scrolled into view'],
  ])('says why %s cannot be clicked', async (selector, why) => {
    await open('/hidden');
    expect(await outcome(page.locator(selector).click({ timeout: 200 }))).toContain(why);
    expect(await clicks()).toEqual([]);
  });

  it('clicks an element without a box but with visible content', async () => {
    await open('/hidden');
    expect(await outcome(page.locator('#empty').click())).toBe('ok');
    expect(await outcome(page.locator('#contents').click())).toBe('ok');
    expect(await clicks()).toEqual(
      ['SPAN', 'contents'].map((id, at) => (at === 0 ? expect.any(String) : id)),
    );
  });

  it('waits until an animation has ended', async () => {
    await open('/moving');
    expect(await outcome(page.locator('#run').click())).toBe('ok');
    expect(await clicks()).toEqual(['run']);
    expect(await inPage(page, '() => run.getBoundingClientRect().left')).toBe(400);
  });

  it('says that a target never stops', async () => {
    await open('/moving');
    expect(await outcome(page.locator('#swing').click({ timeout: 400 }))).toContain(
      'is not stable after 400 ms: it keeps moving',
    );
    expect(await clicks()).toEqual([]);
  });

  it('does not wait for an animation that moves nothing', async () => {
    await open('/moving');
    expect(await outcome(page.locator('#glow').click())).toBe('ok');
  });

  it('does not click an element that came under the pointer at the last moment', async () => {
    await open('/jumping');
    expect(await outcome(page.locator('#jump').click())).toBe('ok');
    expect(await clicks()).toEqual(['jump']);
    expect(await presses()).toEqual(['jump', 'jump']);
  });

  it('gives up on a target that flees the pointer', async () => {
    await open('/always');
    const said = await outcome(page.locator('#jump').click({ timeout: 1000 }));
    // The time may also be over while it is waited for to stand still.
    expect(said).toMatch(
      /^(?:covered\n.*moves away before the click: button "Trap"|not-actionable\n.*it keeps moving)/,
    );
    expect(await clicks()).toEqual([]);
    expect(await presses()).toEqual([]);
  });

  it('never mistakes the next row for the removed one', async () => {
    await open('/rows');
    const two = await byName(page, '"Delete Two"');
    await inPage(page, "() => drop('Two')");
    expect(await outcome(two.click())).toMatch(
      /^ref-stale\n.*button "Delete Two"; it was removed or replaced/,
    );
    expect(await clicks()).toEqual([]);
  });

  it('finds a re-rendered element again, and says so', async () => {
    await open('/rows');
    const two = await byName(page, '"Delete Two"');
    await inPage(page, '() => draw()');
    expect(await outcome(two.click())).toMatch(
      /^ok\nThe page replaced \w+; button "Delete Two" was found again by its id and is now \w+\.$/,
    );
    expect(await clicks()).toEqual(['del1']);
  });

  it('refuses what has another name now, and shows it', async () => {
    await open('/rows');
    const two = await byName(page, '"Delete Two"');
    await inPage(page, "() => { del1.setAttribute('aria-label', 'Restore Two'); }");
    expect(await outcome(two.click())).toMatch(
      /^ref-changed\n.*its name was "Delete Two", is "Restore Two"[\s\S]*button "Restore Two" \[ref=/,
    );
    expect(await clicks()).toEqual([]);
    expect(await outcome(two.click())).toBe('ok');
  });

  it('waits until a locator matches', async () => {
    await open('/late');
    const clicked = page.getByRole('button', { name: 'Late' }).click();
    await inPage(page, '() => { postMessage(0); }');
    expect(await outcome(clicked)).toBe('ok');
    expect(await outcome(page.getByRole('button', { name: 'Never' }).click({ timeout: 200 }))).toContain(
      'no-match\n',
    );
  });

  it('refuses a locator that matches several', async () => {
    await open('/rows');
    expect(await outcome(page.locator('button').click())).toMatch(/^strict-mode\n.*matches 3 elements/);
    expect(await clicks()).toEqual([]);
  });

  it('clicks a card next to the button inside it', async () => {
    await open('/nested');
    expect(await outcome(page.getByRole('button', { name: 'Card' }).click())).toBe('ok');
    expect(await clicks()).toEqual(['card']);
  });

  it('names what covers the iframe of a target, by its ref outside', async () => {
    await open('/framed');
    const said = await outcome((await byName(page, '"In frame"')).click({ timeout: 300 }));
    expect(said).toMatch(/^covered\n.*by banner "Consent" <div> \[ref=\w+\]/);
    expect(await clicks()).toEqual([]);
  });

  it('scrolls a frame into view that is not drawn yet', async () => {
    await open('/below');
    const [, frame] = page.frames();
    if (!frame) throw new Error('no frame');
    expect(await outcome(frame.locator('#lazy').click({ timeout: 2_000 }))).toBe('ok');
    expect(await inPage(frame, '() => clicks')).toEqual(['lazy']);
  });

  it("clicks once in a frame while somebody else's press is stopped outside of it", async () => {
    await open('/below');
    const [main, frame] = page.frames();
    if (!main || !frame) throw new Error('no frame');
    const { driver } = page;
    const send = driver.input.bind(driver);
    const modifiers = { alt: false, control: false, meta: false, shift: false };
    const at = { x: 700, y: 20, button: 'left', clickCount: 1, modifiers } as const;
    const press = [
      { type: 'pointer-move', ...at },
      { type: 'pointer-down', ...at },
      { type: 'pointer-up', ...at },
    ] as const;
    driver.input = async (to, events, options) => {
      await send(to, events, options);
      await send(main.id, [...press]);
    };
    try {
      expect(await outcome(frame.locator('#lazy').click())).toBe('ok');
    } finally {
      driver.input = send;
    }
    expect(await inPage(frame, '() => clicks')).toEqual(['lazy']);
    expect(await clicks()).toEqual([]);
  });

  it('repeats a press that was certainly lost, or says that it was lost', async () => {
    await open('/partly');
    const { driver } = page;
    const send = driver.input.bind(driver);
    let lost = 0;
    // The first press is lost, as happens to input for something not on the screen yet.
    driver.input = (frame, events, options) =>
      lost++ === 0 ? Promise.resolve() : send(frame, events, options);
    const said = await outcome(page.locator('#pay').click()).finally(() => {
      driver.input = send;
    });
    if (driver.eventsLag) expect(said).toMatch(/^not-actionable\nThe press on .* did not arrive/);
    else expect(said).toBe('ok');
    expect(await clicks()).toEqual(driver.eventsLag ? [] : ['pay']);
  });

  it('says that a press caused no click', async () => {
    await open('/press');
    expect(await outcome(page.locator('#flee').click())).toContain('no click fired');
    expect(await clicks()).toEqual([]);
    // The element that captures the pointer gets the click.
    expect(await outcome(page.locator('#knob').click())).toContain('no click fired');
    expect(await clicks()).toEqual(['track']);
  });

  it.each(['Above', 'Behind', 'Round', 'Angle', 'Rest'])('clicks the area %s of an image', async (name) => {
    await open('/map');
    expect(await outcome((await byName(page, `"${name}"`)).click())).toBe('ok');
    expect(await clicks()).toEqual([name.toLowerCase()]);
    expect(await presses()).toEqual([name.toLowerCase(), name.toLowerCase()]);
    expect(page.url).toMatch(new RegExp(`#${name.toLowerCase()}$`));
  });

  it('clicks the label of an invisible control', async () => {
    await open('/drawn');
    for (const id of ['two', 'one', 'agree'])
      expect(await outcome(page.locator(`#${id}`).click())).toBe('ok');
    expect(await outcome(page.locator('#two').check())).toBe('ok');
    expect(await inPage(page, '() => [one.checked, two.checked, agree.checked, location.hash]')).toEqual([
      false,
      true,
      true,
      '',
    ]);
    expect(await outcome(page.locator('#nowhere').click({ timeout: 200 }))).toMatch(
      /^not-actionable\n.*(is not in view|it is clipped)/,
    );
    expect(await outcome(page.locator('#buried').check({ timeout: 200 }))).toMatch(
      /^covered\n.*link "All of it"/,
    );
    expect((await clicks()).filter((id) => ['read', 'nowhere', 'all'].includes(id))).toEqual([]);
  });

  it('clicks an element positioned outside its parent', async () => {
    await open('/positioned');
    for (const id of ['fixed', 'absolute', 'in-panel'])
      expect(await outcome(page.locator(`#${id}`).click())).toBe('ok');
    expect(await outcome(page.locator('#cut').click({ timeout: 300 }))).toMatch(
      /^not-actionable\n.* is not in view/,
    );
    await inPage(page, '() => modal.showModal()');
    expect(await outcome(page.locator('#in-dialog').click())).toBe('ok');
    expect(await clicks()).toEqual(['fixed', 'absolute', 'in-panel', 'in-dialog']);
  });

  it('scrolls far, both ways', async () => {
    await open('/tall');
    expect(await outcome(page.locator('#far').click())).toBe('ok');
    expect(await outcome(page.locator('#wide').click())).toBe('ok');
    expect(await clicks()).toEqual(['far', 'wide']);
  });

  it('forces with a note', async () => {
    await open('/covered');
    expect(await outcome(page.locator('#pay').click({ force: true }))).toContain(
      'Forced: the element was not checked for readiness.',
    );
  });

  it('scrolls into view when forced, too', async () => {
    await open('/tall');
    expect(await outcome(page.locator('#far').click({ force: true }))).toContain('Forced');
    expect(await clicks()).toEqual(['far']);
  });

  it('leaves no guard behind when it gives up', async () => {
    await open('/framed');
    await outcome((await byName(page, '"In frame"')).click({ timeout: 200 }));
    // Input that no longer concerns the target, such as a person's.
    const modifiers = { alt: false, control: false, meta: false, shift: false };
    const at = { x: 350, y: 350, button: 'left' as const, clickCount: 1, modifiers };
    await page.driver.input(page.mainFrame.id, [
      { type: 'pointer-move', x: 350, y: 350, modifiers },
      { type: 'pointer-down', ...at },
      { type: 'pointer-up', ...at },
    ]);
    expect(await clicks()).toEqual(['banner']);
  });

  it('ends when the caller aborts', async () => {
    await open('/covered');
    const controller = new AbortController();
    const clicked = outcome(page.locator('#pay').click({ signal: controller.signal, timeout: 20_000 }));
    controller.abort();
    expect(await clicked).toContain('aborted\n');
    expect(await outcome(page.locator('#overlay').click())).toBe('ok');
  });
});
