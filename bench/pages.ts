/** Pages for benchmarks: made of what real pages consist of, in any size. */

const STYLE = `<style>
  *, ::before, ::after { box-sizing: border-box }
  body { font: 14px sans-serif; margin: 0 }
  nav ul { display: flex; gap: 8px; list-style: none }
  a { color: #06c }
  .layout { display: grid; grid-template-columns: 220px 1fr }
  .card { border: 1px solid #ccc; padding: 8px; margin: 4px }
  .row { display: flex; gap: 8px; align-items: center }
  .link { cursor: pointer }
  .badge { border-radius: 4px; padding: 2px 6px; background: #eee }
  .badge.new::before { content: "• " }
  .muted { color: #666; text-transform: uppercase }
  .icon { width: 16px; height: 16px }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .menu[hidden] { display: none }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #ddd; padding: 4px 8px; text-align: left }
</style>`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title>${STYLE}<body>${body}</body></html>`;

const repeat = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join('\n');

const elementsIn = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0;

const ICON =
  '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 8h12M8 2v12" stroke="currentColor"/></svg>';

const HEADER = `<header class="row">
  <a href="/" class="logo"><img src="data:," alt="Acme"></a>
  <nav aria-label="Main"><ul>${repeat(8, (index) => `<li><a href="/section/${index}">Section ${index}</a></li>`)}</ul></nav>
  <form role="search" class="row"><label class="visually-hidden" for="query">Search</label>
    <input id="query" type="search" placeholder="Search products"><button type="submit">${ICON}<span>Search</span></button></form>
  <button type="button" aria-haspopup="menu" aria-expanded="false">Account</button>
  <div class="menu" hidden><a href="/profile">Profile</a><a href="/logout">Log out</a></div>
</header>`;

const FILTERS = `<aside aria-label="Filters"><form>${repeat(
  5,
  (group) =>
    `<fieldset><legend>Filter ${group}</legend>${repeat(
      6,
      (index) =>
        `<div class="row"><input type="checkbox" id="f-${group}-${index}"${index === 0 ? ' checked' : ''}><label for="f-${group}-${index}">Choice ${index} <span class="muted">(${index * 7})</span></label></div>`,
    )}</fieldset>`,
)}<label>Sort by <select>${repeat(6, (index) => `<option value="${index}">Order ${index}</option>`)}</select></label></form></aside>`;

const FOOTER = `<footer><div class="row">${repeat(
  4,
  (group) =>
    `<section aria-labelledby="foot-${group}"><h2 id="foot-${group}">Column ${group}</h2><ul>${repeat(6, (index) => `<li><a href="/foot/${group}/${index}">Link ${index}</a></li>`)}</ul></section>`,
)}</div><p><small>© Acme. All rights reserved.</small></p></footer>`;

const product = (index: number): string => `<article class="card" id="card-${index}">
  <div class="thumb"><a href="/p/${index}"><img src="data:," alt="Picture of product ${index}"></a></div>
  <div class="row"><h3><a href="/p/${index}">Product ${index}</a></h3><span class="badge new muted">new</span></div>
  <p>A description of product ${index} with <b>bold words</b>, <em>stress</em> and <a href="/p/${index}#more">a link</a> in it.</p>
  <div class="row"><span class="price"><span class="visually-hidden">Price</span> <span>${index}.99 €</span></span>
    <label>Quantity <input type="number" value="${index % 9}" min="0"></label>
    <button type="button" aria-describedby="hint-${index % 50}">${ICON}<span>Add to basket</span></button>
    <button type="button" class="icon" aria-label="Save for later">${ICON}</button>
    <div class="link" data-testid="more-${index}">More</div></div>
  <ul><li>In stock</li><li><span>Delivered by</span> <time datetime="2026-11-15">15 November</time></li></ul>
</article>`;

const comment = (index: number): string => `<section class="comment">
  <div class="row"><img src="data:," alt="" class="icon"><strong>Person ${index}</strong><span class="muted">3 days ago</span></div>
  <div class="body"><p>First of all, <i>this</i> is what I think about <code>item ${index}</code>.<br>And then there is more to say.</p>
    <p>The rest is in <a href="/c/${index}">this comment</a>, which quotes <q>somebody else</q> at length.</p></div>
  <div class="row"><button type="button">Reply</button><button type="button" aria-pressed="false">Like <span class="badge">${index % 40}</span></button></div>
</section>`;

const SHOP_BLOCK_ITEMS = 6;

const shopBlock = (index: number): string =>
  `<section><h2>Group ${index}</h2><div class="grid">${repeat(SHOP_BLOCK_ITEMS, (item) => product(index * SHOP_BLOCK_ITEMS + item))}</div></section>
  <section><h2>What people say about group ${index}</h2>${repeat(3, (item) => comment(index * 3 + item))}</section>`;

const HINTS = repeat(50, (index) => `<p id="hint-${index}">Ships in ${index} days</p>`);

/** A shop: navigation, filters, products with text, links, pictures, icons and controls, comments below them. */
export function shopPage(elements: number): string {
  const frame = elementsIn(HEADER + FILTERS + FOOTER + HINTS) + 4;
  const blocks = Math.max(1, Math.round((elements - frame) / elementsIn(shopBlock(0))));
  return page(
    `${elements} elements`,
    `${HEADER}<div class="layout">${FILTERS}<main><h1>All products</h1>${repeat(blocks, shopBlock)}${HINTS}</main></div>${FOOTER}`,
  );
}

/** One product with its comments: a small but realistic page. */
export const productPage = (): string =>
  page('A product', `${HEADER}<main><h1>Product</h1>${product(0)}${repeat(3, comment)}</main>`);

const record = (index: number): string => `<tr id="user-${index}">
  <td><input type="checkbox" aria-label="Select user ${index}"></td>
  <td><a href="/users/${index}">${1000 + index}</a></td>
  <td><div class="row"><img src="data:," alt="" class="icon"><span>Person ${index}</span></div></td>
  <td>person${index}@example.com</td>
  <td><span class="badge${index % 5 ? '' : ' new'}">${index % 3 ? 'Active' : 'Invited'}</span></td>
  <td><button type="button">Edit</button><button type="button">Delete</button></td>
</tr>`;

/** A table as in an admin tool: six columns with links, badges and controls, 15 elements per row. */
export function tablePage(elements: number): string {
  const rows = Math.round(elements / elementsIn(record(0)));
  const heads = [
    '<input type="checkbox" aria-label="Select all">',
    'Number',
    'Name',
    'Mail',
    'State',
    'Actions',
  ];
  return page(
    'table',
    `<main><h1>Users</h1><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${repeat(rows, record)}</tbody></table></main>`,
  );
}

/** Custom elements, each with an open shadow root, a slot and a control. */
export function shadowPage(hosts: number): string {
  const items = repeat(hosts, (index) => `<x-item><span>Item ${index}</span></x-item>`);
  return `<!doctype html><title>shadow</title><main>${items}</main><script>
    customElements.define('x-item', class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<div part="box"><slot></slot><button>Choose</button></div>';
      }
    });
  </script>`;
}

/** `frames` iframes in a page, each a small form. */
export function framesPage(frames: number, address: (index: number) => string): string {
  const iframes = repeat(
    frames,
    (index) => `<iframe title="Frame ${index}" src="${address(index)}"></iframe>`,
  );
  return `<!doctype html><title>frames</title><main>${iframes}</main>`;
}

export const framePage = (index: number): string =>
  `<!doctype html><title>frame</title><form><label>Field ${index} <input></label><button>Send ${index}</button></form>`;
