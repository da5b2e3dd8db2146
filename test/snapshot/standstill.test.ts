/**
 * A page that stands still is not read again, and of one that changed only what changed is sent. Whatever can change a page
 * is tried here, most of it without changing a node or an attribute. Each capture that is spared is made all the same, and
 * what is built on earlier captures is compared with one that is built on nothing. `npm run test:standstill` makes the run
 * longer, by `SIGHTLINE_STANDSTILL_STEPS` changes in each browser.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '../../src/index.js';
import { describeBrowsers } from '../support/browsers.js';
import { startServer } from '../support/server.js';

const ASKED = process.env.SIGHTLINE_STANDSTILL_STEPS;
const STEPS = Number(ASKED ?? 60);
const FRESH_EVERY = 500;
/** A capture from nothing follows each change of a long run, and some of a short one. */
const ANEW_EVERY = ASKED ? 1 : 5;
const SEED = Number(process.env.SIGHTLINE_STANDSTILL_SEED ?? 7);

const PAGE = `<!doctype html><title>still</title><base id="base" href="/a/"><style id="sheet">
  .none { display: none } #hovered:hover + #beside { display: none } #target:target { visibility: hidden }
  #has:has(:checked) .hint { display: none } #mixed:indeterminate ~ p { visibility: hidden }
  #invalid:invalid + p { opacity: 0 } #defined:not(:defined) { display: none } x-state:state(on) { visibility: hidden }
  #before::before { content: "a" } .moving { animation: fade 300s } @keyframes fade { to { opacity: 0 } }
  #shifting { transition: margin-left 20ms } @media (max-width: 700px) { #wide { display: none } }
  #container { container-type: inline-size; width: 400px } @container (max-width: 300px) { #inside { display: none } }
  #carousel { overflow: hidden; width: 100px; height: 20px } #carousel div { width: 300px; display: flex }
  #carousel span { width: 100px } #scroller { overflow: auto; height: 30px }
</style>
<main><button id="hovered">Hover me</button><p id="beside">Beside it</p><p id="target">Target</p>
<div id="has"><input type="checkbox" id="checked" aria-label="Has"><p class="hint">A hint</p></div>
<input type="checkbox" id="mixed" aria-label="Mixed"><p>After it</p>
<input id="text" aria-label="Text"><input type="password" id="secret" aria-label="Secret">
<input id="invalid" required aria-label="Needed"><p>Is needed</p><textarea id="area" aria-label="Area"></textarea>
<select id="one" aria-label="One"><option>1</option><option>2</option></select>
<select id="many" multiple aria-label="Many"><option>1</option><option>2</option></select>
<input type="radio" name="r" aria-label="R1"><input type="radio" name="r" id="radio" aria-label="R2">
<input class="none" id="hiddenfield" value="was"><span role="img" aria-labelledby="hiddenlabel"></span>
<div class="none" id="hiddenlabel"><b>Hidden label</b></div><button aria-labelledby="text">Named by a field</button>
<div id="open"><span>Light</span></div><div id="late">Late host</div><x-closed id="closed"></x-closed>
<x-defined id="defined">Defined later</x-defined><x-state id="state">Has a state</x-state>
<details id="details"><summary>More</summary>Details</details><dialog id="dialog">A dialog</dialog>
<button popovertarget="popover">Opens</button><div popover id="popover">A popover</div>
<p id="before">Generated</p><p id="animated">Animated</p><p id="shifting">Shifts</p><p id="wide">Only wide</p>
<div id="container"><p id="inside">In a container</p></div><a href="page" id="link">A link</a>
<div id="carousel"><div><span>Slide one of three</span><span>Slide two of three</span><span>Slide three of it</span></div></div>
<div id="scroller"><div style="height: 300px">Scrolled text that is long enough</div></div>
<img id="image" alt="A picture"><iframe id="frame" srcdoc="<style>b { }</style><p>In a frame, and long enough to be looked at</p><b>Bold</b><input aria-label='In a frame'>" title="Frame"></iframe>
<button id="related">Related</button><progress id="progress" value="0.1"></progress><p id="edited" contenteditable>Edit</p>
<p id="long">A text that is long enough to be measured and looked at</p><div id="boxed"><b class="tag">one</b> <b class="tag">two</b></div>
<svg id="drawing" width="200" height="120"><rect x="5" y="5" width="40" height="40" fill="red"/><circle cx="120" cy="60" r="30" fill="blue"/></svg>
<button id="icon"><i class="fa-trash"></i></button><span class="patch" style="display: inline-block; width: 20px; height: 20px; background: green"></span>
<ul>${'<li><a href="x">Item</a> <span>text</span></li>'.repeat(200)}</ul></main>
<script>
  const $ = (id) => document.getElementById(id);
  const inOpen = $('open').attachShadow({ mode: 'open', slotAssignment: 'manual' });
  inOpen.innerHTML = '<p>In a root</p><input aria-label="In a root"><slot id="slot">Fallback</slot><style></style>';
  let inClosed;
  customElements.define('x-closed', class extends HTMLElement {
    constructor() { super(); inClosed = this.attachShadow({ mode: 'closed' }); inClosed.innerHTML = '<p>Closed</p><input aria-label="In a closed root">'; }
  });
  customElements.define('x-state', class extends HTMLElement { internals = this.attachInternals(); });
  const sheet = $('sheet').sheet;
  const adopted = new CSSStyleSheet();
  document.adoptedStyleSheets = [adopted];
  let n = 0;
  const STYLED = ['#beside', '#long', '#boxed', '.tag', '#drawing', '#drawing rect', '#icon', '#icon i', '.patch', 'li:nth-child(odd)', 'li a', 'main',
    'p', 'button', 'input', '#carousel', '#scroller', '#scroller div', '#open', '#slot', 'details', 'body', '#long::before', 'li:nth-child(3)::after', '#icon i::before', '.tag:hover'];
  const STYLES = [['display', 'none', 'block', 'inline', 'contents', 'inline-block', 'flex'], ['visibility', 'hidden', 'visible', 'collapse'], ['opacity', '0', '0.5', '1'],
    ['cursor', 'pointer', 'auto', 'grab'], ['overflow', 'hidden', 'auto', 'visible', 'clip'], ['text-transform', 'uppercase', 'none'], ['white-space', 'pre', 'normal'],
    ['font-size', '0', '1px', '14px'], ['text-indent', '-9999px', '0'], ['color', 'white', 'black', 'transparent'], ['background', 'white', 'none', 'url(trash.svg)', 'black'],
    ['position', 'absolute', 'static', 'fixed'], ['left', '-9999px', '0'], ['width', '0', '1px', 'auto', '300px'], ['height', '0', '1px', 'auto'], ['clip-path', 'inset(50%)', 'none'],
    ['content', '"generated"', 'counter(c)', 'url(x.png)', 'none'], ['counter-increment', 'c', 'none'], ['content-visibility', 'hidden', 'auto', 'visible'], ['transform', 'translate(-9999px)', 'none'],
    ['border', '1px solid', 'none'], ['fill', 'green', 'none'], ['text-shadow', '1px 1px red', 'none'], ['direction', 'rtl', 'ltr'], ['zoom', '1.5', '1']];
  window.CHANGES = {
    nothing() {}, text() { $('beside').textContent = 'Beside ' + ++n; }, attribute() { $('related').setAttribute('aria-label', 'R' + ++n); },
    value() { $('text').value = 'v' + ++n; }, secret() { $('secret').value = $('secret').value ? '' : 'x'; }, area() { $('area').value = 'a' + ++n; },
    check() { $('checked').checked = !$('checked').checked; }, mixed() { $('mixed').indeterminate = !$('mixed').indeterminate; },
    radio() { $('radio').checked = !$('radio').checked; }, one() { $('one').selectedIndex ^= 1; }, many() { $('many').options[1].selected = !$('many').options[1].selected; },
    hiddenField() { $('hiddenfield').value = 'h' + ++n; }, hiddenLabel() { $('hiddenlabel').firstChild.textContent = 'L' + ++n; },
    hideHosts() { $('closed').hidden = $('open').hidden = !$('open').hidden; },
    hiddenRoot() { if (!$('hiddenlabel').shadowRoot) $('hiddenlabel').attachShadow({ mode: 'open' }).innerHTML = 'Root label'; },
    focus() { $('text').focus(); }, blur() { document.activeElement?.blur(); }, focusInRoot() { inOpen.querySelector('input').focus(); },
    validity() { $('invalid').setCustomValidity($('invalid').validity.customError ? '' : 'wrong'); }, report() { $('invalid').reportValidity(); },
    rootText() { inOpen.querySelector('p').textContent = 'Root ' + ++n; }, rootValue() { inOpen.querySelector('input').value = 'r' + ++n; },
    closedText() { inClosed.querySelector('p').textContent = 'Closed ' + ++n; }, closedValue() { inClosed.querySelector('input').value = 'c' + ++n; },
    lateRoot() { if (!$('late').shadowRoot) $('late').attachShadow({ mode: 'open' }).innerHTML = '<p>Late root</p>'; },
    slot() { const slot = inOpen.querySelector('slot'); slot.assign(...(slot.assignedNodes().length ? [] : [$('open').firstElementChild])); },
    define() { if (!customElements.get('x-defined')) customElements.define('x-defined', class extends HTMLElement {}); },
    state() { const { states } = $('state').internals; states.has('on') ? states.delete('on') : states.add('on'); },
    details() { $('details').open = !$('details').open; }, modal() { $('dialog').open ? $('dialog').close() : $('dialog').showModal(); },
    popover() { $('popover').togglePopover(); }, rule() { sheet.insertRule('#beside { text-transform: ' + (++n % 2 ? 'uppercase' : 'none') + ' }', sheet.cssRules.length); },
    editRule() { [...sheet.cssRules].find((rule) => rule.selectorText === '#before::before').style.content = '"b' + ++n + '"'; },
    disableSheet() { sheet.disabled = !sheet.disabled; }, adopt() { adopted.replaceSync('#wide { display: ' + (++n % 2 ? 'none' : 'block') + ' }'); },
    hiddenRule() { sheet.insertRule('#hiddenlabel b { display: ' + (++n % 2 ? 'none' : 'inline') + ' }', sheet.cssRules.length); },
    animate() { $('animated').classList.toggle('moving'); }, script() { $('animated').animate([{ opacity: 0 }, { opacity: 0 }], 200000); },
    stop() { for (const animation of document.getAnimations()) animation.cancel(); }, shift() { $('shifting').style.marginLeft = $('shifting').style.marginLeft ? '' : '-9999px'; },
    size() { $('container').style.width = $('container').style.width ? '' : '200px'; }, scroll() { $('scroller').scrollTop = 40 * (++n % 3); },
    slide() { $('carousel').scrollLeft = 100 * (++n % 3); }, scrollPage() { scrollTo(0, 100 * (++n % 3)); }, hash() { location.hash = location.hash === '#target' ? '' : 'target'; },
    push() { history.replaceState(null, '', '?' + ++n); }, base() { $('base').href = '/b' + ++n + '/'; }, title() { document.title = 'still ' + ++n; },
    picture() { $('image').src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="' + (50 + ++n) + '" height="9"/>'; },
    relate() { $('related').ariaLabelledByElements = [n++ % 2 ? $('beside') : $('wide')]; }, progress() { $('progress').value = (++n % 10) / 10; },
    editable() { document.designMode = document.designMode === 'on' ? 'off' : 'on'; }, edit() { $('edited').firstChild.data = 'Edited ' + ++n; },
    frameRule() { const [sheet] = $('frame').contentDocument.styleSheets; sheet?.insertRule('b { display: ' + (++n % 2 ? 'none' : 'inline') + ' }', sheet.cssRules.length); },
    frameValue() { const field = $('frame').contentDocument.querySelector('input'); if (field) field.value = 'f' + ++n; },
    aroundFrame() { $('frame').title = 'Frame ' + ++n; }, behindFrame() { $('frame').style.background = ++n % 2 ? 'black' : 'white'; },
    frame() { $('frame').contentDocument.body.textContent = 'Frame ' + ++n; }, frameNavigates() { $('frame').contentWindow.location = 'about:blank?' + ++n; },
    restyle(random) {
      const pick = (list) => list[Math.floor((random = (random * 7919) % 1) * list.length)];
      const [name, ...values] = pick(STYLES);
      sheet.insertRule(pick(STYLED) + ' { ' + name + ': ' + pick(values) + ' !important }', sheet.cssRules.length);
    },
    object() { const object = document.createElement('object'); object.type = 'text/html'; object.data = '/?' + ++n; $('open').after(object); },
    leafRoot() { const leaf = document.querySelector('li:nth-child(9) span'); if (leaf && !leaf.shadowRoot) leaf.attachShadow({ mode: 'open' }).innerHTML = 'In a leaf'; },
    remove() { document.querySelector('li:nth-child(5)')?.remove(); }, move() { const list = document.querySelector('ul'); if (list.lastElementChild) list.prepend(list.lastElementChild); },
    font() { document.fonts.add(new FontFace('late' + ++n, 'url(data:font/woff2;base64,AAAA)')); }, zoom() { document.documentElement.style.zoom = ++n % 2 ? '1.1' : ''; },
  };
</script>`;

