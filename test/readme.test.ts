/** Runs the README's example as printed, in both browsers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { BROWSERS } from './support/browsers.js';

const README = join(import.meta.dirname, '../README.md');

it.each(BROWSERS)('the example does what its comments say (%s)', async (browser) => {
  const text = await readFile(README, 'utf8');
  const [, example = ''] =
    /<!-- executed by test\/readme\.test\.ts -->\n```ts\n([\s\S]*?)\n```/.exec(text) ?? [];
  const body = example
    .replace("import { launch } from 'sightline';", '')
    .replace("launch({ browser: 'chromium' })", `launch({ browser: '${browser}' })`);
  expect(body).not.toContain('import');
  // As in a new process: contexts are numbered from 0.
  vi.resetModules();
  const { launch } = await import('../src/index.js');
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => said.push(String(line)));
  try {
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
    await new AsyncFunction('launch', body)(launch);
  } finally {
    log.mockRestore();
  }
  const [view = '', value] = said;
  const comment = [...example.matchAll(/^\/\/ (\s*- .*)$/gm)].map(([, line]) => line).join('\n');
  expect(comment).not.toBe('');
  expect(view).toBe(comment);
  expect(value).toBe('Ada');
});
