/** What the text of a snapshot shows, through the library; the tree in the JSON is always complete. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, SnapshotOptions } from '../../src/index.js';
import { isText, type SnapshotNode } from '../../src/tree/node.js';
import { parseSnapshot } from '../../src/tree/text/parse.js';
import { estimateTokens } from '../../src/tree/text/tokens.js';
import { describeBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const TABLE = `<!doctype html><title>table</title><h1>Orders</h1><table><tbody>${Array.from(
  { length: 1000 },
  (_, row) =>
    `<tr><td>${row}</td><td>Customer ${row}</td><td>${row % 7} €</td><td><label><input type=checkbox ${row === 700 ? 'checked' : ''}> Paid</label></td><td><button>Delete</button></td></tr>`,
).join('')}</tbody></table>`;

const LONG = `<!doctype html><title>long</title><style>section { height: 500px }</style>${Array.from(
  { length: 8 },
  (_, at) =>
    `<section><h2>Part ${at}</h2><p>Some prose about part ${at} that nobody acts on.</p><button>Do ${at}</button></section>`,
).join(
  '',
)}<select><option>One<option>Two</select><iframe srcdoc="<p>In the frame</p><button>Inside</button>"></iframe>`;

/** The icon name of each control; null if something else names the control. */
const ICONS: [html: string, icon: string | null][] = [
  ['<button><i class="fa fa-fw fa-times"></i></button>', 'times'],
  ['<button><span class="ui-icon ui-icon-closethick"></span></button>', 'closethick'],
  [
    '<style>.mdi-home::before { content: "\\e001" }</style><a href="/x"><i class="mdi mdi-home"></i></a>',
    'home',
  ],
  ['<button><svg class="lucide lucide-trash-2"><path></path></svg></button>', 'trash-2'],
  ['<button><svg><use href="/icons.svg#icon-menu"></use></svg></button>', 'menu'],
  ['<button><svg data-testid="DeleteIcon"></svg></button>', 'Delete'],
  ['<a href="/y"><img alt="" src="/img/shopping-cart.0a1b2c3d.svg"></a>', 'shopping-cart'],
  ['<div onclick="x()"><ion-icon name="close"></ion-icon></div>', 'close'],
  ['<button data-icon="mdi:bell"></button>', 'bell'],
  ['<button class="icon-button"><i class="fa fa-spin"></i></button>', null],
  ['<button aria-label="Shut"><i class="fa fa-times"></i></button>', null],
  ['<button><i class="fa fa-times"></i> Close</button>', null],
  ['<div onclick="x()"><i class="fa fa-times"></i><p>Much to read</p></div>', null],
  ['<input class="fa fa-search">', null],
];
const SYMBOLS = `<!doctype html><title>icons</title>${ICONS.map(([html]) => `<section>${html}</section>`).join('')}`;

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({ '/table': TABLE, '/long': LONG, '/icons': SYMBOLS });
});
afterAll(() => server.close());

function count(node: SnapshotNode): number {
  return node.children.reduce((sum, child) => sum + (isText(child) ? 0 : count(child)), 1);
}

const buttons = (text: string) => [...text.matchAll(/button "([^"]*)"/g)].map(([, name]) => name);

