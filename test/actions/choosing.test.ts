/** One verb chooses from any combobox, and text is selected as with a mouse. Each widget has the mechanism of a library. */
import { expect, it } from 'vitest';
import { describeEach, launchBrowser } from '../support/browsers.js';
import { startServer } from '../support/server.js';
import { inPage, outcome } from './support.js';

const COMBOBOXES = `<!doctype html><meta charset="utf-8"><title>Choosing</title>
<style>.pop { position: absolute; background: white; border: 1px solid; z-index: 1; margin: 0 }</style>
<p><input id="remote" role="combobox" aria-label="Remote" aria-expanded="false" aria-controls="found"></p><ul id="found" role="listbox" class="pop" hidden></ul>
<p><span style="position: relative"><span id="chosen"></span><input id="drawn" role="combobox" readonly aria-label="Drawn" aria-haspopup="listbox" aria-expanded="false" aria-controls="spoken"></span></p>
<div id="drop" class="pop" hidden><div id="spoken" role="listbox" style="height: 0; width: 0; overflow: hidden"><div role="option">red</div></div><div class="o">Red</div><div class="o">Green</div></div>
<p><input id="marked" role="combobox" aria-label="Marked" aria-controls="marks" aria-expanded="false" aria-haspopup="listbox"></p><ul id="marks" role="listbox" class="pop" hidden></ul>
<p><input id="plain" autocomplete="off" aria-label="Plain"></p><ul id="menu" class="pop" hidden></ul>
<p><div id="outer" role="combobox" tabindex="0" aria-label="Outer" aria-expanded="false" aria-controls="results">None</div></p>
<div id="search" class="pop" hidden><input id="query" aria-label="Query"><ul id="results" role="listbox"></ul></div>
<script>
  const NAMES = ['Cambodia', 'Canada', 'Cape Verde', 'Chad', 'Chile'];
  const fill = (list, names, more = () => '') => { list.innerHTML = names.map((name, at) => '<li role="option"' + more(at) + '>' + name + '</li>').join(''); list.hidden = names.length === 0; };
  // Options come from elsewhere once one types; the list closes on the press.
  remote.oninput = () => setTimeout(() => fill(found, NAMES.filter((name) => remote.value && name.startsWith(remote.value))), 300);
  found.onmousedown = (event) => { remote.value = event.target.textContent; found.hidden = true; };
  // The options that show have no role; those with a role do not show. The choice is shown beside the field.
  drawn.onclick = () => { drop.hidden = false; };
  drop.onclick = (event) => { chosen.textContent = event.target.textContent; drop.hidden = true; };
  // The active option is marked as selected before anything is chosen.
  let value = '';
  marked.onfocus = marked.oninput = () => fill(marks, NAMES.filter((name) => name.includes(marked.value)), (at) => at === 0 ? ' aria-selected="true"' : '');
  marks.onclick = (event) => { value = marked.value = event.target.textContent; marks.hidden = true; };
  // No role at all.
  plain.onkeyup = () => { fill(menu, NAMES.filter((name) => plain.value && name.startsWith(plain.value))); for (const each of menu.children) each.removeAttribute('role'); };
  menu.onclick = (event) => { plain.value = event.target.textContent; menu.hidden = true; };
  // The search field is in the popup.
  outer.onclick = () => { search.hidden = false; query.focus(); };
  query.oninput = () => fill(results, NAMES.filter((name) => query.value && name.startsWith(query.value)));
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
  ])('chooses from the combobox %s', async (id, wanted, read) => {
    const { page, open } = at();
    await open('/comboboxes');
    const said = await outcome(page.locator(`#${id}`).selectOption(wanted));
    expect(await inPage(page, read)).toBe(wanted);
    expect(said).toBe(`ok\nIt shows "${wanted}".`);
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
