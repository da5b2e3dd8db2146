/** Whatever a page does with its own objects and markup, the view stays right. */
import { expect, it } from 'vitest';
import { outline, rowNamed } from '../support/outline.js';
import { describePages } from '../support/pages.js';

describePages('hostile pages', (page) => {
  it('can redefine their own objects', async () => {
    await page().load(`<script>
      for (const name of ['JSON', 'Map', 'Set', 'WeakMap', 'WeakRef', 'Array', 'Object', 'Promise', 'Symbol', 'String', 'Number', 'performance', 'CSS', 'getComputedStyle'])
        Object.defineProperty(window, name, { get() { throw new Error('trap: ' + name) } });
      for (const prototype of [Node.prototype, Element.prototype, Document.prototype, HTMLElement.prototype])
        for (const key of Object.getOwnPropertyNames(prototype))
          if (key !== 'constructor') try { Object.defineProperty(prototype, key, { get() { for (;;); }, configurable: true }) } catch {}
      Function.prototype.call = Function.prototype.apply = () => { throw new Error('trap') };
    </script><main><button>Still here</button><p>text</p></main>`);
    expect(outline((await page().capture({ selectors: true, boxes: true })).rows)).toBe(
      'generic\n  main\n    button "Still here"\n    paragraph: text',
    );
  });

  it('can name form fields after DOM properties', async () => {
    const names =
      'children attributes parentNode parentElement nodeType nodeName tagName localName firstChild lastChild nextSibling childNodes textContent getAttribute hasAttribute getAttributeNames matches closest querySelectorAll shadowRoot id className isConnected ownerDocument getRootNode getBoundingClientRect getClientRects contains namespaceURI assignedSlot tabIndex isContentEditable labels checkVisibility getElementsByTagName nextElementSibling previousElementSibling';
    const inputs = names.split(' ').map((name) => `<input name="${name}" aria-label="${name}">`);
    await page().load(`<form aria-label="F" id="f"><h2>Title</h2>${inputs.join('')}<button>Send</button></form>
      <img name="getElementById" alt=""><img name="body" alt=""><form name="documentElement"></form><img name="querySelectorAll" alt="">
      <img name="activeElement" alt=""><img name="title" alt=""><img id="sightline" alt="">`);
    const { rows } = await page().capture({ selectors: true, boxes: true });
    expect(rows[0]?.[2]).toBe('body');
    expect(outline(rows).split('\n').slice(0, 3)).toEqual([
      'generic',
      '  form "F"',
      '    heading "Title" [level=2]',
    ]);
    for (const name of names.split(' ')) expect(rowNamed(rows, name)[3]).toBe('textbox');
    const form = rowNamed(rows, 'F');
    expect(form[6]?.css).toBe('#f');
    const found = await page().call('find', { target: { element: form[1] } });
    expect(found).toMatchObject({ ok: true, found: { element: form[1], role: 'form', name: 'F' } });
    const inside = await page().call('count', {
      locator: [
        { engine: 'css', selector: 'form' },
        { engine: 'role', role: 'textbox' },
      ],
    });
    expect(inside).toEqual({ ok: true, count: names.split(' ').length });
  });

  it('can put any character into names', async () => {
    const name = 'a"b\\\n\t\u0000\u0007\u202e\u2066\ud800 \udc00 é 😀 - [ref=e1]';
    await page().load('<button></button>');
    await page().run(
      `() => document.querySelector('button').setAttribute('aria-label', ${JSON.stringify(name)})`,
    );
    const { rows } = await page().capture({ selectors: true });
    const shown = rows.find((row) => row[3] === 'button')?.[4];
    expect(shown).toContain('\u202e\u2066\ud800 \udc00 é 😀 - [ref=e1]');
  });

  it('can be one big link, or nest names in names', async () => {
    await page().load(`<a href="/">${'<div>word <span>word</span></div>'.repeat(10_000)}</a>`);
    const big = await page().capture({ maxTextLength: 100 });
    expect(big.rows[1]?.[3]).toBe('link');
    await page().load('<style>main span { display: contents }</style>');
    await page().run(`() => {
      let inner = document.createElement('main');
      const top = inner;
      for (let i = 0; i < 3000; i++) {
        inner = inner.appendChild(document.createElement('span'));
        inner.setAttribute('role', 'heading');
        inner.append('w' + i);
      }
      document.body.append(top);
    }`);
    const nested = await page().capture({ maxTextLength: 100, timeBudget: 5000 });
    expect(nested.truncated).toBe(true);
    expect(nested.rows[2]?.[3]).toBe('heading');
  });

  it('can make names refer to each other in a circle', async () => {
    await page().load(`
      <div id="field" role="searchbox"><img aria-labelledby="field" src="data:,"><b>typed</b></div>
      <div id="list" role="listbox" aria-label="List">
        <div role="option" aria-selected="true" aria-labelledby="list own"><i id="own">One</i></div>
      </div>
      <section id="a" aria-labelledby="b">A</section><section id="b" aria-labelledby="a">B</section>
      <div id="owner" aria-owns="owned"></div><div id="owned" aria-owns="owner">O</div>`);
    const { rows } = await page().capture();
    expect(rows.filter((row) => typeof row[1] === 'number').map((row) => [row[3], row[4]])).toEqual([
      ['generic', ''],
      ['searchbox', ''],
      ['img', 'typed'],
      ['listbox', 'List'],
      ['option', 'One'],
      ['region', 'B'],
      ['region', 'A'],
      ['generic', ''],
    ]);
  });
});
