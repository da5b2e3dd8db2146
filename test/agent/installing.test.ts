import { expect, it } from 'vitest';
import { Host } from '../../src/agent/host.js';
import { launch } from '../../src/index.js';

it('answers that a browser is being installed, and has it when asked again', async () => {
  let fetched: () => void = () => undefined;
  const fetching = new Promise<void>((resolve) => {
    fetched = resolve;
  });
  let opened = 0;
  const host = new Host({
    root: process.cwd(),
    installPatience: 20,
    async open(onProgress) {
      opened++;
      onProgress('Chromium: 12 of 150 MB');
      await fetching;
      return launch();
    },
  });
  const installing = {
    code: 'browser-installing',
    message: expect.stringContaining('12 of 150 MB'),
    hint: 'Call again in a moment.',
  };
  await expect(host.browser()).rejects.toMatchObject(installing);
  await expect(host.browser()).rejects.toMatchObject(installing);
  fetched();
  await expect
    .poll(
      () =>
        host.browser().then(
          ({ version }) => version,
          () => 'not yet',
        ),
      { timeout: 30_000 },
    )
    .toMatch(/^Chrome/);
  expect(opened).toBe(1);
  await host.end();
});
