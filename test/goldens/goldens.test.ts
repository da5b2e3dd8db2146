/**
 * Each `.html` here has a `.yaml` next to it: what an agent sees, the same in both browsers. After an intended
 * change, `UPDATE_GOLDENS=1 npx vitest run test/goldens` rewrites them from Chromium; read the diff.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refPrefix } from '../../src/tree/ref.js';
import { describeBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const FOLDER = import.meta.dirname;
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

describeBrowsers('goldens', (browser, which) => {
  it.each(names)('%s', async (name) => {
    const page = await browser().newPage();
    await page.goto(`${server.origin}/${name}.html`);
    // `autofocus` comes with a frame.
    await page.evaluate(
      '() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    const { text } = await page.ariaSnapshotWithFrames();
    // The port, the context and the page in a ref differ between runs.
    const place = refPrefix({ context: page.context.index, page: page.index, frame: 0 }).slice(0, -1);
    const stable = `${text.replaceAll(server.otherOrigin, 'http://other').replaceAll(`[ref=${place}`, '[ref=')}\n`;
    const golden = join(FOLDER, `${name}.yaml`);
    if (process.env.UPDATE_GOLDENS && which === 'chromium') await writeFile(golden, stable);
    expect(stable).toBe(await readFile(golden, 'utf8'));
    await page.close();
  });
});
