/** Selector engines, chains, strictness, waiting and descriptions: the same matches in both browsers. */
import { expect, it } from 'vitest';
import type { LocatorStep } from '../../src/wire/api.js';
import { describePages } from '../support/pages.js';

const text = (value: string, exact = false) => ({ text: value, exact });

describePages('locators', (page) => {
  /** Names (or texts) of all matches, in order. */
  async function all(...locator: LocatorStep[]): Promise<string[]> {
    const reply = await page().call('count', { locator });
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
    const names: string[] = [];
    for (let index = 0; index < reply.count; index++) {
      const found = await page().call('describe', {
        target: { locator: [...locator, { engine: 'nth', index }] },
      });
      if (!found.ok) throw new Error(JSON.stringify(found.failure));
      names.push(found.described.attributes.id ?? found.described.tag);
    }
    return names;
  }

  it('by role, name and state, without hidden elements', async () => {
    await page().load(`<button id="a">Save</button><button id="b">Save all</button><div role="button" id="c">save</div>
      <button id="d" hidden>Save</button><button id="e" disabled>Save</button><h2 id="f">T</h2><h3 id="g">T</h3>
      <input type="checkbox" id="h" checked aria-label="x"><input type="checkbox" id="i" aria-label="y"><div role="presentation"><a id="j" href="/">L</a></div>`);
    expect(await all({ engine: 'role', role: 'button' })).toEqual(['a', 'b', 'c', 'e']);
    expect(await all({ engine: 'role', role: 'button', name: text('save') })).toEqual(['a', 'b', 'c', 'e']);
    expect(await all({ engine: 'role', role: 'button', name: text('Save', true) })).toEqual(['a', 'e']);
    expect(await all({ engine: 'role', role: 'button', name: { regex: '^save$', flags: 'i' } })).toEqual([
      'a',
      'c',
      'e',
    ]);
    expect(await all({ engine: 'role', role: 'button', includeHidden: true })).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
    expect(await all({ engine: 'role', role: 'button', states: { disabled: true } })).toEqual(['e']);
    expect(await all({ engine: 'role', role: 'button', states: { disabled: false } })).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(await all({ engine: 'role', role: 'heading', states: { level: 3 } })).toEqual(['g']);
    expect(await all({ engine: 'role', role: 'checkbox', states: { checked: true } })).toEqual(['h']);
    expect(await all({ engine: 'role', role: 'link' })).toEqual(['j']);
  });

  it('by text: the smallest elements that contain it', async () => {
    await page().load(`<main id="m"><p id="a">Hello  <b id="b">big\n world</b></p><p id="c">hello again</p><p id="d">Save <i id="e">Save</i></p>
      <input type="submit" id="f" value="Hello form"><script>"hello"</script><style>/* hello */</style><div id="g"><span id="h">Exact</span></div></main>`);
    expect(await all({ engine: 'text', text: text('hello') })).toEqual(['a', 'c', 'f']);
    expect(await all({ engine: 'text', text: text('hello big') })).toEqual(['a']);
    expect(await all({ engine: 'text', text: text('big world') })).toEqual(['b']);
    expect(await all({ engine: 'text', text: text('save') })).toEqual(['e']);
    expect(await all({ engine: 'text', text: text('Exact', true) })).toEqual(['h']);
    expect(await all({ engine: 'text', text: text('exact', true) })).toEqual([]);
    expect(await all({ engine: 'text', text: { regex: '^hello', flags: 'i' } })).toEqual(['a', 'c', 'f']);
    expect(await all({ engine: 'text', text: text('nowhere') })).toEqual([]);
    expect(await all({ engine: 'text', text: text('') })).toEqual([]);
  });

  it('by label, placeholder, alt, title and test id', async () => {
    await page().load(`<label for="a">Mail address</label><input id="a" placeholder="you@example.com">
      <label>Country <select id="b"><option>Mail</option></select></label><input id="c" aria-label="Mail">
      <span id="t1">Postal</span><span id="t2">code</span><input id="d" aria-labelledby="t1 t2">
      <img id="e" alt="Company  logo" src="data:,"><i id="f" title="A hint">i</i><p id="g" data-testid="row">x</p><p id="h" data-qa="row">x</p>`);
    expect(await all({ engine: 'label', text: text('mail') })).toEqual(['a', 'c']);
    expect(await all({ engine: 'label', text: text('Country', true) })).toEqual(['b']);
    expect(await all({ engine: 'label', text: text('postal code') })).toEqual(['d']);
    expect(await all({ engine: 'placeholder', text: text('EXAMPLE') })).toEqual(['a']);
    expect(await all({ engine: 'alt', text: text('company logo', false) })).toEqual(['e']);
    expect(await all({ engine: 'title', text: text('A hint', true) })).toEqual(['f']);
    expect(await all({ engine: 'testid', text: text('row', true), attributes: ['data-testid'] })).toEqual([
      'g',
    ]);
    expect(
      await all({ engine: 'testid', text: text('row', true), attributes: ['data-testid', 'data-qa'] }),
    ).toEqual(['g', 'h']);
  });

  it('by CSS through shadow roots, in document order', async () => {
    await page().load(`<button id="a">1</button><x-card class="k"><button id="d">light</button></x-card><button id="e">2</button><script>
      const root = document.querySelector('x-card').attachShadow({ mode: 'open' });
      root.innerHTML = '<section><button id="b">3</button><x-in></x-in><slot></slot></section>';
      root.querySelector('x-in').attachShadow({ mode: 'open' }).innerHTML = '<p class="p"><button id="c">4</button></p>';
    </script>`);
    const css = (selector: string) => all({ engine: 'css', selector });
    expect(await css('button')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await css('x-card button')).toEqual(['b', 'c', 'd']);
    expect(await css('.k section x-in .p > button')).toEqual(['c']);
    expect(await css('.k .p button, body > #e')).toEqual(['c', 'e']);
    expect(await css('x-in > p')).toEqual([]);
    expect(await css('[id="a"]:not([title="a b"])')).toEqual(['a']);
    expect(await all({ engine: 'css', selector: 'x-card' }, { engine: 'css', selector: 'button' })).toEqual([
      'b',
      'c',
      'd',
    ]);
    expect(await all({ engine: 'role', role: 'button' })).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await all({ engine: 'text', text: text('4') })).toEqual(['c']);
  });

  it('by XPath, and inside other matches', async () => {
    await page().load(
      `<ul id="u"><li id="a">one <b id="x">1</b></li><li id="b">two <b id="y">2</b></li></ul><b id="z">3</b>`,
    );
    expect(await all({ engine: 'xpath', selector: '//b' })).toEqual(['x', 'y', 'z']);
    expect(await all({ engine: 'css', selector: 'li' }, { engine: 'xpath', selector: '//b' })).toEqual([
      'x',
      'y',
    ]);
    expect(await all({ engine: 'xpath', selector: '//li[2]/b' })).toEqual(['y']);
    expect(await all({ engine: 'xpath', selector: '//b/text()' })).toEqual([]);
  });

  it('chain, filter and pick', async () => {
    await page().load(
      `<ul><li id="a">Alpha <button id="p">Buy</button></li><li id="b">Beta <button id="q">Buy</button></li><li id="c">Beta, sold</li></ul>`,
    );
    const rows: LocatorStep = { engine: 'role', role: 'listitem' };
    const buy: LocatorStep = { engine: 'role', role: 'button', name: text('Buy') };
    expect(await all(rows, { engine: 'filter', hasText: text('beta') })).toEqual(['b', 'c']);
    expect(await all(rows, { engine: 'filter', hasText: text('beta'), has: [buy] })).toEqual(['b']);
    expect(await all(rows, { engine: 'filter', hasText: text('beta') }, buy)).toEqual(['q']);
    expect(await all(rows, { engine: 'nth', index: -1 })).toEqual(['c']);
    expect(await all(rows, { engine: 'nth', index: 7 })).toEqual([]);
    expect(await all(rows, { engine: 'nth', index: 0 }, buy)).toEqual(['p']);
  });

  it('are strict, and list their matches with refs', async () => {
    await page().load(`<nav>${'<a href="/">Go</a>'.repeat(15)}</nav>`);
    const locator: LocatorStep[] = [{ engine: 'role', role: 'link', name: text('Go') }];
    const many = await page().call('find', { target: { locator } });
    expect(many).toMatchObject({
      ok: false,
      failure: { kind: 'many', count: 15, selector: 'role=link[name="Go"]' },
    });
    if (many.ok || many.failure.kind !== 'many') throw new Error('one was found');
    expect(many.failure.matches.length).toBe(10);
    const [first] = many.failure.matches;
    expect(await page().call('find', { target: { element: first?.element ?? 0 } })).toMatchObject({
      ok: true,
    });
    expect(await page().call('find', { target: { locator, first: true } })).toMatchObject({
      ok: true,
      found: { element: first?.element },
    });
    expect(await page().call('find', { target: { locator: [{ engine: 'css', selector: 'em' }] } })).toEqual({
      ok: false,
      failure: { kind: 'no-match', selector: 'css=em' },
    });
  });

  it('say what is wrong with a selector', async () => {
    await page().load('<p>x</p>');
    for (const [step, selector] of [
      [{ engine: 'css', selector: 'p[' }, 'p['],
      [{ engine: 'xpath', selector: '//p[' }, '//p['],
      [{ engine: 'text', text: { regex: '(', flags: '' } }, '/(/'],
    ] as const) {
      const reply = await page().call('find', { target: { locator: [step] } });
      expect(reply).toMatchObject({ ok: false, failure: { kind: 'bad-selector', selector } });
    }
  });

  it('describe an element, but not a password', async () => {
    await page().load(`<p id="h">Your mail</p><input id="i" class="big" aria-label="Mail" aria-describedby="h" value="a@b" required
        style="position: absolute; left: 5px; top: 6px; width: 70px; height: 20px; box-sizing: border-box">
      <input type="password" id="p" value="hunter2"><span id="n" hidden __proto__="x">n</span>`);
    const describe = (selector: string) =>
      page().call('describe', { target: { locator: [{ engine: 'css', selector }] } });
    expect(await describe('#i')).toMatchObject({
      ok: true,
      described: {
        role: 'textbox',
        name: 'Mail',
        tag: 'input',
        description: 'Your mail',
        value: 'a@b',
        visible: true,
        box: { x: 5, y: 6, width: 70, height: 20 },
        attributes: { id: 'i', class: 'big', value: 'a@b', required: '' },
      },
    });
    const password = JSON.stringify(await describe('#p'));
    expect(password).not.toContain('hunter2');
    expect(await describe('#n')).toMatchObject({ ok: true, described: { box: null, visible: false } });
  });

  it('wait until elements appear, show, hide and go', async () => {
    await page().load('<p id="p">here</p>');
    const wait = (selector: string, state: 'attached' | 'detached' | 'visible' | 'hidden', timeout = 5000) =>
      page().call('waitFor', { target: { locator: [{ engine: 'css', selector }] }, state, timeout });
    const reached = { ok: true, reached: true };
    expect(await wait('#p', 'visible')).toEqual(reached);
    expect(await wait('#none', 'hidden')).toEqual(reached);
    expect(await wait('#none', 'attached', 30)).toEqual({ ok: true, reached: false });
    expect(await wait('#p', 'detached', 0)).toEqual({ ok: true, reached: false });
    // The page does each of these during the wait.
    const during = async (script: string, waiting: Promise<unknown>) => {
      await page().run(`() => { setTimeout(() => { ${script} }, 30) }`);
      return waiting;
    };
    expect(
      await during(
        'document.body.append(Object.assign(document.createElement("i"), { id: "new" }))',
        wait('#new', 'attached'),
      ),
    ).toEqual(reached);
    expect(await during('p.style.display = "none"', wait('#p', 'hidden'))).toEqual(reached);
    expect(
      await during(
        'document.head.append(Object.assign(document.createElement("style"), { textContent: "#p { display: block !important }" }))',
        wait('#p', 'visible'),
      ),
    ).toEqual(reached);
    expect(await during('p.remove()', wait('#p', 'detached'))).toEqual(reached);
    expect(await wait('i[', 'visible')).toMatchObject({ ok: false, failure: { kind: 'bad-selector' } });
  });

  it('wait for the element of a ref', async () => {
    await page().load('<button id="b">Go</button>');
    const found = await page().call('find', { target: { locator: [{ engine: 'css', selector: '#b' }] } });
    if (!found.ok) throw new Error('not found');
    const target = { element: found.found.element };
    expect(await page().call('waitFor', { target, state: 'visible', timeout: 1000 })).toEqual({
      ok: true,
      reached: true,
    });
    await page().run('() => b.remove()');
    expect(await page().call('waitFor', { target, state: 'detached', timeout: 1000 })).toEqual({
      ok: true,
      reached: true,
    });
    expect(await page().call('waitFor', { target, state: 'visible', timeout: 1000 })).toMatchObject({
      ok: false,
      failure: { kind: 'stale' },
    });
  });

  it('find text in a hundred thousand elements and ten thousand levels', async () => {
    await page().load(
      `<style>b { display: contents }</style><main>${'<p>lorem <i>ipsum</i></p>'.repeat(50_000)}</main>`,
    );
    await page().run(`() => {
      let inner = document.createElement('b');
      const top = inner;
      for (let i = 0; i < 10_000; i++) { inner = inner.appendChild(document.createElement('b')); inner.append('d' + i + ' '); }
      inner.append('needle');
      document.body.append(top);
    }`);
    const count = (step: LocatorStep) => page().call('count', { locator: [step] });
    expect(await count({ engine: 'text', text: text('needle') })).toEqual({ ok: true, count: 1 });
    expect(await count({ engine: 'text', text: text('lorem ipsum', true) })).toEqual({
      ok: true,
      count: 50_000,
    });
    expect(await count({ engine: 'text', text: { regex: 'needle$', flags: '' } })).toEqual({
      ok: true,
      count: 1,
    });
    expect(await count({ engine: 'css', selector: 'i' })).toEqual({ ok: true, count: 50_000 });
  });
});
