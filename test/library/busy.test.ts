/** A script that never ends: what is said about its page, and that navigating frees it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../../src/index.js';
import { BusyFrames } from '../../src/page/busy-frames.js';
import { describeOwnBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': '<title>Home</title><button>Go</button>',
    '/next': '<title>Next</title><h1>Next</h1>',
  });
});
afterAll(() => server.close());

const ONCE = '() => { setTimeout(() => { for (;;) {} }); }';
const AGAIN = '() => { setInterval(() => { for (;;) {} }, 1); }';
/** Returns when the script runs: a page that is left before that is not busy yet. */
async function makeBusy(page: Page, script: string): Promise<void> {
  await page.evaluate(script);
  const isBusy = async () => {
    const answer = page.evaluate('() => 1', [], { timeout: 500 });
    return answer.then(
      () => false,
      () => true,
    );
  };
  while (!(await isBusy()));
}

/** Firefox terminates a script by itself, here after 2 s instead of 20. */
const SOON = { firefoxUserPrefs: { 'dom.max_script_run_time': 2 } };

describeOwnBrowsers(
  'a busy page',
  (browser, engine) => {
    it.each([
      ['a script that runs', ONCE],
      ['scripts that run again and again', AGAIN],
    ])('is freed by a reload and by a navigation, from %s', async (_, script) => {
      const page = await browser().newPage();
      const { handle } = page;
      await page.goto(`${server.origin}/`);
      await makeBusy(page, script);
      await page.reload();
      expect(await page.title()).toBe('Home');
      await makeBusy(page, script);
      await page.goto(`${server.origin}/next`);
      expect((await page.ariaSnapshot()).text).toContain('heading "Next"');
      expect([page.handle, page.closed]).toEqual([handle, undefined]);
      const said = page.busy.takeFreed().join();
      if (engine === 'firefox') expect(said).toBe('');
      else if (script === ONCE) expect(said).toBe('A script kept the page busy. It was terminated.');
      else expect(said).toContain('The page was given a new process.');
      await page.close();
    });

    it('can be closed', async () => {
      const page = await browser().newPage();
      await page.goto(`${server.origin}/`);
      await page.evaluate(AGAIN);
      await page.close();
      expect(page.closed).toBe('it was closed');
    });

    it('a promise that never settles is told from a page that does not answer', async () => {
      const page = await browser().newPage();
      const never = page.evaluate('() => new Promise(() => {})', [], { timeout: 200 });
      await expect(never).rejects.toMatchObject({
        code: 'timeout',
        message: 'The script has not returned in time, and may still be running',
      });
      expect(await page.evaluate('() => 1')).toBe(1);
      await page.close();
    });

    it('a script that does not end is an error, and the page can be used again', async () => {
      const page = await browser().newPage();
      await page.goto(`${server.origin}/`);
      const endless = page.evaluate('() => { for (;;) {} }', [], {
        timeout: engine === 'firefox' ? 30_000 : 1_000,
      });
      const error = await endless.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: engine === 'firefox' ? 'script-error' : 'timeout' });
      await page.reload();
      expect(await page.title()).toBe('Home');
      await page.close();
    });

    it.runIf(engine === 'chromium')(
      'says so at once after a call that waited in vain (Firefox terminates the script before)',
      async () => {
        const page = await browser().newPage();
        await page.goto(`${server.origin}/`);
        await page.evaluate(
          "() => document.querySelector('button').addEventListener('click', () => { for (;;) {} })",
        );
        for (const call of [
          () => page.getByRole('button').click({ timeout: 2_600 }),
          () => page.title(),
          () => page.ariaSnapshot(),
          () => page.getByRole('button').click(),
          () => page.screenshot(),
        ])
          await expect(call()).rejects.toMatchObject({
            code: 'page-busy',
            message: expect.stringMatching(/^Page c\d+p\d+ is busy: it has not answered for \d+ s$/),
          });
        await page.reload();
        await page.getByRole('button').click();
        await page.close();
      },
    );
  },
  SOON,
);

it('a frame that gives a sign of life is not busy, and what the browser may have ended is said once', async () => {
  let answer = (): void => undefined;
  const sign = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  const busy = new BusyFrames(sign, true);
  busy.suspect('a');
  await expect.poll(() => busy.has('a'), { timeout: 5_000 }).toBe(true);
  answer();
  await expect.poll(() => busy.has('a')).toBe(false);
  expect(busy.takeFreed()).toEqual([
    expect.stringMatching(/^A script kept the page busy for \d s\. The browser may have terminated it\.$/),
  ]);
  expect(busy.takeFreed()).toEqual([]);
});
