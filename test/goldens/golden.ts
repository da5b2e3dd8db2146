/** Pages with the text that an agent sees of them: each `.html` here has a `.yaml` next to it. */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Browser } from '../../src/page/browser.js';
import { refPrefix } from '../../src/tree/ref.js';
import type { FixtureServer } from '../support/server.js';

const FOLDER = import.meta.dirname;
export const GOLDENS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace('.html', ''));

export async function serveGoldens(server: FixtureServer): Promise<void> {
  for (const name of GOLDENS) {
    const html = await readFile(join(FOLDER, `${name}.html`), 'utf8');
    server.serve({ [`/${name}.html`]: html.replaceAll('{{other}}', server.otherOrigin) });
  }
}

/** Fails unless the page is seen as in its golden; `update` writes the golden first. */
export async function checkGolden(
  name: string,
  browser: Browser,
  server: FixtureServer,
  update = false,
): Promise<void> {
  const page = await browser.newPage();
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
  if (update) await writeFile(golden, stable);
  expect(stable).toBe(await readFile(golden, 'utf8'));
  await page.close();
}
