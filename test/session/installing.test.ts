import { expect, it } from 'vitest';
import { launch } from '../../src/index.js';
import { Session } from '../../src/session/session.js';

it('answers that a browser is being installed, and has it when asked again', async () => {
  let fetched: () => void = () => undefined;
  const fetching = new Promise<void>((resolve) => {
    fetched = resolve;
  });
  let opened = 0;
  const session = new Session({
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
  await expect(session.browser()).rejects.toMatchObject(installing);
  await expect(session.browser()).rejects.toMatchObject(installing);
  fetched();
  await expect
    .poll(
      () =>
        session.browser().then(
          ({ version }) => version,
          () => 'not yet',
        ),
      { timeout: 30_000 },
    )
    .toMatch(/^Chrome/);
  expect(opened).toBe(1);
  await session.end();
});
