/** Closed shadow roots are requested once, and are part of the view from then on. */
import { expect, it } from 'vitest';
import { outline } from '../support/outline.js';
import { describePages } from '../support/pages.js';

const HTML = `<x-card></x-card><div id="box" style="width: 50px; height: 20px"></div><p>text</p><div></div><span id="late"></span>
  <x-open></x-open><script>
    const closed = (host, html) => host.attachShadow({ mode: 'closed' }).innerHTML = html;
    closed(document.querySelector('x-card'), '<button>In a card</button><slot></slot><b></b>');
    document.querySelector('x-card').append('light');
    closed(box, '<button>In a box</button>');
    document.querySelector('x-open').attachShadow({ mode: 'open' }).innerHTML = '<button>Open</button>';
  </script>`;

describePages('closed shadow roots', (page) => {
  async function openRoots(): Promise<number> {
    const { driver } = page();
    const roots = await driver.closedRoots(
      driver.mainFrame,
      '() => globalThis.sightline.closedCandidates()',
      '',
    );
    const handles = roots.filter((root) => root !== null);
    const adopted = await driver.call(
      driver.mainFrame,
      '(arg, ...roots) => globalThis.sightline.adoptClosedRoots(arg, roots)',
      '',
      { handles },
    );
    await driver.release(handles);
    return Number(adopted);
  }

  it('are found in custom elements and in boxes without content', async () => {
    await page().load(HTML);
    const before = await page().capture();
    expect(before.closedCandidates).toBe(2);
    expect(outline(before.rows)).not.toContain('In a');
    expect(await openRoots()).toBe(2);
    const after = await page().capture();
    expect(outline(after.rows)).toBe(
      [
        'generic',
        '  button "In a card"',
        '  text: light',
        '  button "In a box"',
        '  paragraph: text',
        '  button "Open"',
      ].join('\n'),
    );
    expect(after.closedCandidates).toBe(0);
  });

  it('are requested once per element, for new elements too', async () => {
    await page().load(HTML);
    await page().capture();
    await openRoots();
    await page().run(
      `() => { late.style = 'display: inline-block; width: 9px; height: 9px'; late.attachShadow({ mode: 'closed' }).innerHTML = '<button>Late</button>' }`,
    );
    expect((await page().capture()).closedCandidates).toBe(1);
    expect((await page().capture()).closedCandidates).toBe(1);
    expect(await openRoots()).toBe(1);
    const { rows, closedCandidates } = await page().capture();
    expect(outline(rows)).toContain('button "Late"');
    expect(closedCandidates).toBe(0);
  });

  it('can be searched for everywhere, or nowhere', async () => {
    await page().load(
      `<section id="s">light</section><script>s.attachShadow({ mode: 'closed' }).innerHTML = '<slot></slot><button>Hidden well</button>'</script>`,
    );
    expect((await page().capture({ closedShadow: 'none' })).closedCandidates).toBe(0);
    expect((await page().capture({ closedShadow: 'candidates' })).closedCandidates).toBe(0);
    expect((await page().capture({ closedShadow: 'all' })).closedCandidates).toBeGreaterThan(0);
    expect(await openRoots()).toBe(1);
    expect(outline((await page().capture()).rows)).toContain('button "Hidden well"');
  });

  it('are searched by locators, and refs into them resolve', async () => {
    await page().load(HTML);
    await page().capture();
    await openRoots();
    const locator = [{ engine: 'css' as const, selector: 'x-card button' }];
    const found = await page().call('find', { target: { locator } });
    expect(found).toMatchObject({ ok: true, found: { role: 'button', name: 'In a card' } });
    if (found.ok)
      expect(await page().call('find', { target: { element: found.found.element } })).toEqual(found);
    expect(await page().call('count', { locator: [{ engine: 'role', role: 'button' }] })).toEqual({
      ok: true,
      count: 3,
    });
  });
});
