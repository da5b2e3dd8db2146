/** The page cannot tell that it was looked at. */
import { expect, it } from 'vitest';
import { rowNamed } from '../support/outline.js';
import { describePages } from '../support/pages.js';

/** Everything that a page can observe about itself. */
const WATCH = `() => {
  const own = (value) => Object.getOwnPropertyNames(value).sort().join() + Object.getOwnPropertySymbols(value).length;
  const roots = () => [document, ...[...document.querySelectorAll('*')].map((element) => element.shadowRoot).filter(Boolean)];
  window.seen = { mutations: 0, events: [] };
  const observer = new MutationObserver((records) => { window.seen.mutations += records.length; });
  for (const root of roots()) observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const type of ['focus', 'blur', 'focusin', 'focusout', 'scroll', 'click', 'mousemove', 'input', 'change', 'selectionchange', 'toggle', 'slotchange', 'resize', 'error'])
    addEventListener(type, () => window.seen.events.push(type), true);
  window.look = () => {
    for (const record of observer.takeRecords()) window.seen.mutations++;
    const elements = roots().flatMap((root) => [...root.querySelectorAll('*')]);
    return JSON.stringify({
      html: document.documentElement.outerHTML,
      shadow: roots().slice(1).map((root) => root.innerHTML),
      window: own(window), document: own(document), navigator: own(navigator),
      prototypes: [Object, Array, Node, Element, HTMLElement, Document, Window].map((type) => own(type.prototype)),
      elements: elements.map(own),
      state: elements.map((element) => [element.scrollTop, element.scrollLeft, element.value, element.checked, element.open]),
      focus: document.activeElement.id, selection: String(getSelection()), scroll: [scrollX, scrollY], title: document.title,
      sheets: document.styleSheets.length, adopted: document.adoptedStyleSheets.length, seen: window.seen,
    });
  };
  return window.look();
}`;

describePages('a page that was looked at', (page) => {
  it('is unchanged, and observed nothing', async () => {
    await page().load(`<!doctype html><title>t</title><style>p::before { content: "x" }</style>
      <form><input id="i" value="v"><input type="checkbox"><select><option>a<option>b</select><button>Send</button></form>
      <div style="overflow: auto; height: 20px"><p>1</p><p>2</p><p>3</p></div><details><summary>S</summary>d</details>
      <x-open></x-open><x-closed></x-closed><div id="host"></div><iframe srcdoc="<p>in"></iframe><ul><li>1<li>2</ul>
      <script>
        document.querySelector('x-open').attachShadow({ mode: 'open' }).innerHTML = '<slot></slot><button>o</button>';
        document.querySelector('x-closed').attachShadow({ mode: 'closed' }).innerHTML = '<button>c</button>';
        i.focus();
      </script>`);
    const before = await page().run(WATCH);

    const { rows } = await page().capture({ selectors: true, boxes: true, closedShadow: 'all' });
    const { driver } = page();
    const roots = await driver.closedRoots(
      driver.mainFrame,
      '() => globalThis.sightline.closedCandidates()',
      '',
    );
    const handles = roots.filter((root) => root !== null);
    await driver.call(
      driver.mainFrame,
      '(arg, ...roots) => globalThis.sightline.adoptClosedRoots(arg, roots)',
      '',
      { handles },
    );
    await page().capture();
    const element = rowNamed(rows, 'Send')[1];
    await page().call('find', { target: { element } });
    await page().call('describe', {
      target: { locator: [{ engine: 'role', role: 'button', name: { text: 'o', exact: true } }] },
    });
    await page().call('count', { locator: [{ engine: 'text', text: { text: 'S', exact: false } }] });
    await page().call('selectors', { target: { element }, idAttributes: ['id'], xpath: true });
    await page().call('iframes', {});
    await page().call('waitFor', { target: { element }, state: 'visible', timeout: 100 });
    await page().call('waitFor', {
      target: { locator: [{ engine: 'css', selector: 'nav' }] },
      state: 'attached',
      timeout: 50,
    });

    expect(JSON.parse(String(await page().run('() => window.look()')))).toEqual(JSON.parse(String(before)));
  });
});