describeBrowsers('views of a snapshot', (browser) => {
  async function opened(path: string, run: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser().newPage();
    await page.goto(server.origin + path);
    await run(page);
    await page.close();
  }

  it('show the icon of an unnamed control', () =>
    opened('/icons', async (page) => {
      const { json, text } = await page.ariaSnapshot({ fold: false });
      const controls: SnapshotNode[] = [];
      const collect = (node: SnapshotNode): void => {
        if (node.computed.interactive) controls.push(node);
        for (const child of node.children) if (!isText(child)) collect(child);
      };
      collect(json.root);
      expect(controls.map(({ states }) => states.icon ?? null)).toEqual(ICONS.map(([, icon]) => icon));
      expect(text).toContain('- button [icon=times] [ref=');
      expect(text).toContain('- link [icon=home] [ref=');
      expect(text).toContain('- button "Shut" [ref=');
    }));

  it('are folded by default, and every row can be reached', () =>
    opened('/table', async (page) => {
      const { text, json } = await page.ariaSnapshot();
      expect(text.length).toBeLessThanOrEqual(6_000);
      expect(count(json.root)).toBeGreaterThan(5_000);
      expect(text).toMatch(/checkbox "Paid" \[checked\]/);
      expect((await page.ariaSnapshot({ fold: false })).text.length).toBeGreaterThan(150_000);
      const seen = new Set([...text.matchAll(/Customer (\d+)/g)].map(([, row]) => Number(row)));
      const marks = [
        ...text.matchAll(/… (\d+) more rows .*: snapshot target=(\w+) offset=(\d+) limit=(\d+)/g),
      ];
      expect(marks).toHaveLength(2);
      for (const [, total, target = '', offset, limit] of marks) {
        // Larger pages than the mark offers: this is about what is reachable, not how.
        expect(limit).toBe('50');
        for (let at = 0; at < Number(total); at += 1000) {
          const range = { target, offset: Number(offset) + at, limit: 1000 };
          const { text: part } = await page.ariaSnapshot(range);
          for (const [, row] of part.matchAll(/Customer (\d+)/g)) seen.add(Number(row));
        }
      }
      expect(seen.size).toBe(1000);
    }));

  it('show what can be acted on, some levels, or what is in the viewport', () =>
    opened('/long', async (page) => {
      const look = async (options: SnapshotOptions) => {
        const { text, json } = await page.ariaSnapshotWithFrames(options);
        expect(parseSnapshot(text)).toMatchObject({ ok: true });
        expect(count(json.root)).toBe(whole);
        return text;
      };
      const { json, text: all } = await page.ariaSnapshotWithFrames();
      const whole = count(json.root);
      const interactive = await look({ view: 'interactive' });
      expect(buttons(interactive)).toEqual(buttons(all));
      expect(interactive).toContain('heading "Part 7"');
      expect(interactive).not.toContain('prose');
      expect(await look({ depth: 1 })).toContain('(depth limit): snapshot target=');
      const top = await look({ viewport: true });
      expect(buttons(top)).toEqual(['Do 0', 'Do 1']);
      expect(top).toContain('more (outside the viewport): snapshot target=');
      expect(top).not.toContain('[box=');
      await page.evaluate('() => scrollTo(0, 1e6)');
      const bottom = await look({ viewport: true, boxes: true });
      expect(buttons(bottom)).toEqual(['Do 7', 'Inside']);
      expect(bottom).toContain('option "Two"');
      expect(bottom).toContain('[box=');
    }));

  it('stay within a token budget and continue', () =>
    opened('/long', async (page) => {
      let { text, cursor } = await page.ariaSnapshotWithFrames({ maxTokens: 300 });
      const seen = buttons(text);
      expect(text).toMatch(/^- … items 1 to \d+ of \d+ \(token budget\): snapshot cursor=/);
      for (
        ;
        cursor !== undefined;
        { text, cursor } = await page.ariaSnapshotWithFrames({ maxTokens: 300, cursor })
      ) {
        expect(estimateTokens(text)).toBeLessThanOrEqual(300);
        if (!text.includes('items 1 ')) seen.push(...buttons(text));
      }
      seen.push(...buttons(text));
      expect(seen.sort()).toEqual(buttons((await page.ariaSnapshotWithFrames()).text).sort());
      await expect(page.ariaSnapshot({ cursor: 'x' })).rejects.toMatchObject({ code: 'bad-argument' });
    }));

  it('are the changes since a snapshot', () =>
    opened('/long', async (page) => {
      const first = await page.ariaSnapshotWithFrames();
      const since = first.json.snapshotId;
      const same = await page.ariaSnapshotWithFrames({ since });
      expect(same).toMatchObject({ text: '', changes: { kind: 'same', since } });
      await page.evaluate('() => { document.querySelector("button").textContent = "Done" }');
      const changed = await page.ariaSnapshotWithFrames({ since: same.json.snapshotId });
      expect(changed.changes).toEqual({ kind: 'diff', since: same.json.snapshotId });
      expect(changed.text).toMatch(/^- <changed, was "[^"]+"> button "Done" \[ref=\w+\]$/);
      // A snapshot of one frame cannot be compared with one of all.
      expect((await page.ariaSnapshot({ since })).changes).toMatchObject({
        kind: 'whole',
        reason: 'not kept',
      });
      await page.goto(`${server.origin}/table`);
      const other = await page.ariaSnapshotWithFrames({ since });
      expect(other.changes).toMatchObject({ kind: 'whole', reason: 'new document' });
      expect(other.text).toContain('heading "Orders"');
      await expect(page.ariaSnapshot({ since, depth: 1 })).rejects.toMatchObject({ code: 'bad-argument' });
    }));
});
