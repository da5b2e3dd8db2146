/** `SIGHTLINE_DEBUG=actions` in a separate process: the setting is read once. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

it.each(BROWSERS)('writes one line for each action: %s', async (engine) => {
  const folder = mkdtempSync(join(root, 'node_modules/.debug-'));
  const script = join(folder, 'script.ts');
  const markup = '<button>Go</button><input type=password aria-label=Secret>';
  writeFileSync(
    script,
    `import { launch } from ${JSON.stringify(join(root, 'src/launch/launch.ts'))};
    import { Host } from ${JSON.stringify(join(root, 'src/agent/host.ts'))};
    import { Secrets } from ${JSON.stringify(join(root, 'src/agent/secrets/secrets.ts'))};
    async function main() {
      new Host({ open: () => launch(), root: '.', secrets: new Secrets({ TOKEN: 'tr0ub4dor' }) });
      const browser = await launch({ browser: '${engine}' });
      const page = await browser.newPage();
      await page.goto('data:text/html,${markup}');
      await page.getByRole('button').click();
      await page.getByLabel('Secret').fill('hunter2');
      await page.getByLabel('Secret').type('hunter2');
      await page.getByRole('link').click({ timeout: 50 }).catch(() => undefined);
      await page.locator('[title="tr0ub4dor"]').click({ timeout: 50 }).catch(() => undefined);
      await browser.close();
    }
    void main();`,
  );
  const { stderr } = await run(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    env: { ...process.env, SIGHTLINE_DEBUG: 'actions' },
  });
  rmSync(folder, { recursive: true });
  const lines = stderr.split('\n').filter((line) => line.startsWith('sightline:actions'));
  expect(lines).toEqual([
    expect.stringMatching(
      / click getByRole\('button'\) frame=\S+ node=\S+ commands=\d+ [\d.]+ ms \(ready [\d.]+, input [\d.]+, settle [\d.]+\) ok: \S+\.\S+/,
    ),
    expect.stringMatching(/ fill getByLabel\('Secret'\) .* ok: \S+/),
    expect.stringMatching(/ type getByLabel\('Secret'\) .* ok: \S+/),
    expect.stringMatching(/ click getByRole\('link'\) .* no-match: \S+/),
    expect.stringMatching(/ click locator\('\[title="<secret>TOKEN<\/secret>"\]'\) .* no-match: \S+/),
  ]);
  expect(stderr).not.toMatch(/hunter2|tr0ub4dor/);
});
