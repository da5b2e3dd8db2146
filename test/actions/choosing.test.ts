/** One verb chooses from any combobox, and text is selected as with a mouse. Each widget has the mechanism of a library. */
import { expect, it } from 'vitest';
import { describeEach, launchBrowser } from '../support/browsers.js';
import { startServer } from '../support/server.js';
import { byName, inPage, outcome } from './support.js';

const COMBOBOXES = `<!doctype html><meta charset="utf-8"><title>Choosing</title>
<style>.pop { position: absolute; background: white; border: 1px solid; z-index: 1; margin: 0 }</style>
<p><input id="remote" role="combobox" aria-label="Remote" aria-expanded="false" aria-controls="found"></p><ul id="found" role="listbox" class="pop" hidden></ul>
<p><span style="position: relative"><span id="chosen"></span><input id="drawn" role="combobox" readonly aria-label="Drawn" aria-haspopup="listbox" aria-expanded="false" aria-controls="spoken"></span></p>
<div id="drop" class="pop" hidden><div id="spoken" role="listbox" style="height: 0; width: 0; overflow: hidden"><div role="option">red</div></div><div class="o">Red</div><div class="o">Green</div></div>
<p><input id="marked" role="combobox" aria-label="Marked" aria-controls="marks" aria-expanded="false" aria-haspopup="listbox"></p><ul id="marks" role="listbox" class="pop" hidden></ul>
<p><input id="plain" autocomplete="off" aria-label="Plain"></p><ul id="menu" class="pop" hidden></ul>
<p><div id="outer" role="combobox" tabindex="0" aria-label="Outer" aria-expanded="false" aria-controls="results">None</div></p>
<div id="search" class="pop" hidden><input id="query" aria-label="Query"><ul id="results" role="listbox"></ul></div>
<p><button id="modal" aria-label="Modal" aria-haspopup="listbox" aria-expanded="false">None</button></p><ul id="sheet" role="listbox" class="pop" hidden></ul>
<div id="twin" role="combobox" tabindex="0" aria-label="Twin" aria-expanded="false"><div role="listbox"><div id="held" role="option">None</div></div><ul id="twins" role="listbox" class="pop" hidden></ul></div>
<div id="many" role="combobox" tabindex="0" aria-label="Many" aria-expanded="false">None</div><ul id="rest" role="listbox" aria-multiselectable="true" class="pop" hidden></ul>
<div id="virtual" role="combobox" tabindex="0" aria-label="Virtual" aria-expanded="false" aria-controls="window">None</div><div id="window" role="listbox" class="pop" hidden style="height: 100px; overflow: auto"></div>
<p><span id="chips"></span><input id="loose" role="combobox" aria-label="Loose" aria-expanded="false" aria-controls="loosened"></p><ul id="loosened" role="listbox" class="pop" hidden></ul>
<ul id="both" role="listbox" aria-multiselectable="true" aria-label="Both"><li role="option" aria-selected="false">One</li><li role="option" aria-selected="false">Two</li><li role="option" aria-selected="false">Three</li></ul>
<ul><li><span id="live">Pick one</span> <input id="told" role="combobox" aria-label="Told" aria-expanded="false" aria-controls="telling"></li></ul><ul id="telling" role="listbox" class="pop" hidden></ul>
<p><input id="letters" role="combobox" inputmode="none" aria-label="Letters" aria-expanded="false" aria-controls="lettered"></p><div class="pop"><ul id="lettered" role="listbox" hidden></ul></div>
<p><input id="keyed" role="combobox" aria-label="Keyed" aria-expanded="false"></p><p><input id="next" aria-label="Next"></p>
<div id="searched" role="combobox" tabindex="0" aria-label="Searched" aria-expanded="false" aria-controls="searching">None</div><ul id="searching" role="listbox" class="pop" hidden></ul>
<script>
  // Says that it searches before it shows options, for longer than a list with others is waited for.
  searched.onclick = () => { fill(searching, ['Searching…']); searched.ariaExpanded = true; setTimeout(() => fill(searching, NAMES), 1_200); };
  searching.onclick = ({ target }) => { searched.textContent = target.textContent; fill(searching, []); searched.ariaExpanded = false; };
  // Keeps what was entered only if a key was pressed, and completes it.
  let pressed = false;
  keyed.onkeydown = ({ key }) => { pressed ||= key.length === 1; };
  keyed.onblur = () => { if (!pressed) keyed.value = ''; };
  keyed.oninput = () => {
    const { length } = keyed.value;
    if (!'Groceries'.startsWith(keyed.value)) return;
    keyed.value = 'Groceries';
    keyed.setSelectionRange(length, 9);
  };
  const NAMES = ['Cambodia', 'Canada', 'Cape Verde', 'Chad', 'Chile'];
  const fill = (list, names, more = () => '') => { list.innerHTML = names.map((name, at) => '<li role="option"' + more(at) + '>' + name + '</li>').join(''); list.hidden = names.length === 0; };
  // Options come from elsewhere once one types; the list closes on the press.
  remote.oninput = () => setTimeout(() => fill(found, NAMES.filter((name) => remote.value && name.startsWith(remote.value))), 300);
  found.onmousedown = (event) => { remote.value = event.target.textContent; found.hidden = true; };
  // The options that show have no role; those with a role do not show. The choice is shown beside the field.
  drawn.onclick = () => { drop.hidden = !drop.hidden; drawn.ariaExpanded = !drop.hidden; };
  drop.onclick = (event) => { chosen.textContent = event.target.textContent; drop.hidden = true; drawn.ariaExpanded = false; };
  // The active option is marked as selected before anything is chosen.
  let value = '';
  marked.onfocus = marked.oninput = () => fill(marks, NAMES.filter((name) => name.includes(marked.value)), (at) => at === 0 ? ' aria-selected="true"' : '');
  marks.onclick = (event) => { value = marked.value = event.target.textContent; marks.hidden = true; };
  // No role at all.
  plain.onkeyup = () => { fill(menu, NAMES.filter((name) => plain.value && name.startsWith(plain.value))); for (const each of menu.children) each.removeAttribute('role'); if (plain.value && menu.hidden) { menu.innerHTML = '<li>Nothing for <b>' + plain.value + '</b></li>'; menu.hidden = false; } };
  menu.onclick = (event) => { plain.value = event.target.textContent; menu.hidden = true; };
  // Only the options in view are there.
  const draw = () => { const from = Math.floor(window_.scrollTop / 20); window_.innerHTML = '<div style="height: 800px; width: 80px; position: relative">' + Array.from({ length: Math.min(6, 40 - from) }, (_, at) => '<div role="option" style="position: absolute; height: 20px; top: ' + (from + at) * 20 + 'px">Item ' + (from + at) + '</div>').join('') + '</div>'; };
  const window_ = document.getElementById('window');
  const show = (is) => { window_.hidden = !is; virtual.ariaExpanded = is; if (is) draw(); };
  virtual.onclick = () => show(window_.hidden);
  virtual.onkeydown = ({ key }) => { if (key === 'Escape') show(false); };
  window_.onscroll = () => requestAnimationFrame(draw);
  window_.onclick = ({ target }) => { virtual.textContent = target.textContent; show(false); };
  // Takes several, says so nowhere, and shows an option only for its text.
  const loosen = (names) => { fill(loosened, names); loose.ariaExpanded = names.length > 0; };
  loose.oninput = () => loosen(NAMES.filter((name) => loose.value && name.startsWith(loose.value)));
  loose.onkeydown = ({ key }) => { if (key === 'Escape') loosen([]); };
  loosened.onclick = ({ target }) => { chips.textContent += target.textContent + ' '; loose.value = ''; loosen([]); };
  both.onclick = ({ target }) => { target.ariaSelected = target.ariaSelected !== 'true'; };
  // A letter chooses at once, and the list is not there before it opens.
  letters.onclick = () => fill(lettered, NAMES);
  letters.oninput = () => { letters.value = NAMES.find((name) => name.startsWith(letters.value)) ?? ''; lettered.hidden = true; };
  lettered.onclick = ({ target }) => { letters.value = target.textContent; lettered.hidden = true; };
  // What the item says changes with the text.
  told.oninput = () => { const names = NAMES.filter((name) => told.value && name.startsWith(told.value)); live.textContent = names.length + ' results for ' + told.value; fill(telling, names); };
  telling.onclick = ({ target }) => { told.value = target.textContent; telling.hidden = true; };
  // The search field is in the popup.
  outer.onclick = () => { search.hidden = false; query.focus(); };
  query.oninput = () => fill(results, NAMES.filter((name) => query.value && name.startsWith(query.value)));
  // All but the list is inert while it is open.
  const inert = (is) => { for (const each of document.body.children) if (each !== sheet) each.inert = is; modal.ariaExpanded = is; };
  modal.onclick = () => { fill(sheet, NAMES); inert(true); };
  sheet.onclick = (event) => { modal.textContent = event.target.textContent; sheet.hidden = true; inert(false); };
  // What is chosen is a list, too.
  twin.onclick = ({ target }) => {
    const isChosen = twins.contains(target);
    if (isChosen) held.textContent = target.textContent;
    fill(twins, isChosen ? [] : NAMES);
    twin.ariaExpanded = !isChosen;
  };
  // Closes after each choice, and has new elements each time.
  const picks = [];
  many.onclick = () => { fill(rest, NAMES.filter((name) => !picks.includes(name))); many.ariaExpanded = true; };
  rest.onclick = (event) => { picks.push(event.target.textContent); many.textContent = picks.join('+'); fill(rest, []); many.ariaExpanded = false; };
  results.onclick = (event) => { outer.textContent = event.target.textContent; search.hidden = true; };
</script>`;

