/** What one capture shows of a frame: the same rows in both browsers. */
import { expect, it } from 'vitest';
import { WIRE_FLAGS } from '../../src/wire/rows.js';
import { CAPTURE, isElementRow, outline, rowNamed } from '../support/outline.js';
import { describePages } from '../support/pages.js';

const lines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(6))
    .join('\n');

describePages('the view of a frame', (page) => {
  async function show(html: string): Promise<string> {
    await page().load(`<!doctype html>${html}`);
    return outline((await page().capture()).rows);
  }

  it('has text as it is rendered', async () => {
    expect(
      await show(`<p>Hello,   <b>big</b>\n <i>wide</i>world<br>next</p><pre>  a\n    b <b>c</b>\n</pre>
        <p style="text-transform: uppercase">shout</p><p style="white-space: pre-line">one\n   two</p>`),
    ).toBe(
      'generic\n  paragraph: Hello, big wideworld next\n  generic:   a\n    b c\n  paragraph: SHOUT\n  paragraph: one\ntwo',
    );
  });

  it('has generated content, but not the pictures of icon fonts', async () => {
    expect(
      await show(`<style>.a::before { content: "pre " } .a::after { content: " post" } .i::before { content: "\\e001" }</style>
        <p class="a">mid</p><button class="a">B</button><p class="i">icon</p>`),
    ).toBe('generic\n  paragraph: pre mid post\n  button "pre B post"\n  paragraph: icon');
  });

  it('says a name once, and loses nothing else', async () => {
    expect(
      await show(`<button>Save</button><a href="/x"><img alt="Logo" src="data:,"> Home page</a>
        <button aria-label="Close dialog">Close</button><button aria-label="unsaved">saved</button>`),
    ).toBe(
      lines(`
      generic
        button "Save"
        link "Logo Home page"
          img "Logo"
        button "Close dialog"
        button "unsaved": saved`),
    );
  });

  /** After this many elements, properties that no rule sets are no longer read. */
  const FILLER = '<p>filler</p>'.repeat(60);
  const TRANSPARENT = `<p class="by-class">class</p><div class="by-class"><p>inside</p></div><p id="by-id">id</p>
    <p class="größe">letters</p><section><p>tag</p></section><p data-x>attribute</p><p class="at">conditions</p><p class="layered">layer</p>
    <p style="opacity: 0">style</p><p class="animated">animation</p><p class="adopted">adopted</p>
    <p id="scripted">scripted</p><my-host><p>slotted</p></my-host>`;
  const SCRIPT = `<script>
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.adopted { opacity: 0 }');
    document.adoptedStyleSheets = [sheet];
    scripted.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1e6, fill: 'both' });
    document.querySelector('my-host').attachShadow({ mode: 'open' }).innerHTML =
      '<style>.in-root, ::slotted(p) { opacity: 0 }</style><slot></slot><p class="in-root">root</p>';
  </script>`;

  it.each([
    ['rules that name their elements', ''],
    [
      'rules that may mean any element',
      ':is(.one, .two), my-host::part(p) { opacity: 0 } .outer { &.inner { opacity: 0 } .deep { @media all { opacity: 0 } } }',
    ],
  ])('detects transparency: %s', async (_, unclear) => {
    const more =
      unclear &&
      '<p class="two">is</p><div class="outer"><p class="outer inner">nested</p><p class="deep">deep</p></div>';
    await page().load(`<!doctype html><style>.by-class, #by-id, .größe, section > p, [data-x] { opacity: 0 }
      @media all { .at { opacity: 0 } } @layer base { .layered { opacity: 0 } }
      .animated { animation: vanish 1000s } @keyframes vanish { from, to { opacity: 0 } } ${unclear}</style>
      ${FILLER}<p class="other">seen</p>${TRANSPARENT}${more}${SCRIPT}`);
    const { rows } = await page().capture();
    const said = (seen: boolean): string[] =>
      rows.filter(isElementRow).flatMap((row) => {
        const text = row[6]?.text;
        return text && text !== 'filler' && ((row[5] & WIRE_FLAGS.visible) !== 0) === seen ? [text] : [];
      });
    expect(said(true)).toEqual(['seen']);
    expect(said(false)).toEqual(
      'class inside id letters tag attribute conditions layer style animation adopted scripted slotted root'
        .split(' ')
        .concat(unclear ? ['is', 'nested', 'deep'] : []),
    );
  });

  it('detects transparency where rules match case-insensitively', async () => {
    await page().load(
      `<style>.Large, #Small { opacity: 0 }</style>${FILLER}<p class="large">class</p><p id="small">id</p>`,
    );
    const { rows } = await page().capture();
    const seen = rows.filter(isElementRow).filter((row) => (row[5] & WIRE_FLAGS.visible) !== 0);
    expect(new Set(seen.map((row) => row[6]?.text))).toEqual(new Set([undefined, 'filler']));
  });

  it('knows inherited styles, however many elements there are', async () => {
    expect(
      await show(`<style>.upper { text-transform: uppercase } .usual { text-transform: none } .custom { --c: uppercase; text-transform: var(--c) }
        .pre { white-space: pre } .hand { cursor: pointer } .arrow { cursor: default } .skipped { content-visibility: hidden }
        .list { overflow: auto; height: 20px }</style>${FILLER}<div class="upper"><div><div><h2>a</h2></div></div><div class="usual"><div><h2>b</h2></div></div></div>
        <h2 class="custom">c</h2><div style="text-transform: uppercase"><div><h2>d</h2></div></div>
        <section class="pre"><div><p>e\n  e</p></div></section><div class="skipped"><p>no</p></div><div hidden="until-found"><p>no</p></div>
        <div class="hand"><b>f</b> f</div><div class="arrow"><div><i class="hand">g</i></div></div><div class="list"><p>h</p><p style="height: 90px">h</p></div>`),
    ).toBe(
      lines(`
      generic
${'        paragraph: filler\n'.repeat(60)}        generic
          heading "A" [level=2]
          heading "b" [level=2]
        heading "C" [level=2]
        heading "D" [level=2]
        paragraph: e
        e
        generic: f f
        generic: g
        generic
          paragraph: h
          paragraph: h`),
    );
  });

  it('leaves out hidden elements, but not visible ones inside them', async () => {
    expect(
      await show(`<div style="display: none">no</div><p hidden>no</p>
        <div style="visibility: hidden">no <p style="visibility: visible">yes</p></div>
        <div aria-hidden="true">no<button>no</button></div>
        <details><summary>Shut</summary><p>no</p></details><details open><summary>Open</summary><p>yes</p></details>
        <div inert>no <button>no</button></div><template>no</template><noscript>no</noscript><script>0</script>`),
    ).toBe(
      lines(`
      generic
        paragraph: yes
        group
          button "Shut" [expanded=false]
        group
          button "Open" [expanded]
          paragraph: yes`),
    );
  });

  it('shows a modal dialog, but nothing behind it', async () => {
    expect(
      await show(
        `<main><p>behind</p><dialog id="d"><p>in front</p><button>OK</button></dialog></main><script>d.showModal()</script>`,
      ),
    ).toBe('generic\n  main\n    dialog [modal]\n      paragraph: in front\n      button "OK" [active]');
  });

  it('keeps groups and drops wrappers that group nothing', async () => {
    expect(
      await show(`<div><div><div><h2>One</h2><button>Buy</button></div><div><h2>Two</h2><button>Buy</button></div></div></div>
        <main><div><div><p>only</p></div></div></main><div></div><div><span></span></div>`),
    ).toBe(
      lines(`
      generic
        generic
          generic
            heading "One" [level=2]
            button "Buy"
          generic
            heading "Two" [level=2]
            button "Buy"
        main
          paragraph: only`),
    );
  });

  it('follows the composed tree', async () => {
    expect(
      await show(`<x-c><b slot="s">slotted</b><button>rest</button></x-c>
        <div role="listbox" aria-owns="o1 o2" aria-label="L" tabindex="0"></div>
        <div><div role="option" id="o2">two</div><div role="option" id="o1">one</div></div>
        <script>customElements.define('x-c', class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML =
              '<p>before <slot name="s"></slot> between <slot></slot> <slot name="none">fallback</slot></p>';
          }
        })</script>`),
    ).toBe(
      lines(`
      generic
        paragraph
          text: before slotted between
          button "rest"
          text: fallback
        listbox "L"
          option "one"
          option "two"`),
    );
  });

  it('has entered values, never a password', async () => {
    expect(
      await show(`<input aria-label="N" value="old"><input type="password" aria-label="P" value="secret">
        <textarea aria-label="T">default</textarea><div contenteditable role="textbox" aria-label="E">typed</div>
        <script>document.querySelector('input').value = 'new'</script>`),
    ).toBe(
      lines(`
      generic
        textbox "N" = new
        textbox "P" [filled]
        textbox "T" [multiline] = default
        textbox "E" = typed`),
    );
  });

  it('knows what a person would click or edit', async () => {
    await page().load(`<!doctype html>
      <div aria-label="pointer" style="cursor: pointer">x <span aria-label="inherits">y</span></div>
      <div aria-label="handler" onclick="0">x</div><div aria-label="editable" contenteditable>x</div>
      <div aria-label="tab" tabindex="0">x</div><div aria-label="script" tabindex="-1">x</div>
      <canvas aria-label="canvas"></canvas><button>button</button><p aria-label="load" onload="0">x</p>
      <video aria-label="video" controls></video><section aria-label="section">x</section>`);
    const { rows } = await page().capture();
    const flags = (name: string): number =>
      rowNamed(rows, name)[5] & (WIRE_FLAGS.interactive | WIRE_FLAGS.focusable);
    const { interactive, focusable } = WIRE_FLAGS;
    expect(flags('pointer')).toBe(interactive);
    expect(flags('inherits')).toBe(0);
    expect(flags('handler')).toBe(interactive);
    expect(flags('editable')).toBe(interactive | focusable);
    expect(rowNamed(rows, 'editable')[6]?.states).toEqual({ editable: true });
    expect(flags('tab')).toBe(focusable);
    expect(flags('script')).toBe(focusable);
    expect(flags('canvas')).toBe(interactive);
    expect(flags('button')).toBe(interactive | focusable);
    expect(flags('video') & interactive).toBe(interactive);
    expect(flags('section')).toBe(0);
  });

  it('distinguishes visible elements from hidden ones', async () => {
    await page().load(`<!doctype html><button>seen</button><button style="opacity: 0">clear</button>
      <input type="checkbox" aria-label="empty" style="appearance: none; width: 0; height: 0; border: 0; margin: 0; padding: 0">`);
    const { rows } = await page().capture();
    const { visible, accessible } = WIRE_FLAGS;
    const flags = (name: string): number => rowNamed(rows, name)[5] & (visible | accessible);
    expect(flags('seen')).toBe(visible | accessible);
    expect(flags('clear')).toBe(accessible);
    expect(flags('empty')).toBe(accessible);
  });

  it('keeps scroll containers, since a person may scroll them', async () => {
    expect(
      await show(`<main><div style="overflow: auto; height: 20px"><div style="height: 90px">tall</div></div></main>
        <main><div style="overflow: auto; height: 90px"><div style="height: 20px">short</div></div></main>`),
    ).toBe('generic\n  main\n    generic: tall\n  main: short');
  });

  it('has absolute URLs, placeholders and frames', async () => {
    await page().load(`<!doctype html><a href="a/b?c#d">link</a><img alt="pic" src="/i.png">
      <img alt="data" src="data:image/png;base64,${'A'.repeat(500)}"><svg width="9" height="9"><a href="s"><text>svg</text></a></svg>
      <input aria-label="in" placeholder="type here"><iframe title="Pay" name="pay" src="about:blank"></iframe>
      <iframe title="doc" srcdoc="<p>hi"></iframe><iframe title="gone" style="display: none"></iframe>`);
    const { rows, frames } = await page().capture();
    const more = (name: string) => rowNamed(rows, name)[6];
    const base = new URL(String(await page().run('() => location.href')));
    expect(more('link')?.url).toBe(new URL('a/b?c#d', base).href);
    expect(more('pic')?.url).toBe(new URL('/i.png', base).href);
    expect(more('data')?.url).toMatch(/^data:image\/png;base64,A+…$/);
    expect(more('svg')?.url).toBe(new URL('s', base).href);
    expect(more('in')?.placeholder).toBe('type here');
    expect(more('Pay')).toMatchObject({ frameUrl: 'about:blank', frameName: 'pay', crossOrigin: false });
    expect(more('doc')).toMatchObject({ frameUrl: 'about:srcdoc', frameName: '' });
    expect(frames).toEqual([rowNamed(rows, 'Pay')[1], rowNamed(rows, 'doc')[1]]);
    expect(rowNamed(rows, 'Pay')[5] & WIRE_FLAGS.frame).toBe(WIRE_FLAGS.frame);
  });

  it('numbers elements in document order, the root first', async () => {
    await page().load('<main><h1>A</h1><p>b <a href="/">c</a></p></main>');
    const numbers = (await page().capture()).rows.filter(isElementRow).map((row) => row[1]);
    const [first = 0] = numbers;
    expect(numbers).toEqual(numbers.map((_, index) => first + index));
  });

  it('can show a subtree', async () => {
    await page().load('<main><h1>A</h1><ul id="u"><li>one<li>two</ul></main>');
    const whole = await page().capture();
    const list = whole.rows.filter(isElementRow).find((row) => row[3] === 'list');
    const element = list?.[1] ?? 0;
    for (const target of [{ element }, { selector: '#u' }, { selector: 'xpath=//ul' }]) {
      const { rows } = await page().capture({ target });
      expect(outline(rows)).toBe('list\n  listitem: one\n  listitem: two');
      expect(rows[0]?.[1]).toBe(element);
    }
    const missing = await page().call('capture', { ...CAPTURE, target: { selector: 'nav' } });
    expect(missing).toEqual({ ok: false, failure: { kind: 'no-match', selector: 'css=nav' } });
    const bad = await page().call('capture', { ...CAPTURE, target: { selector: 'li[' } });
    expect(bad).toMatchObject({ ok: false, failure: { kind: 'bad-selector', selector: 'li[' } });
    const many = await page().call('capture', { ...CAPTURE, target: { selector: 'li' } });
    expect(many).toMatchObject({ ok: false, failure: { kind: 'many', count: 2 } });
  });

  it('has boxes on request', async () => {
    await page().load(
      '<button style="position: absolute; left: 10px; top: 20px; width: 30px; height: 40px">b</button>',
    );
    const { rows } = await page().capture({ boxes: true });
    expect(rowNamed(rows, 'b')[6]?.box).toEqual({ x: 10, y: 20, width: 30, height: 40 });
  });

  it('starts at the frameset, or at the root of documents that are not HTML', async () => {
    expect(
      await show('<frameset cols="*,*"><frame name="a" title="A"><frame name="b" title="B"></frameset>'),
    ).toBe('generic\n  iframe "A"\n  iframe "B"');
    await page().run(`() => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      svg.innerHTML = '<a href="/x"><text y="20">drawn</text></a>';
      document.replaceChild(svg, document.documentElement);
    }`);
    const { rows } = await page().capture();
    expect(rows[0]?.[2]).toBe('svg:svg');
    expect(rowNamed(rows, 'drawn')[3]).toBe('link');
  });
});
