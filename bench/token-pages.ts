/** Typical pages for agents, to count what a view of them costs. */
import { readFileSync } from 'node:fs';

const golden = (name: string): string =>
  readFileSync(new URL(`../test/goldens/${name}.html`, import.meta.url), 'utf8');

const CHECKOUT = `<!doctype html><title>Checkout</title>
<header><a href="/">Shop</a><nav aria-label="Main"><ul>${[
  'Sale',
  'New',
  'Women',
  'Men',
  'Kids',
  'Home',
  'Help',
]
  .map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`)
  .join('')}</ul></nav></header>
<main><h1>Checkout</h1><form>
${['First name', 'Last name', 'Street', 'Postcode', 'City', 'Phone']
  .map((name) => `<div class="field"><label for="${name}">${name}</label><input id="${name}" required></div>`)
  .join('\n')}
<div class="field"><label>Country <select>${['France', 'Germany', 'Italy', 'Japan', 'Spain'].map((name) => `<option>${name}</option>`).join('')}</select></label></div>
<div class="field"><label>E-mail <input type="email" aria-describedby="mail" placeholder="you@example.org"></label><small id="mail">For the receipt only.</small></div>
<fieldset><legend>Delivery</legend><label><input type="radio" name="d" checked> Standard, 3 days</label><label><input type="radio" name="d"> Express, tomorrow</label></fieldset>
<label><input type="checkbox"> I agree to the <a href="/terms">terms</a></label>
<button>Place order</button><button type="button">Back to basket</button></form></main>
<footer><p>© Shop. <a href="/imprint">Imprint</a> · <a href="/privacy">Privacy</a></p></footer>`;

const PARAGRAPH =
  'The walk goes over the tree once, and every <em>element</em> that a person could see or use is told of, in the order of the document; see <a href="/notes">the notes</a> for what is left out and why.';

const ESSAY = `<!doctype html><title>An essay</title><header><nav><a href="/">Home</a> <a href="/archive">Archive</a> <a href="/about">About</a></nav></header>
<main><article><h1>On looking at pages</h1><p>By <a href="/ada">Ada</a>, <time>10 December</time></p>
${Array.from({ length: 6 }, (_, at) => `<h2>Part ${at + 1}</h2><p>${PARAGRAPH}</p><p>${PARAGRAPH.replaceAll('element', 'thing')}</p><figure><img src="data:," alt="Figure ${at + 1}"><figcaption>What figure ${at + 1} shows</figcaption></figure>`).join('\n')}
</article><aside><h2>Read on</h2><ul>${Array.from({ length: 8 }, (_, at) => `<li><a href="/essay/${at}">Another essay, number ${at}</a></li>`).join('')}</ul></aside></main>`;

const TABLE = `<!doctype html><title>Orders</title><h1>Orders</h1><table><thead><tr><th>Order<th>Customer<th>Mail<th>Amount<th>Open<th>Delete</tr></thead><tbody>
${Array.from({ length: 1_000 }, (_, row) => `<tr><td>${row}</td><td>Customer ${row}</td><td>customer${row}@example.com</td><td>${row % 97} €</td><td><a href="/orders/${row}">Open</a></td><td><button>Delete</button></td></tr>`).join('\n')}</tbody></table>`;

/** About 2,000 elements, and a button in the middle that changes two of them. */
const APP = `<!doctype html><title>Board</title><div id="root"><header><h1>Board</h1><div role="search"><input type="search" aria-label="Filter"></div><button aria-haspopup="menu">Ada</button></header>
<div role="toolbar" aria-label="View">${['List', 'Board', 'Calendar'].map((name, at) => `<button aria-pressed="${at === 1}">${name}</button>`).join('')}</div>
<main>${Array.from(
  { length: 6 },
  (_, column) =>
    `<section aria-label="Column ${column}"><h2>Column ${column}</h2>${Array.from(
      { length: 33 },
      (_, card) => {
        const id = column * 33 + card;
        return `<div class="card"><div><span>Task ${id}</span><span class="tag">${['bug', 'idea', 'chore'][id % 3]}</span></div><p>What there is to do in task ${id}</p><div><button onclick="this.textContent = 'Done'; document.querySelector('[role=status]').textContent = 'Task ${id} is done'">Finish ${id}</button><a href="/task/${id}">Details</a></div></div>`;
      },
    ).join('')}</section>`,
).join('')}</main><div role="status"></div></div>`;

/**
 * Path to markup; `other` is the same server under another name. The table comes late: our refs keep counting
 * across documents, and after its 10,000 elements each ref has three more digits.
 */
export function tokenPages(other: string): Record<string, string> {
  return {
    form: CHECKOUT,
    article: ESSAY,
    frames: golden('frames').replaceAll('{{other}}', other),
    shadow: golden('shadow'),
    table: TABLE,
    app: APP,
  };
}
