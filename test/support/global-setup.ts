/**
 * Builds what the tests run before the first of them, so that a single file can be run alone: the in-page bundle,
 * the command line and the demonstration, bundled as shipped. From its sources the command line would take a
 * second to start each time.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAbandoned, stampFolder } from '../../src/folder-owner.js';

const PREFIX = '.test-build-';

export default async function setup(): Promise<() => void> {
  const { bundle, bundleCommand, ROOT } = await import('../../scripts/bundle.js');
  await import('../../scripts/generate.js');
  // As deep as `dist`, so that packages are found; one per run, since several may run at once.
  await removeAbandoned(ROOT);
  const folder = mkdtempSync(join(ROOT, PREFIX));
  await stampFolder(folder);
  await Promise.all([
    bundle({ demo: 'examples/demo.ts' }, folder),
    bundleCommand({ cli: 'src/cli/main.ts' }, folder),
  ]);
  // Tests of the trail turn it on; the others need no pictures.
  process.env.SIGHTLINE_TRAIL ??= 'off';
  process.env.SIGHTLINE_TEST_CLI = join(folder, 'cli.js');
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Removes what killed runs left behind. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    const folder = join(root, name);
    if (name.startsWith(PREFIX) && (await isAbandoned(folder)))
      rmSync(folder, { recursive: true, force: true });
  }
}