const TEXTS = `<!doctype html><meta charset="utf-8"><title>Texts</title><p id="text" style="width: 300px; font: 16px monospace">The quick <b>brown fox</b> jumps over the lazy dog and runs on.</p>
<textarea id="area" aria-label="Area">one two three</textarea><a id="link" href="#x">a link to somewhere</a><div id="rich" contenteditable>Dear reader</div>
<script>window.marks = []; document.addEventListener('mouseup', () => { const text = String(getSelection()); if (text) marks.push(text); });</script>`;

async function opened(engine: Parameters<typeof launchBrowser>[0]) {
  const [server, browser] = await Promise.all([
    startServer({ '/comboboxes': COMBOBOXES, '/texts': TEXTS }),
    launchBrowser(engine),
  ]);
  const page = await browser.newPage();
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { page, close, open: (path: string) => page.goto(server.origin + path) };
}

describeEach('choosing', opened, (at) => {
  it.each([
    ['remote', 'Cape Verde', '() => remote.value'],
    ['drawn', 'Green', '() => chosen.textContent'],
    ['marked', 'Cambodia', '() => value'],
    ['plain', 'Chile', '() => plain.value'],
    ['outer', 'Chad', '() => outer.textContent'],
    ['modal', 'Chile', '() => modal.textContent'],
    ['twin', 'Canada', '() => held.textContent'],
    ['virtual', 'Item 32', '() => virtual.textContent'],
    ['letters', 'Chad', '() => letters.value'],
    ['searched', 'Canada', '() => searched.textContent'],
  ])('chooses from the combobox %s', async (id, wanted, read) => {
    const { page, open } = at();
    await open('/comboboxes');
    const said = await outcome(page.locator(`#${id}`).selectOption(wanted));
    expect(await inPage(page, read)).toBe(wanted);
    expect(said).toBe(`ok\nIt shows "${wanted}".`);
  });

  it('chooses from a list that is open already', async () => {
    const { page, open } = at();
    await open('/comboboxes');
    await page.locator('#drawn').click();
    expect(await outcome(page.locator('#drawn').selectOption('Green'))).toBe('ok\nIt shows "Green".');
  });

  it('chooses several from a list that closes after each', async () => {
    const { page, open } = at();
    await open('/comboboxes');
    await outcome(page.locator('#many').selectOption(['Chile', 'Canada', 'Chad']));
    expect(await inPage(page, '() => many.textContent')).toBe('Chile+Canada+Chad');
    expect(await outcome(page.locator('#loose').selectOption(['Chile', 'Canada']))).toBe(
      'ok\nIt shows "Chile", "Canada".',
    );
    await page.locator('#both').selectOption(['Three', 'One']);
    expect(await inPage(page, "() => both.querySelectorAll('[aria-selected=true]').length")).toBe(2);
  });

  it('chooses although the item around the field changes with its text', async () => {
    const { page, open } = at();
    await open('/comboboxes');
    expect(await outcome((await byName(page, '"Told"')).selectOption('Chad'))).toBe('ok\nIt shows "Chad".');
  });

  it('leaves a field as it was if there is no such option', async () => {
    const { page, open } = at();
    await open('/comboboxes');
    const state = () =>
      inPage(
        page,
        '() => [virtual.textContent, window_.hidden, chips.textContent, loose.value, loosened.hidden, plain.value]',
      );
    const before = await state();
    for (const [id, options] of [
      ['virtual', 'The options are: "Item '],
      ['loose', 'There are no options.'],
      ['plain', 'There are no options.'],
    ] as const) {
      const said = await outcome(page.locator(`#${id}`).selectOption('Atlantis'));
      expect(said).toMatch(/^no-option\n.*No option with value or label "Atlantis"\./);
      expect(said).toContain(options);
      expect(said).not.toContain('open now');
    }
    expect(await state()).toEqual(before);
  });

  it('enters text as keys would: leaving the field keeps it', async () => {
    const { page, open } = at();
    await open('/comboboxes');
    for (const text of ['Rent', 'Groceries']) {
      expect(await outcome(page.locator('#keyed').fill(text))).toBe('ok');
      await page.actions.press(undefined, 'Tab');
      expect(await inPage(page, '() => [keyed.value, document.activeElement.id]')).toEqual([text, 'next']);
    }
  });

  it('lists the options if none is meant', async () => {
    const { page, open } = at();
    await open('/comboboxes');
    expect(await outcome(page.locator('#marked').selectOption('Ch'))).toMatch(
      /^no-option\n.*No option with value or label "Ch"\. The options are: "Chad", "Chile"\. Its list is open now/,
    );
  });

  it('selects words with the mouse', async () => {
    const { page, open } = at();
    await open('/texts');
    const selected = () => inPage(page, '() => String(getSelection())');
    const text = page.locator('#text');
    expect(await outcome(text.selectText({ part: { text: 'quick brown' } }))).toBe('ok');
    expect(await selected()).toBe('quick brown');
    expect(await outcome(text.selectText({ part: { text: 'lazy dog and runs' } }))).toBe('ok');
    expect(await inPage(page, '() => marks')).toEqual(['quick brown', 'lazy dog and runs']);
    expect(await outcome(text.selectText({ part: { start: 0, end: 3 } }))).toBe('ok');
    expect(await selected()).toBe('The');
    expect(await outcome(text.selectText({ part: { text: 'cat' } }))).toMatch(
      /^bad-argument\n.*no such text: "cat"/,
    );
    expect(await outcome(page.locator('#link').selectText({ part: { text: 'link' } }))).toBe('ok');
    expect(await selected()).toBe('link');
    expect(page.url).not.toContain('#x');
  });

  it('selects in fields and editors, and keys replace it', async () => {
    const { page, open } = at();
    await open('/texts');
    const area = page.locator('#area');
    expect(await outcome(area.selectText({ part: { text: 'two' } }))).toBe('ok');
    await page.actions.press(undefined, 'x');
    await page.locator('#rich').selectText({ part: { text: 'reader' } });
    await page.actions.press(undefined, 'y');
    expect(await inPage(page, '() => [area.value, rich.textContent]')).toEqual(['one x three', 'Dear y']);
    await area.selectText();
    expect(await inPage(page, '() => [area.selectionStart, area.selectionEnd]')).toEqual([0, 11]);
    // An expression is as good as a function.
    expect(await page.evaluate('document.title')).toBe('Texts');
  });
});
