/** What can be entered and chosen, and what is refused before anything changes. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actionsWith } from '../../src/interact/actions.js';
import type { ActionReport } from '../../src/page/actions.js';
import type { Browser } from '../../src/page/browser.js';
import type { Page } from '../../src/page/page.js';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { inPage, outcome } from './support.js';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Input</title><body>
  <input id="text" value="old"><input id="short" maxlength="5" value="old"><input id="fixed" readonly value="old">
  <input id="number" type="number"><input id="date" type="date"><input id="time" type="time"><input id="month" type="month">
  <input id="week" type="week"><input id="local" type="datetime-local"><input id="color" type="color" value="#000000">
  <input id="range" type="range" min="10" max="20" value="15"><input id="email" type="email"><input id="check" type="checkbox">
  <input id="radio1" type="radio" name="r"><input id="radio2" type="radio" name="r"><input id="hidden" type="hidden">
  <input id="masked" oninput="this.value = this.value.toUpperCase()"><input id="digits"><input id="jumpy">
  <textarea id="area" maxlength="20">old</textarea><div id="rich" contenteditable>old</div><p id="plain">Plain</p>
  <div id="model" contenteditable>old</div>
  <div style="overflow: hidden; position: relative; width: 3px; height: 0"><textarea id="unseen" style="position: absolute; width: 100px"></textarea></div><pre id="drawing"></pre>
  <label id="label">Named <input id="named" value="old"></label>
  <select id="one"><option value="a">Apple<option value="b">Banana<option value="c" disabled>Cherry<option value="d" label="Date fruit">x</select>
  <select id="many" multiple><option>One<option selected>Two<option>Three</select>
  <select id="long">${Array.from({ length: 60 }, (_, n) => `<option value="v${n}">Option ${n}`).join('')}</select>
  <input id="suggest" list="list"><datalist id="list"><option value="Oslo"><option value="Rome"></datalist>
  <div id="listbox" role="listbox" aria-label="Fruit"><div role="option" aria-selected="false" id="o1">Kiwi</div><div role="option" aria-selected="false" id="o2">Lime</div></div>
  <div id="combo" role="combobox" aria-controls="popup" aria-expanded="false" tabindex="0">Pick</div>
  <div id="popup" role="listbox" hidden><div role="option" id="p1">Red</div><div role="option" id="p2">Blue</div></div>
  <div id="tri" role="checkbox" aria-checked="mixed" tabindex="0">Tri</div><div id="stuck" role="checkbox" aria-checked="false" tabindex="0">Stuck</div>
  <input id="half" type="checkbox">
  <form id="form"><input id="query"></form><input id="file" type="file"><input id="files" type="file" multiple><input id="folder" type="file" webkitdirectory>
  <div id="box" style="height: 100px; overflow: auto"><div style="height: 1100px">Long</div></div>
  <div id="side" style="width: 100px; overflow: auto; white-space: nowrap"><div style="width: 1100px">Wide</div></div>
  <script>
    window.events = [];
    for (const type of ['input', 'change', 'keydown', 'submit', 'click']) addEventListener(type, (event) => events.push(type + ' ' + event.target.id), true);
    half.indeterminate = true;
    jumpy.addEventListener('focus', () => setTimeout(() => text.focus()), { once: true });
    digits.addEventListener('beforeinput', (event) => { if (event.data && /[^0-9]/.test(event.data)) event.preventDefault(); });
    listbox.onclick = combo.onclick = popup.onclick = tri.onclick = (event) => {
      const { target } = event;
      if (target === combo) { popup.hidden = false; combo.setAttribute('aria-expanded', 'true'); }
      else if (target === tri) tri.setAttribute('aria-checked', tri.getAttribute('aria-checked') === 'true' ? 'false' : 'true');
      else { target.setAttribute('aria-selected', 'true'); if (target.parentElement === popup) { popup.hidden = true; combo.textContent = target.textContent; combo.setAttribute('aria-expanded', 'false'); } }
    };
    // An editor with a document model: the page shows only what the model has learned from events.
    window.learnt = 'old';
    let selected = false;
    document.addEventListener('selectionchange', () => { selected = !getSelection().isCollapsed; });
    // The page learns of a selection with the next frame, which here does not come at once.
    model.onfocus = function next() { if (document.activeElement === model) requestAnimationFrame(next); };
    window.sent = 0;
    model.addEventListener('keydown', (event) => { if (event.key === 'Enter' && !event.shiftKey) { sent++; event.preventDefault(); } });
    model.addEventListener('beforeinput', (event) => {
      event.preventDefault();
      const rest = selected ? '' : learnt;
      selected = false;
      learnt = rest + (event.data ?? (/^insert/.test(event.inputType) ? '\\n' : ''));
      model.textContent = learnt;
      getSelection().selectAllChildren(model);
      getSelection().collapseToEnd();
    });
    // An editor that draws its own text: the field receives input and holds none of it.
    window.drawn = 'old';
    let all = false;
    unseen.onkeydown = (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'a') all = true;
      if (event.key === 'Delete' && all) drawn = '';
    };
    // It closes typed brackets, and accepts pastes: or only the events, not their text.
    window.pastes = true;
    unseen.onpaste = (event) => {
      event.preventDefault();
      if (!pastes) return;
      drawn = (all ? '' : drawn) + event.clipboardData.getData('text/plain');
      drawing.textContent = drawn;
      all = false;
    };
    unseen.oninput = () => {
      unseen.value = unseen.value.replace('(', '()'); drawn = (all ? '' : drawn) + unseen.value; all = false; unseen.value = ''; };
    form.onsubmit = (event) => event.preventDefault();
    window.state = () => JSON.stringify([...document.querySelectorAll('input, textarea, select, [contenteditable], [role]')].map((e) => [e.id, e.type === 'file' ? e.files.length : e.value ?? e.innerHTML, e.checked, e.getAttribute('aria-checked')]));
  </script>`;

const folder = mkdtempSync(join(tmpdir(), 'sightline-input-'));
const inside = join(folder, 'inside');
mkdirSync(inside);
writeFileSync(join(inside, 'a.txt'), 'a');
writeFileSync(join(inside, 'b.txt'), 'b');
writeFileSync(join(folder, 'secret.txt'), 'secret');
symlinkSync(join(folder, 'secret.txt'), join(inside, 'link.txt'));

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({ '/': PAGE });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe.each(BROWSERS)('%s', (engine) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser(engine);
    page = await browser.newPage();
  });
  afterAll(() => browser.close());
  beforeEach(() => page.goto(`${server.origin}/`));

  const at = (id: string) => page.locator(`#${id}`);
  const value = (id: string) => inPage<string>(page, '(id) => document.getElementById(id).value', id);
  const quickly = { timeout: 200 };
  /** What no TypeScript caller could pass. */
  const wrong = (given: unknown): never => given as never;

  describe('refuses, and leaves the page unchanged', () => {
    const a = join(inside, 'a.txt');
    const b = join(inside, 'b.txt');
    it.each<[name: string, act: () => Promise<ActionReport>, said: RegExp]>([
      [
        'a key that does not exist',
        () => at('text').press('Contrl+A'),
        /^unknown-key\nUnknown key: "Contrl"/,
      ],
      ['words for a key', () => at('text').press('hello'), /^unknown-key\n/],
      [
        'an option that does not exist',
        () => at('one').selectOption('Mango'),
        /^no-option\n.*No option with value or label "Mango"\. The options are: "Apple" \(value "a"\), "Banana"/,
      ],
      [
        'an option beyond a long list',
        () => at('long').selectOption({ label: 'Option 99' }),
        /, … 40 more\.$/,
      ],
      [
        'an option that is disabled',
        () => at('one').selectOption('c'),
        /^not-actionable\n.*"Cherry" is disabled/,
      ],
      [
        'two options for one',
        () => at('one').selectOption(['a', 'b']),
        /^bad-argument\n.*takes one option, but 2 were given/,
      ],
      [
        'an option of an ARIA listbox that does not exist',
        () => at('listbox').selectOption('Mango'),
        /^no-option\n.*"Kiwi", "Lime"\./,
      ],
      ['options of a paragraph', () => at('plain').selectOption('a'), /^not-actionable\n/],
      [
        'text into a checkbox',
        () => at('check').fill('yes'),
        /^not-editable\n\S+ \(checkbox\): .*input of type checkbox/,
      ],
      ['text into a file input', () => at('file').fill('/etc/passwd'), /^not-editable\n.*type file/],
      ['text into a select', () => at('one').fill('a'), /^not-editable\n/],
      ['text into a paragraph', () => at('plain').fill('x'), /^not-editable\n/],
      [
        'text into a read-only field',
        () => at('fixed').fill('x', quickly),
        /^not-editable\n.*is not editable after 200 ms: it is read-only/,
      ],
      [
        'text that is too long',
        () => at('short').fill('too long'),
        /^bad-argument\n.*has 8 characters, but the field takes at most 5/,
      ],
      [
        'too long a text for a text area',
        () => at('area').fill('x'.repeat(21)),
        /^bad-argument\n.*at most 20/,
      ],
      ['a line break in one line', () => at('text').fill('a\nb'), /^bad-argument\n.*a single line/],
      [
        'letters for a number',
        () => at('number').fill('twelve'),
        /^bad-argument\n.*"twelve" is not a number/,
      ],
      [
        'a day that does not exist',
        () => at('date').fill('2025-02-30'),
        /^bad-argument\n.*"2025-02-30" is not a valid value for an input of type date/,
      ],
      ['a date in another notation', () => at('date').fill('31.12.2025'), /^bad-argument\n/],
      ['a time that does not exist', () => at('time').fill('25:00'), /^bad-argument\n/],
      ['a colour by name', () => at('color').fill('red'), /^bad-argument\n.*type color/],
      ['a number out of range', () => at('range').fill('21'), /^bad-argument\n.*not a number from 10 to 20/],
      ['a check of a paragraph', () => at('plain').check(), /^not-actionable\n.*cannot be checked/],
      [
        'a file that is missing',
        () => at('file').setInputFiles(join(inside, 'none.txt')),
        /^bad-file\n.*does not exist/,
      ],
      ['a folder', () => at('file').setInputFiles(inside), /^bad-file\n.*is a folder/],
      [
        'two files for one',
        () => at('file').setInputFiles([a, b]),
        /^bad-file\n.*takes one file, but 2 were given/,
      ],
      ['files for a folder', () => at('folder').setInputFiles(a), /^bad-file\n.*takes a folder/],
      [
        'files for a text field',
        () => at('plain').setInputFiles(a),
        /^not-editable\n.*opened no file chooser/,
      ],
      ['nothing to drop', () => at('plain').drop({}), /^bad-argument\n/],
      ['a click count of 0', () => at('check').click({ clickCount: 0 }), /^bad-argument\n/],
      ['an invalid scroll position', () => at('box').scrollTo({ y: 'down' }), /^bad-argument\n.*"down"/],
    ])('%s', async (_, act, said) => {
      const before = await inPage(page, '() => state()');
      expect(await outcome(act())).toMatch(said);
      expect(await inPage(page, '() => state()')).toBe(before);
      const changes = await inPage<string[]>(
        page,
        "() => events.filter((each) => !each.startsWith('click'))",
      );
      expect(changes).toEqual([]);
    });

    it('a file outside the allowed folders, also through a link', async () => {
      const actions = actionsWith({ fileRoots: [inside] })(page);
      const give = (name: string) => outcome(actions.setFiles(at('file').target, [join(folder, name)]));
      expect(await give('secret.txt')).toMatch(/^file-blocked\n.*is outside "/);
      expect(await give('inside/link.txt')).toMatch(/^file-blocked\n.*is outside "/);
      expect(await give('inside/../secret.txt')).toMatch(/^file-blocked\n/);
      expect(await inPage(page, '() => file.files.length')).toBe(0);
      expect(await give('inside/a.txt')).toBe('ok');
      expect(await inPage(page, '() => file.files[0].name')).toBe('a.txt');
    });
  });

  it.each([
    ['text', 'new'],
    ['short', '12345'],
    ['number', '-1.5e3'],
    ['date', '2024-02-29'],
    ['time', '23:59'],
    ['month', '2025-12'],
    ['week', '2025-W52'],
    ['local', '2025-12-31T23:59'],
    ['color', '#1e90ff'],
    ['range', '12'],
    ['email', 'ada@example.org'],
    ['area', 'two\nlines'],
    ['named', 'by label'],
  ])('fills %s', async (id, wanted) => {
    const target = id === 'named' ? at('label') : at(id);
    await target.fill(wanted);
    // Firefox has no editor for months and weeks: there they are text.
    expect(await value(id)).toBe(wanted);
  });

  it('checks its arguments before it touches anything', async () => {
    const before = await inPage(page, '() => state()');
    const given: [name: string, act: () => Promise<ActionReport>, said: RegExp][] = [
      ['a button of no mouse', () => at('text').click({ button: wrong('foo') }), /^bad-argument\n.*"foo"/],
      [
        'a modifier that does not exist, in a drag',
        () => at('text').dragTo(at('area'), { modifiers: wrong(['ctrl']) }),
        /^bad-argument\nNot a modifier: "ctrl"/,
      ],
      ['an invalid timeout', () => at('text').click({ timeout: Number.NaN }), /^bad-argument\n.*: NaN/],
      ['a time before now', () => at('check').check({ settleTimeout: -1 }), /^bad-argument\n.*: -1/],
      [
        'a value that is not a string',
        () => at('text').fill(wrong(5)),
        /^bad-argument\nThe value is not a string: 5/,
      ],
      [
        'text that is not a string',
        () => at('text').type(wrong(null)),
        /^bad-argument\nThe text is not a string/,
      ],
      [
        'a key that is not a string',
        () => at('text').press(wrong(undefined)),
        /^bad-argument\nThe key is not/,
      ],
      [
        'no option for a list that has one',
        () => at('one').selectOption([]),
        /^bad-argument\n.*none was given/,
      ],
      ['an option without a name', () => at('one').selectOption(wrong({})), /^bad-argument\nNot an option/],
      [
        'a path that is not a string',
        () => at('file').setInputFiles([wrong(null)]),
        /^bad-argument\nThe path/,
      ],
      [
        'data that is not a string',
        () => at('text').drop({ data: { 'text/plain': wrong(5) } }),
        /^bad-argument\n/,
      ],
      ['no scroll position', () => at('box').scrollTo(wrong(null)), /^bad-argument\n/],
      ['text typed into a checkbox', () => at('check').type('a b'), /^not-editable\n/],
      ['text typed into a fixed field', () => at('fixed').type('a', quickly), /^not-editable\n.*read-only/],
      ['a month that does not exist', () => at('month').fill('2024-13'), /^bad-argument\n.*type month/],
      ['a week that the year does not have', () => at('week').fill('2021-W53'), /^bad-argument\n.*type week/],
    ];
    for (const [name, act, said] of given) expect(await outcome(act()), name).toMatch(said);
    expect(await inPage(page, '() => state()')).toBe(before);
    expect(await inPage(page, '() => events')).toEqual([]);
  });

  it('says that the page changed the value', async () => {
    expect(await outcome(at('masked').fill('abc'))).toBe(
      'ok\nThe page changed the value: the field now holds something else.',
    );
    expect(await value('masked')).toBe('ABC');
  });

  it('says that the value was already there', async () => {
    await at('date').fill('2025-12-31');
    await inPage(page, '() => { events.length = 0; }');
    expect(await outcome(at('date').fill('2025-12-31'))).toContain('already held that value');
    expect(await inPage(page, '() => events')).toEqual([]);
  });

  it('fires beforeinput before text is inserted, if the browser does', async () => {
    const said = await outcome(at('digits').fill('letters'));
    const asks = page.driver.textAsTyped === true;
    expect(said).toBe(asks ? 'ok\nThe page changed the value: the field now holds something else.' : 'ok');
    expect(await value('digits')).toBe(asks ? '' : 'letters');
    expect(await outcome(at('digits').fill('42'))).toBe('ok');
    expect(await value('digits')).toBe('42');
  });

  it('never enters text into a field that the page moved the focus to', async () => {
    expect(await outcome(at('jumpy').fill('for jumpy'))).toBe('ok');
    expect(await value('jumpy')).toBe('for jumpy');
    expect(await value('text')).toBe('old');
  });

  it('fills fields completely on a page that never rests, and nothing else', async () => {
    await inPage(
      page,
      '() => { (function spin() { for (const end = performance.now() + 15; performance.now() < end; ); setTimeout(spin); })(); }',
    );
    for (const [id, value] of [
      ['text', 'first'],
      ['text', 'second'],
      ['named', 'third'],
      ['area', 'fourth'],
      ['text', 'fifth'],
      ['rich', 'sixth'],
    ] as const)
      expect(await outcome(at(id).fill(value))).toBe('ok');
    expect(
      await inPage(page, '() => [text.value, named.value, area.value, rich.textContent, short.value]'),
    ).toEqual(['fifth', 'third', 'fourth', 'sixth', 'old']);
  });

  it('lets a page refuse characters as they are typed', async () => {
    await at('digits').type('1a2b');
    expect(await value('digits')).toBe('12');
  });

  it('fills rich text and clears it', async () => {
    await at('rich').fill('new text');
    expect(await inPage(page, '() => rich.textContent')).toBe('new text');
    await at('rich').clear();
    expect(await inPage(page, '() => rich.textContent.trim()')).toBe('');
  });

  it('fills an editor with a document model', async () => {
    for (const text of ['new text', 'a', 'b', 'c', 'd', 'e', 'f', 'two\nlines, é 漢 👩‍🚀']) {
      await at('text').focus();
      expect(await outcome(at('model').fill(text))).toBe('ok');
      expect(await inPage(page, '() => [learnt, sent]')).toEqual([text, 0]);
    }
    await at('model').type('! 👩‍🚀');
    expect(await inPage(page, '() => learnt')).toBe('two\nlines, é 漢 👩‍🚀! 👩‍🚀');
    await at('model').clear();
    expect(await inPage(page, '() => learnt')).toBe('');
  });

  it('replaces the content of an editor that draws its own text', async () => {
    for (const text of ['new text', 'other text', '']) {
      expect(await outcome(at('unseen').fill(text))).toMatch(/^ok\nThe editor draws its own text/);
      expect(await inPage(page, '() => drawn')).toBe(text);
    }
  });

  it('reads what an editor draws, not what its hidden field holds', async () => {
    const seen = async (): Promise<string | undefined> => (await at('unseen').describe()).value;
    await inPage(
      page,
      "() => { unseen.value = 'a line of old'; drawing.innerHTML = '<div>two</div><div>lines</div>' }",
    );
    expect(await seen()).toBe(undefined);
    await inPage(page, "() => drawing.setAttribute('aria-hidden', 'true')");
    expect(await seen()).toBe('two\nlines');
    await inPage(page, "() => { unseen.value = ''; drawing.removeAttribute('aria-hidden') }");
  });

  it('pastes text that an editor would auto-complete', async () => {
    const code = 'f(\n  x';
    expect(await outcome(at('unseen').fill(code))).toMatch(/^ok\nPasted by script with an untrusted event/);
    expect(await inPage(page, '() => drawn')).toBe(code);
    await inPage(page, '() => { pastes = false }');
    expect(await outcome(at('unseen').fill('g('))).toMatch(/^ok\nTyped, because/);
    expect(await inPage(page, '() => drawn')).toBe('g()');
  });

  it('fills long rich text in one edit, and says so', async () => {
    const text = 'long '.repeat(300);
    const said = await outcome(at('rich').fill(text));
    expect(said).toMatch(engine === 'firefox' ? /^ok\n.*without a beforeinput event.*$/ : /^ok$/);
    expect(await inPage(page, '() => rich.innerText.trim()')).toBe(text.trim());
  });

  it('types after the existing text, and submits', async () => {
    await at('query').fill('one');
    await at('query').type(' two!', { submit: true });
    expect(await value('query')).toBe('one two!');
    expect(await inPage(page, '() => events')).toContain('submit form');
  });

  it('types slowly when asked to', async () => {
    const before = performance.now();
    await at('text').type('abc', { delay: 30 });
    expect(performance.now() - before).toBeGreaterThan(60);
    expect(await value('text')).toBe('oldabc');
  });

  it('types characters without a key', async () => {
    await at('query').type('é漢👩‍🚀');
    expect(await value('query')).toBe('é漢👩‍🚀');
  });

  it('puts accents on letters with dead keys', async () => {
    await at('query').press('DeadAcute');
    await at('query').press('e');
    expect(await value('query')).toBe('é');
  });

  it('knows the shortcuts of the platform', async () => {
    await at('text').press('ControlOrMeta+A');
    await page.actions.press(undefined, 'Backspace');
    expect(await value('text')).toBe('');
  });

  it('moves the focus with Tab, visibly', async () => {
    await at('text').focus();
    await page.actions.press(undefined, 'Tab');
    expect(
      await inPage(
        page,
        "() => document.activeElement.id + document.activeElement.matches(':focus-visible')",
      ),
    ).toBe('shorttrue');
  });

  it('presses keys into what has the focus, and refuses what cannot have it', async () => {
    expect(await outcome(at('plain').press('a'))).toMatch(/^not-actionable\n.*cannot take the focus/);
  });

  it.each([
    [{ value: 'b' }, 'b'],
    [{ label: 'Banana' }, 'b'],
    [{ label: 'Date fruit' }, 'd'],
    [{ index: 1 }, 'b'],
    ['Banana', 'b'],
    ['b', 'b'],
  ] as const)('selects %j', async (choice, wanted) => {
    await at('one').selectOption(choice);
    expect(await value('one')).toBe(wanted);
  });

  it('selects several, and none', async () => {
    await at('many').selectOption(['One', 'Three']);
    const selected = () => inPage(page, '() => [...many.selectedOptions].map((each) => each.value)');
    expect(await selected()).toEqual(['One', 'Three']);
    await at('many').selectOption([]);
    expect(await selected()).toEqual([]);
  });

  it('selects in listboxes and comboboxes that the page built, with real clicks', async () => {
    await at('listbox').selectOption('Lime');
    expect(await inPage(page, "() => o2.getAttribute('aria-selected')")).toBe('true');
    await at('combo').selectOption('Blue');
    expect(await inPage(page, '() => combo.textContent')).toBe('Blue');
    await at('suggest').selectOption('Rome');
    expect(await value('suggest')).toBe('Rome');
    expect(await outcome(at('combo').selectOption('Green'))).toMatch(
      /^no-option\n.*"Red", "Blue".* Its list is open now/,
    );
  });

  it('finds the options that are shown through the slot of a list', async () => {
    await inPage(
      page,
      `() => {
        plain.innerHTML = '<span id="shade"><b role="option" onclick="this.ariaSelected = true">Pale</b></span>';
        const host = document.getElementById('shade');
        host.attachShadow({ mode: 'open' }).innerHTML = '<div role="listbox" aria-label="Shades"><slot></slot></div>';
      }`,
    );
    await page.getByRole('listbox', { name: 'Shades' }).selectOption('Pale');
    expect(await inPage(page, "() => document.querySelector('#shade b').ariaSelected")).toBe('true');
  });

  it('checks a mixed checkbox, and says when a page prevents it', async () => {
    await at('half').check();
    expect(await inPage(page, '() => half.checked && !half.indeterminate')).toBe(true);
    await at('tri').uncheck();
    expect(await inPage(page, "() => tri.getAttribute('aria-checked')")).toBe('false');
    expect(await outcome(at('stuck').check())).toMatch(/^not-actionable\n.*is still not checked/);
  });

  it('checks a radio button, and unchecks none', async () => {
    await at('radio2').check();
    expect(await outcome(at('radio2').check())).toBe('ok\nIt was already checked.');
    expect(await outcome(at('radio2').uncheck())).toMatch(/^not-actionable\n.*checking another one/);
  });

  it('sets several files, and clears them', async () => {
    await at('files').setInputFiles([join(inside, 'a.txt'), join(inside, 'b.txt')]);
    expect(await inPage(page, '() => [...files.files].map((each) => each.name)')).toEqual(['a.txt', 'b.txt']);
    await at('files').setInputFiles([]);
    expect(await inPage(page, '() => files.files.length')).toBe(0);
  });

  it('scrolls containers that start at their end', async () => {
    server.serve({
      '/reversed': `<!doctype html><title>Reversed</title>
        <div id="up" style="display: flex; flex-direction: column-reverse; height: 100px; overflow: auto"><p style="height: 500px; flex: none; margin: 0">Up</p></div>
        <div id="left" dir="rtl" style="width: 100px; overflow: auto"><p style="width: 500px; margin: 0">Left</p></div>`,
    });
    await page.goto(`${server.origin}/reversed`);
    const places = (): Promise<number[]> => inPage(page, '() => [up.scrollTop, left.scrollLeft]');
    expect((await at('up').scrollTo('top')).scroll).toMatchObject({ y: 0, maxY: 400 });
    await at('left').scrollTo({ x: '25%' });
    expect(await places()).toEqual([-400, -300]);
    await at('up').nextChunk();
    await at('left').scrollTo({ x: 'right' });
    expect(await places()).toEqual([-310, 0]);
  });

  it('scrolls to, by, in chunks and into view', async () => {
    const top = () => inPage<number>(page, '() => box.scrollTop');
    expect((await at('box').scrollTo('bottom')).scroll).toMatchObject({ y: 1000, maxY: 1000 });
    await at('box').scrollTo({ y: '25%' });
    expect(await top()).toBe(250);
    await at('box').scrollBy({ x: 0, y: -50 });
    expect(await top()).toBe(200);
    await at('box').nextChunk();
    expect(await top()).toBe(290);
    await at('box').previousChunk();
    expect(await top()).toBe(200);
    await at('side').nextChunk();
    expect(await inPage(page, '() => side.scrollLeft')).toBe(90);
    await page.actions.scrollTo(undefined, 'bottom');
    expect(await outcome(page.actions.scrollTo(undefined, 'bottom'))).toBe(
      'ok\nIt was already there: nothing moved.',
    );
    await at('text').scrollIntoView();
    expect(await inPage(page, '() => text.getBoundingClientRect().top >= 0')).toBe(true);
  });

  it('scrolls a text area itself, and says when a container was scrolled instead', async () => {
    const lines = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
    server.serve({
      '/area': `<!doctype html><title>Area</title><textarea id="area" rows="3">${lines}</textarea><p id="still">x</p><div style="height: 3000px"></div>`,
    });
    await page.goto(`${server.origin}/area`);
    expect((await at('area').scrollBy({ x: 0, y: 40 })).notes).toEqual([]);
    expect(await inPage(page, '() => [area.scrollTop, window.scrollY]')).toEqual([40, 0]);
    const { notes } = await at('still').scrollBy({ x: 0, y: 30 });
    expect(notes).toEqual(['It does not scroll itself: the container around it was scrolled.']);
    expect(await inPage(page, '() => window.scrollY')).toBe(30);
  });

  it('sends text to the intended frame, whatever had the focus there', async () => {
    const editor = '<!doctype html><title>Editor</title><body contenteditable><p>old</p></body>';
    server.serve({
      '/editor': editor,
      '/fields': '<!doctype html><title>Fields</title><input id="inner">',
      '/desk': `<!doctype html><title>Desk</title><input id="outer">
        <iframe id="near" src="/editor"></iframe><iframe id="far" src="${server.otherOrigin}/editor"></iframe>
        <iframe id="fields" src="${server.otherOrigin}/fields"></iframe>`,
    });
    await page.goto(`${server.origin}/desk`);
    const inFrame = (at: number) => page.frames()[at] ?? page.mainFrame;
    const outer = page.locator('css=#outer');
    const [near, far] = [inFrame(1).locator('css=body'), inFrame(2).locator('css=body')];
    const inner = inFrame(3).locator('css=#inner');
    await outer.fill('one');
    await near.fill('two');
    await outer.fill('three');
    await far.fill('four');
    await inner.fill('five');
    await outer.fill('six');
    await inner.type('!');
    await near.type('?');
    await far.type('.');
    const texts = await Promise.all([
      outer.frame.evaluate('() => outer.value'),
      inner.frame.evaluate('() => inner.value'),
      near.frame.evaluate('() => document.body.innerText.trim()'),
      far.frame.evaluate('() => document.body.innerText.trim()'),
    ]);
    expect(texts).toEqual(['six', 'five!', 'two?', 'four.']);
  });

  it('drags in sortable lists, at the pace of the page', async () => {
    server.serve({
      '/lists': `<!doctype html><title>Lists</title><style>li { height: 30px }</style>
        <ul id="events"><li draggable="true">A<li draggable="true">B<li draggable="true">C</ul><ul id="pointer"><li>D<li>E<li>F</ul>
        <script>
          // Moves the dragged item and then ignores moves for a moment, as animated lists do.
          let dragged, moved = 0;
          events.ondragstart = (event) => { dragged = event.target; event.dataTransfer.setData('text/plain', 'item'); };
          events.ondragover = (event) => {
            event.preventDefault();
            const over = event.target.closest('li');
            if (!over || over === dragged || performance.now() - moved < 30) return;
            moved = performance.now();
            if (over.previousElementSibling === dragged) over.after(dragged); else over.before(dragged);
          };
          // Starts after some pixels, measures from there, and works once per frame.
          let item, from, way = 0;
          pointer.onpointerdown = (event) => { item = event.target; from = undefined; item.startY = event.clientY; };
          onpointermove = ({ clientY }) => {
            if (!item) return;
            if (from === undefined) { if (Math.abs(clientY - item.startY) > 4) from = clientY; return; }
            requestAnimationFrame(() => { way = clientY - from; });
          };
          onpointerup = () => { if (item) pointer.insertBefore(item, pointer.children[Math.round(way / 30) + 1] ?? null); item = undefined; };
        </script>`,
    });
    await page.goto(`${server.origin}/lists`);
    const item = (text: string) => page.locator('css=li').filter({ hasText: text });
    await item('A').dragTo(item('C'));
    expect(await inPage(page, "() => events.innerText.replace(/\\s/g, '')")).toBe('BCA');
    await item('D').dragTo(item('F'));
    expect(await inPage(page, "() => pointer.innerText.replace(/\\s/g, '')")).toBe('EFD');
  });

  it('an aborted or impossible drag leaves no button down', async () => {
    server.serve({
      '/drags': `<!doctype html><title>Drags</title><p id="plain">Plain</p><p id="native" draggable="true">Native</p>
        <button id="end">End</button><button id="covered" style="visibility: hidden">Covered</button><script>
          window.seen = []; window.buttons = 0;
          for (const type of ['pointerdown', 'click']) addEventListener(type, (event) => { seen.push(type + ' ' + event.target.id); console.log(type); }, true);
          addEventListener('pointermove', (event) => { buttons = event.buttons; }, true);
        </script>`,
    });
    for (const id of ['plain', 'native']) {
      await page.goto(`${server.origin}/drags`);
      const controller = new AbortController();
      const stop = page.on('event', (event) => event.type === 'console' && controller.abort());
      expect(await outcome(at(id).dragTo(at('end'), { signal: controller.signal }))).toContain('aborted');
      stop();
      expect(await outcome(at(id).dragTo(at('covered'), { timeout: 200 }))).toContain('is not visible');
      expect(await inPage(page, '() => seen')).toEqual([`pointerdown ${id}`, `pointerdown ${id}`]);
      await at('end').hover();
      expect(await inPage(page, '() => buttons')).toBe(0);
      await at('end').click();
      expect(await inPage(page, '() => seen.at(-1)')).toBe('click end');
    }
  });

  it('drags from one document to another and back', async () => {
    const zone = `<!doctype html><title>Zone</title><p id="zone" style="height: 60px" ondragover="event.preventDefault()"
      ondrop="event.preventDefault(); top.postMessage(event.dataTransfer.getData('text/plain'), '*')">Zone</p>`;
    server.serve({
      '/zone': zone,
      '/between': `<!doctype html><title>Between</title><p id="from" draggable="true" ondragstart="event.dataTransfer.setData('text/plain', 'carried')">From</p>
        <img id="picture" width="20" height="20" alt="Picture" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">
        <iframe src="/zone"></iframe><iframe src="${server.otherOrigin}/zone"></iframe>
        <script>window.got = []; onmessage = ({ data }) => got.push(data);</script>`,
    });
    await page.goto(`${server.origin}/between`);
    const [same, other] = page.frames().slice(1);
    if (!same || !other) throw new Error('no frames');
    await at('from').dragTo(same.locator('#zone'));
    expect(await inPage(page, '() => got')).toEqual(['carried']);
    const across = await outcome(at('from').dragTo(other.locator('#zone')));
    if (engine === 'chromium') expect(across).toMatch(/^not-actionable\n.*different sites/);
    else expect(across).toMatch(/^ok/);
    expect(await outcome(at('picture').dragTo(same.locator('#zone')))).toMatch(/^ok/);
    await at('from').dragTo(same.locator('#zone'));
    expect(await inPage(page, '() => got.at(-1)')).toBe('carried');
    expect(await outcome(at('from').click())).toBe('ok');
  });

  it('keys never reach the element that the page moved the focus to', async () => {
    server.serve({
      '/steals': `<!doctype html><title>Steals</title><input id="once"><input id="always"><input id="other"><button id="button">B</button><script>
        window.keys = [];
        for (const type of ['keydown', 'keyup', 'input']) addEventListener(type, ({ target }) => keys.push(type + ' ' + target.id), true);
        const away = () => Promise.resolve().then(() => other.focus());
        once.addEventListener('focus', away, { once: true });
        always.onfocus = button.onfocus = away;
      </script>`,
    });
    await page.goto(`${server.origin}/steals`);
    const loses = /^not-actionable\n.*loses the focus: .*textbox/;
    expect(await outcome(at('always').type('abc'))).toMatch(loses);
    expect(await outcome(at('always').type('é'))).toMatch(loses);
    expect(await outcome(at('button').press('Enter'))).toMatch(loses);
    expect(await inPage(page, '() => [always.value, other.value, ...keys]')).toEqual(['', '']);
    expect(await outcome(at('once').type('abc'))).toBe('ok');
    expect(await outcome(at('other').type('d'))).toBe('ok');
    expect(await inPage(page, '() => [once.value, other.value]')).toEqual(['abc', 'd']);
    // A page may pass the focus on during typing, and the report says so.
    await inPage(page, '() => { once.oninput = () => other.focus(); }');
    expect(await outcome(at('once').type('12'))).toMatch(/^ok\n.*some keys went to textbox/);
    expect(await inPage(page, '() => [once.value, other.value]')).toEqual(['abc1', 'd2']);
  });

  it('clears invalid input that shows; sets the nearest possible value', async () => {
    await at('number').type('1e');
    expect(await inPage(page, '() => number.validity.badInput')).toBe(true);
    await at('number').clear();
    expect(await inPage(page, '() => number.validity.badInput')).toBe(false);
    await at('number').fill(' 5 ');
    expect(await value('number')).toBe('5');
    await inPage(page, '() => { range.step = 4; range.readOnly = true; }');
    expect(await outcome(at('range').fill('17'))).toContain('It moves in steps and was set to 18.');
    expect(await outcome(at('color').fill('#ABCDEF'))).not.toContain('The page changed');
    await at('week').fill('2020-W53');
    expect(await value('week')).toBe('2020-W53');
  });

  it('sends keys to a page after Tab left it', async () => {
    server.serve({
      '/leave':
        '<!doctype html><title>Leave</title><input id="check" type="checkbox"><button id="go" onclick="this.value = 1">Go</button>',
    });
    await page.goto(`${server.origin}/leave`);
    await at('go').press('Tab');
    await at('check').press('Space');
    await at('go').press('Enter');
    expect(await inPage(page, '() => [check.checked, go.value]')).toEqual([true, '1']);
  });

  it('highlights and leaves nothing behind', async () => {
    const before = await inPage(page, '() => document.documentElement.outerHTML');
    await at('text').highlight();
    await page.actions.highlight(null);
    expect(await inPage(page, '() => document.documentElement.outerHTML')).toBe(before);
  });
});
