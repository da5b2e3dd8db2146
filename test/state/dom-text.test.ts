/**
 * Each `.html` in `pages` has a `.dom` next to it: its DOM as text, the same in both browsers. After an intended
 * change, `UPDATE_GOLDENS=1 npx vitest run test/state/dom-text` rewrites them from Chromium; read the diff.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isText, type SnapshotNode } from '../../src/tree/node.js';
import { refPrefix } from '../../src/tree/ref.js';
import { describeBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const FOLDER = join(import.meta.dirname, 'pages');
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace('.html', ''));

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer();
  for (const name of names) {
    const html = await readFile(join(FOLDER, `${name}.html`), 'utf8');
    server.serve({ [`/${name}.html`]: html.replaceAll('{{other}}', server.otherOrigin) });
  }
});
afterAll(() => server.close());

function refsOf(node: SnapshotNode): string[] {
  return [node.ref, ...node.children.flatMap((child) => (isText(child) ? [] : refsOf(child)))];
}

describeBrowsers('the DOM as text', (browser, which) => {
  it.each(names)('%s', async (name) => {
    const page = await browser().newPage();
    await page.goto(`${server.origin}/${name}.html`);
    const { dom = '', json } = await page.ariaSnapshotWithFrames({ dom: true });
    // The context and the page in a ref differ between runs, and so does the port.
    const place = refPrefix({ context: page.context.index, page: page.index, frame: 0 }).slice(0, -1);
    const stable = dom
      .replaceAll(server.otherOrigin, 'http://other')
      .replaceAll(`ref="${place}`, 'ref="')
      .replaceAll(`IFRAME ${place}`, 'IFRAME ');
    const golden = join(FOLDER, `${name}.dom`);
    if (process.env.UPDATE_GOLDENS && which === 'chromium') await writeFile(golden, stable);
    expect(stable).toBe(await readFile(golden, 'utf8'));

    // The refs are those of the tree, each once; nothing from the page looks like one.
    const written = [...dom.matchAll(/ref="([cpfe\d]+)"/g)].map((match) => match[1]);
    expect(written.toSorted()).toEqual(refsOf(json.root).toSorted());
    expect((await page.ariaSnapshotWithFrames({ dom: true })).dom).toBe(dom);
    await page.close();
  });
});