/** With a shadow root of each kind. */
const HIDDEN = `<!doctype html><title>hidden</title><p>Seen</p><div id="around"><div id="one"></div><x-two id="two"></x-two></div>
<script>
  customElements.define('x-two', class extends HTMLElement {});
  const inOpen = one.attachShadow({ mode: 'open' });
  const inClosed = two.attachShadow({ mode: 'closed' });
  inOpen.innerHTML = '<p>inOpen was</p>';
  inClosed.innerHTML = '<p>inClosed was</p>';
</script>`;

/** By the browser itself, with real input. */
const FROM_OUTSIDE: Record<string, (page: Page, random: () => number) => Promise<unknown>> = {
  hover: (page) => page.getByRole('button', { name: 'Hover me' }).hover(),
  hoverElsewhere: (page) => page.getByRole('link', { name: 'A link' }).hover(),
  resize: (page, random) => page.setViewport({ width: 600 + Math.round(100 * random()), height: 500 }),
  media: (page, random) => page.emulateMedia({ colorScheme: random() < 0.5 ? 'dark' : 'light' }),
  type: (page) => page.getByLabel('Text', { exact: true }).fill('typed'),
};

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describeBrowsers('a page that stands still', (browser, engine) => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer({ '/': PAGE, '/hidden': HIDDEN });
  });
  afterAll(async () => {
    delete process.env.SIGHTLINE_CHECK_CAPTURES;
    await server.close();
  });

  test(
    'is not read again, and whatever changes it is seen',
    async () => {
      const page = await browser().newPage();
      await page.goto(server.origin);
      // In Chromium, a check takes two calls, and the object may be loaded between them.
      const kinds = ((await page.evaluate('() => Object.keys(CHANGES)')) as string[]).filter(
        (kind) => engine === 'firefox' || kind !== 'object',
      );
      const outside = Object.keys(FROM_OUTSIDE).filter((kind) => engine === 'chromium' || kind !== 'media');
      // What styles can do is more than one kind of change.
      const all = [...kinds, ...outside, ...Array.from({ length: 15 }, () => 'restyle')];
      const random = randomFrom(SEED);
      const queue = [...all].sort(() => random() - 0.5);
      let spared = 0;
      const look = async () => {
        const read = () => page.frames().map(({ memory }) => memory.last?.reply);
        const before = read();
        delete process.env.SIGHTLINE_CHECK_CAPTURES;
        await page.ariaSnapshotWithFrames({ dom: true });
        const after = read();
        if (before.every((reply, at) => reply && reply === after[at])) spared++;
        process.env.SIGHTLINE_CHECK_CAPTURES = '1';
        await page.ariaSnapshotWithFrames({ dom: true });
      };
      const text = async () => {
        const { text, dom } = await page.ariaSnapshotWithFrames({ dom: true });
        return `${text}\n${dom}`;
      };
      /** An animation may move something between the two: then they are made again. */
      const lookAnew = async (what: string) => {
        for (let left = 5; ; left--) {
          const built = await text();
          for (const { memory } of page.frames()) memory.detach();
          const anew = await text();
          if (built !== anew && left > 0) continue;
          expect(built, what).toBe(anew);
          return;
        }
      };
      // What has just loaded is still being drawn for a moment.
      for (let looks = 0; spared === 0 && looks < 50; looks++) await look();
      expect(spared).toBeGreaterThan(0);
      for (let step = 0; step < STEPS; step++) {
        // Rules and animations pile up, and the list gets empty.
        if (step % FRESH_EVERY === FRESH_EVERY - 1) await page.goto(server.origin);
        const kind = queue.pop() ?? all[Math.floor(random() * all.length)] ?? 'nothing';
        const run = FROM_OUTSIDE[kind];
        // A modal dialog covers what is hovered or typed into.
        if (run) await run(page, random).catch(() => undefined);
        else await page.evaluate(`() => CHANGES[${JSON.stringify(kind)}](${random()})`);
        process.env.SIGHTLINE_CHECK_CAPTURES = '1';
        await expect(
          page.ariaSnapshotWithFrames({ dom: true }),
          `after ${kind}, step ${step}`,
        ).resolves.toBeTruthy();
        if (step % ANEW_EVERY === 0) await lookAnew(`after ${kind}, step ${step}`);
      }
      if (ASKED) console.log(`${engine}: ${STEPS} changes, seed ${SEED}: no difference`);
      await page.close();
    },
    120_000 + 1_000 * STEPS,
  );

  test('is read again for a text in a shadow root that is hidden', async () => {
    const page = await browser().newPage();
    await page.goto(`${server.origin}/hidden`);
    const dom = async () => (await page.ariaSnapshotWithFrames({ dom: true })).dom;
    // A closed root is looked for where it is rendered.
    expect(await dom()).toContain('inClosed was');
    await page.evaluate('() => { around.hidden = true; }');
    for (const root of ['inOpen', 'inClosed']) {
      for (let looks = 0; looks < 3; looks++) expect(await dom()).toContain(`${root} was`);
      await page.evaluate(`() => { ${root}.firstChild.firstChild.data = '${root} is'; }`);
      expect(await dom()).toContain(`${root} is`);
    }
    await page.close();
  });
});
