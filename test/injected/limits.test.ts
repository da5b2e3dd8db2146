/** Limits cut where they say, and no page is too big for a capture. */
import { expect, it } from 'vitest';
import { isElementRow, outline } from '../support/outline.js';
import { describePages } from '../support/pages.js';

describePages('limits of a capture', (page) => {
  const LISTS = '<ul aria-label="A"><li>1<li>2<li>3</ul><ul aria-label="B"><li>4<li>5</ul>';

  it('cut at a number of elements, and count what is left out below each', async () => {
    await page().load(LISTS);
    const { rows, truncated } = await page().capture({ maxNodes: 4 });
    expect(outline(rows)).toBe(
      'generic (cut: nodes 3)\n  list "A" (cut: nodes 1)\n    listitem: 1\n    listitem: 2',
    );
    expect(truncated).toBe(true);
    expect((await page().capture()).truncated).toBe(false);
  });

  it('also count elements that the walk did not reach', async () => {
    await page().load(`<ul>${'<li>x</li>'.repeat(500)}</ul><main>${'<p>y</p>'.repeat(500)}</main>`);
    const { rows } = await page().capture({ maxNodes: 10 });
    expect(outline(rows.slice(0, 2))).toBe('generic (cut: nodes 501)\n  list (cut: nodes 492)');
    expect(rows.length).toBe(10);
  });

  it('cut at a depth', async () => {
    await page().load('<main><ul><li>a <ul><li>b</ul></ul><button>c</button></main>');
    expect(outline((await page().capture({ maxDepth: 2 })).rows)).toBe(
      'generic\n  main\n    list (cut: depth 3)\n    button "c"',
    );
  });

  it('clip long texts, names and values, and say so', async () => {
    const long = 'x'.repeat(100);
    await page().load(
      `<p>${long}</p><button>${long}</button><input aria-label="v" value="${long}"><p>a <b>${long}</b><a href="/">l</a></p>`,
    );
    const { rows, truncated } = await page().capture({ maxTextLength: 10 });
    const short = `${'x'.repeat(9)}…`;
    expect(outline(rows)).toBe(
      [
        'generic',
        `  paragraph: ${short} (cut: text)`,
        `  button "${short}" (cut: text)`,
        `  textbox "v" = ${short} (cut: text)`,
        '  paragraph (cut: text)',
        '    text: a xxxxxxx…',
        '    link "l"',
      ].join('\n'),
    );
    expect(truncated).toBe(true);
  });

  it('stop when the time is up', async () => {
    await page().load(`<main>${'<p>x</p>'.repeat(20_000)}</main>`);
    const { rows } = await page().capture({ timeBudget: 1 });
    const cuts = rows.filter(isElementRow).map((row) => row[6]?.cut);
    const cut = cuts.find((one) => one !== undefined);
    expect(cut?.reason).toBe('time');
    // Every paragraph was shown or is counted.
    const shown = rows.filter(isElementRow).filter((row) => row[3] === 'paragraph').length;
    expect(shown + (cut?.count ?? 0)).toBe(20_000);
  });

  // Without boxes: neither browser can render this many nested ones (one gives up, the other crashes).
  it('are not needed for ten thousand levels', async () => {
    await page().load('<style>main span { display: contents }</style>');
    await page().run(`() => {
      const top = document.createElement('main');
      let inner = top;
      for (let i = 0; i < 10_000; i++) inner = inner.appendChild(document.createElement('span'));
      inner.innerHTML = '<button>Deep</button>';
      document.body.append(top);
    }`);
    expect(outline((await page().capture({ selectors: true })).rows)).toBe(
      'generic\n  main\n    button "Deep"',
    );
    await page().run(`() => {
      for (const element of document.querySelectorAll('span')) {
        element.setAttribute('role', 'group');
        element.setAttribute('aria-label', 'G');
      }
    }`);
    const { rows } = await page().capture({ selectors: true });
    expect(rows.length).toBe(10_003);
    expect(rows.at(-1)?.[0]).toBe(10_002);
  });

  it('are not needed for a hundred thousand elements', async () => {
    await page().load(`<main>${'<p>x <a href="/">y</a></p>'.repeat(50_000)}</main>`);
    const { rows, truncated } = await page().capture();
    expect(rows.filter(isElementRow).length).toBe(100_002);
    expect(truncated).toBe(false);
  });
});
