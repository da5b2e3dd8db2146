/** From a ref's number to its element: itself, the same thing re-rendered, or an answer that says why not. */
import { expect, it } from 'vitest';
import { outline, rowNamed } from '../support/outline.js';
import { describePages } from '../support/pages.js';

describePages('resolving a number', (page) => {
  /** Loads and captures the page; returns the number of the element with this name. */
  async function shown(html: string, name: string): Promise<number> {
    await page().load(`<!doctype html>${html}`);
    return rowNamed((await page().capture()).rows, name)[1];
  }
  const find = (element: number, check = false) =>
    page().call('find', { target: { element, ...(check && { check: {} }) } });
  const run = (script: string) => page().run(`() => { ${script} }`);

  it('keeps numbers across captures, moves and renames', async () => {
    const save = await shown('<main><button id="s">Save</button></main><div id="d"></div>', 'Save');
    await run('s.textContent = "Store"; d.append(s)');
    expect(await find(save)).toMatchObject({ ok: true, found: { element: save, name: 'Store' } });
    const differences = [{ what: 'name', was: 'Save', is: 'Store' }];
    const loose = await page().call('find', { target: { element: save, check: { loose: true } } });
    expect(loose).toMatchObject({ ok: true, found: { element: save, changed: differences } });
    expect(await find(save, true)).toMatchObject({
      ok: false,
      failure: {
        kind: 'changed',
        was: { role: 'button', name: 'Save' },
        now: { role: 'button', name: 'Store' },
        differences,
      },
    });
    const { rows } = await page().capture();
    expect(rowNamed(rows, 'Store')[1]).toBe(save);
    const after = await find(save, true);
    expect(after).toEqual({
      ok: true,
      found: { element: save, role: 'button', name: 'Store', tag: 'button' },
    });
  });

  it('gives an element with a changed role a new number, and the old one dies', async () => {
    const before = await shown('<div role="button" id="x">Go</div>', 'Go');
    await run('x.setAttribute("role", "link")');
    const gone = {
      kind: 'stale',
      why: 'role-changed',
      was: { role: 'button', name: 'Go' },
      now: { role: 'link', name: 'Go' },
    };
    expect(await find(before)).toEqual({ ok: false, failure: gone });
    const after = rowNamed((await page().capture()).rows, 'Go')[1];
    expect(after).toBeGreaterThan(before);
    await run('x.setAttribute("role", "button")');
    expect(await find(before)).toMatchObject({ ok: false, failure: { kind: 'stale', why: 'role-changed' } });
  });

  it('finds a re-rendered element by id, and says so', async () => {
    const pay = await shown('<p>1 item</p><div id="app"><button id="pay">Pay</button></div>', 'Pay');
    await run('document.body.innerHTML = "<p>2 items</p><div id=app><button id=pay>Pay</button></div>"');
    const again = await find(pay);
    expect(again).toMatchObject({ ok: true, found: { role: 'button', name: 'Pay', refound: 'id' } });
    if (again.ok) expect(again.found.element).toBeGreaterThan(pay);
  });

  it('finds by test id, in shadow roots too', async () => {
    const html =
      '<x-a id="h"></x-a><script>h.attachShadow({ mode: "open" }).innerHTML = "<p><button data-testid=t>In</button></p>"</script>';
    const inside = await shown(html, 'In');
    await run('h.shadowRoot.innerHTML = h.shadowRoot.innerHTML');
    expect(await find(inside)).toMatchObject({ ok: true, found: { refound: 'id' } });
  });

  it('finds by a unique role and name', async () => {
    const send = await shown('<form><label>Mail <input></label><button>Send</button></form>', 'Send');
    await run('document.body.innerHTML = document.body.innerHTML');
    expect(await find(send)).toMatchObject({ ok: true, found: { refound: 'role-and-name' } });
  });

  it('does not accept a different thing with the same id', async () => {
    const pay = await shown('<button id="b">Pay</button>', 'Pay');
    await run('document.body.innerHTML = "<button id=b>Cancel</button>"');
    expect(await find(pay)).toEqual({
      ok: false,
      failure: { kind: 'stale', why: 'removed', was: { role: 'button', name: 'Pay' } },
    });
    await run('document.body.innerHTML = "<a id=b href=/>Pay</a>"');
    expect(await find(pay)).toMatchObject({ ok: false, failure: { kind: 'stale' } });
  });

  it('does not mistake the next row for one that is gone', async () => {
    const rows = (...names: string[]): string =>
      `<ul>${names.map((name, index) => `<li id="row-${index}">${name} <button id="delete-${index}">Delete</button></li>`).join('')}</ul>`;
    const alpha = await shown(rows('Alpha', 'Beta'), 'Delete');
    await run(`document.body.innerHTML = ${JSON.stringify(rows('Beta'))}`);
    const gone = await find(alpha);
    expect(gone).toMatchObject({
      ok: false,
      failure: { kind: 'stale', candidate: { role: 'button', name: 'Delete' } },
    });
    // The candidate has its own number, which the next capture shows.
    const { rows: shownNow } = await page().capture();
    if (!gone.ok && gone.failure.kind === 'stale')
      expect(rowNamed(shownNow, 'Delete')[1]).toBe(gone.failure.candidate?.element);
  });

  it('does not accept what was not unique when shown', async () => {
    const first = await shown(
      '<main><section>A <button>Delete</button></section><section>B <button>Delete</button></section></main>',
      'Delete',
    );
    await run('document.querySelector("main").innerHTML = "<section>B <button>Delete</button></section>"');
    expect(await find(first)).toMatchObject({ ok: false, failure: { kind: 'stale' } });
  });

  it('does not look in another document', async () => {
    const pay = await shown('<button id="pay">Pay</button>', 'Pay');
    await page().reload();
    expect(await find(pay)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    const now = rowNamed((await page().capture()).rows, 'Pay')[1];
    expect(now).toBeGreaterThan(pay);
    expect(await find(now + 1000)).toEqual({ ok: false, failure: { kind: 'unknown' } });
  });

  it('treats a node moved into another document as gone', async () => {
    const button = await shown('<iframe id="f"></iframe><button id="b">Move</button>', 'Move');
    await run('f.contentDocument.body.append(b)');
    expect(await find(button)).toMatchObject({ ok: false, failure: { kind: 'stale', why: 'removed' } });
  });

  it('holds elements weakly: a collected one is reported as gone, with what it was', async () => {
    const held = await shown('<div><button>Gone</button></div>', 'Gone');
    await run('document.body.innerHTML = ""');
    // Nothing can force a garbage collection here; either way the ref is dead and says what it was.
    expect(await find(held)).toMatchObject({
      ok: false,
      failure: { kind: 'stale', was: { role: 'button', name: 'Gone' } },
    });
    expect(outline((await page().capture()).rows)).toBe('generic');
  });

  it('keeps an element that only became hidden', async () => {
    const menu = await shown('<button id="m">Menu</button>', 'Menu');
    await run('m.hidden = true');
    expect(await find(menu, true)).toMatchObject({ ok: true, found: { element: menu } });
  });
});
