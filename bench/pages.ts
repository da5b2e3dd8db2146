/** Pages that benchmarks are run on: made of what real pages are made of, in any size. */

const STYLE = `<style>
  body { font: 14px sans-serif; margin: 0 }
  .card { border: 1px solid #ccc; padding: 8px; margin: 4px }
  .row { display: flex; gap: 8px }
  .link { cursor: pointer }
  .badge::before { content: "• " }
  .muted { color: #666; text-transform: uppercase }
</style>`;

/** What `card` consists of, the card itself included. */
const CARD_ELEMENTS = 16;

function card(index: number): string {
  return `<div class="card" id="card-${index}">
    <div class="row"><h3>Product ${index}</h3><span class="badge muted">new</span></div>
    <p>A description of product ${index} with <b>bold</b> and <a href="/p/${index}">a link</a> in it.</p>
    <div class="row">
      <label>Quantity <input type="number" value="${index % 9}" min="0"></label>
      <button type="button" aria-describedby="hint-${index % 50}">Add to basket</button>
      <div class="link" data-testid="more-${index}">More</div>
      <ul><li>In stock</li><li><img src="data:," alt="Rating ${index % 5}"></li></ul>
    </div>
  </div>`;
}

/** Cards as in a shop: headings, text, links, controls, generated content. */
export function cardPage(elements: number): string {
  const cards = Array.from({ length: Math.ceil(elements / CARD_ELEMENTS) }, (_, index) => card(index));
  const hints = Array.from({ length: 50 }, (_, index) => `<p id="hint-${index}">Ships in ${index} days</p>`);
  return `<!doctype html><title>${elements} elements</title>${STYLE}<main>${cards.join('\n')}${hints.join('')}</main>`;
}

/** A data table: five cells and two controls in each row. */
export function tablePage(elements: number): string {
  const rows = Array.from(
    { length: Math.ceil(elements / 8) },
    (_, index) =>
      `<tr><td>${index}</td><td>Name ${index}</td><td>name${index}@example.com</td><td><a href="/u/${index}">Open</a></td><td><button>Delete</button></td></tr>`,
  );
  return `<!doctype html><title>table</title>${STYLE}<table><thead><tr><th>#<th>Name<th>Mail<th>Open<th>Delete</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Custom elements, each with an open shadow root, a slot and a control. */
export function shadowPage(hosts: number): string {
  const items = Array.from({ length: hosts }, (_, index) => `<x-item><span>Item ${index}</span></x-item>`);
  return `<!doctype html><title>shadow</title><main>${items.join('')}</main><script>
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
  const iframes = Array.from(
    { length: frames },
    (_, index) => `<iframe title="Frame ${index}" src="${address(index)}"></iframe>`,
  );
  return `<!doctype html><title>frames</title><main>${iframes.join('')}</main>`;
}

export const framePage = (index: number): string =>
  `<!doctype html><title>frame</title><form><label>Field ${index} <input></label><button>Send ${index}</button></form>`;
