/** The CSS and XPath of every element lead back to it. */
import { expect, it } from 'vitest';
import { isElementRow, rowNamed } from '../support/outline.js';
import { describePages } from '../support/pages.js';

/** Follows the paths of each number from root to root, in the world that also sees closed roots. */
const FOLLOW = `(arg) => JSON.stringify(JSON.parse(arg).map(([number, css, xpath]) => {
  const element = globalThis.sightline.node(number);
  const list = (path) => (typeof path === 'string' ? [path] : path);
  let byCss = document;
  for (const step of list(css)) {
    const found = (byCss.shadowRoot ?? byCss).querySelectorAll(step);
    if (found.length !== 1) return 'css ' + css + ' finds ' + found.length;
    byCss = found[0];
  }
  if (byCss !== element) return 'css ' + css + ' finds another';
  if (typeof xpath !== 'string') return 'ok';
  const found = document.evaluate(xpath, document, null, 7, null);
  return found.snapshotLength === 1 && found.snapshotItem(0) === element ? 'ok' : 'xpath ' + xpath + ' finds ' + found.snapshotLength;
}))`;

describePages('paths', (page) => {
  async function pathsOf(html: string) {
    await page().load(`<!doctype html>${html}`);
    const { rows } = await page().capture({ selectors: true });
    const elements = rows.filter(isElementRow);
    const { driver } = page();
    const paths = elements.map((row) => [row[1], row[6]?.css, row[6]?.xpath]);
    const followed = JSON.parse(
      await driver.call(driver.mainFrame, FOLLOW, JSON.stringify(paths)),
    ) as string[];
    expect(followed).toEqual(elements.map(() => 'ok'));
    return (name: string) => rowNamed(rows, name)[6];
  }

  it('start at a unique id, test id, or label with a role', async () => {
    const of = await pathsOf(`<div id="app"><section><button>deep</button></section></div>
      <button id="b">id</button><div data-testid="t"><i><button>testid</button></i></div><button data-test-id="u">own</button>
      <div aria-label="Box" role="group"><button>labelled</button></div>
      <button id="twice">first</button><button id="twice">second</button>`);
    expect(of('deep')?.css).toBe('#app > section:nth-of-type(1) > button:nth-of-type(1)');
    expect(of('id')).toMatchObject({ css: '#b', xpath: '//*[@id="b"]' });
    expect(of('testid')?.css).toBe('[data-testid="t"] > i:nth-of-type(1) > button:nth-of-type(1)');
    expect(of('testid')?.xpath).toBe('/html/body/div[2]/i[1]/button[1]');
    expect(of('own')?.css).toBe('[data-test-id="u"]');
    expect(of('labelled')?.css).toBe('[aria-label="Box"][role="group"] > button:nth-of-type(1)');
    expect(of('second')?.css).toBe('html > body > button:nth-of-type(4)');
  });

  it('work whatever the attributes and names are', async () => {
    const of =
      await pathsOf(`<button id="1 a.b#c:d'&quot;]">odd</button><button id="${'x'.repeat(80)}">long</button>
      <div data-testid='q"\\&#10;z'><button>quoted</button></div><svg width="9" height="9"><a href="/"><text>drawn</text></a></svg>
      <x-${'y'.repeat(80)}><button>tag</button></x-${'y'.repeat(80)}><math><mtext>m</mtext></math>
      <p>one</p><svg><p></p></svg><p><a href="/">two</a></p>`);
    expect(of('odd')?.xpath).toBe(`//*[@id=concat("1 a.b#c:d'",'"',"]")]`);
    expect(of('long')?.css).toBe('html > body > button:nth-of-type(2)');
    const segments = [of('tag')?.css, of('quoted')?.css].flatMap((css) => String(css).split(' > '));
    expect(segments.filter((segment) => segment.length > 64)).toEqual([]);
  });

  it('are lists across shadow roots', async () => {
    const of = await pathsOf(`<div id="host"></div><script>
      const outer = host.attachShadow({ mode: 'open' });
      outer.innerHTML = '<section><button>in</button><b></b></section><section><button id="own">id</button></section>';
      outer.querySelector('b').outerHTML = '<div id="inner"></div>';
      outer.querySelector('#inner').attachShadow({ mode: 'open' }).innerHTML = '<p><button>in in</button></p>';
    </script>`);
    expect(of('in')).toMatchObject({
      css: ['#host', 'section:nth-of-type(1):not(* > *) > button:nth-of-type(1)'],
      xpath: ['//*[@id="host"]', './section[1]/button[1]'],
    });
    expect(of('id')).toMatchObject({ css: ['#host', '#own'], xpath: ['//*[@id="host"]', './/*[@id="own"]'] });
    expect(of('in in')?.css).toEqual([
      '#host',
      '#inner',
      'p:nth-of-type(1):not(* > *) > button:nth-of-type(1)',
    ]);
  });

  it('are left out if they would be thousands of steps long', async () => {
    await page().load('');
    await page().run(`() => {
      let inner = document.body;
      for (let i = 0; i < 1000; i++) inner = inner.appendChild(document.createElement('div'));
      inner.innerHTML = '<button>deep</button><button id="found">anchored</button>';
    }`);
    const { rows } = await page().capture({ selectors: true });
    expect(rowNamed(rows, 'deep')[6]?.css).toBeUndefined();
    expect(rowNamed(rows, 'anchored')[6]?.css).toBe('#found');
  });

  it('can be requested for one element', async () => {
    await page().load('<main><button>b</button></main>');
    const target = { locator: [{ engine: 'css' as const, selector: 'button' }] };
    expect(await page().call('selectors', { target, idAttributes: ['id'], xpath: true })).toMatchObject({
      ok: true,
      css: 'html > body > main:nth-of-type(1) > button:nth-of-type(1)',
      xpath: '/html/body/main[1]/button[1]',
    });
  });
});
