import { expect } from 'vitest';
import type { DriverEvent, DriverPage } from '../../src/driver/driver.js';
import { type Fixture, failure, nextPage, PageLog } from './fixture.js';

const FOREVER = '() => new Promise((done) => { globalThis.done = done; })';

export function endingCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);

  check('closing a page rejects its pending calls', async () => {
    const page = await fixture.show(`<iframe src="${fixture.server.otherOrigin}/two"></iframe>`);
    const log = new PageLog(page);
    const pending = page.frames().map(({ id }) => failure(page.call(id, FOREVER, '', { timeout: 0 })));
    await page.call(page.mainFrame, '() => ""', '');
    await page.close();
    for (const error of await Promise.all(pending)) expect(error.code).toBe('page-closed');
    expect(log.of('closed')).toHaveLength(1);
    expect((await failure(page.call(page.mainFrame, '() => ""', ''))).code).toBe('page-closed');
    expect((await failure(page.navigate({ url: `${fixture.server.origin}/` }))).code).toBe('page-closed');
    await page.close();
    await page.release([{ frame: page.mainFrame, id: 'gone' }]);
  });

  check('a page that closes itself is reported', async () => {
    const opener = await fixture.show('<p>x');
    const popup = await nextPage(fixture.driver, () =>
      opener.evaluate(opener.mainFrame, '() => { window.popup = open("/two"); }', []),
    );
    const log = new PageLog(popup);
    await log.until('its load', () =>
      popup.frames().find(({ url, loadState }) => url.endsWith('/two') && loadState === 'complete'),
    );
    await opener.evaluate(opener.mainFrame, '() => popup.close()', []);
    await log.first('closed');
  });

  check('pages and contexts close in any order', async () => {
    const contexts = [await fixture.driver.newContext(), await fixture.driver.newContext()];
    const pages = await Promise.all(
      [...contexts, ...contexts].map((context) => fixture.driver.newPage(context)),
    );
    const logs = pages.map((page) => new PageLog(page));
    await Promise.all([fixture.driver.closeContext(contexts[1] ?? ''), pages[0]?.close(), pages[2]?.close()]);
    await fixture.driver.closeContext(contexts[0] ?? '');
    for (const log of logs) {
      await log.first('closed');
      expect(log.of('closed')).toHaveLength(1);
    }
  });

  check(
    'a crash is reported and rejects pending calls; navigating brings the page back',
    async () => {
      const page = await fixture.show('<p>x');
      const log = new PageLog(page);
      const pending = failure(page.call(page.mainFrame, FOREVER, '', { timeout: 0 }));
      const crash = fixture
        .crash(page)
        // The browser may abort the navigation to the crash URL before the page crashes.
        .catch(({ code }) => expect(['page-crashed', 'navigation-failed']).toContain(code));
      await log.first('crashed');
      expect((await pending).code).toBe('page-crashed');
      await crash;
      expect((await failure(page.call(page.mainFrame, '() => ""', ''))).code).toBe('page-crashed');
      await fixture.open(page, `${fixture.server.origin}/two`);
      expect(await page.call(page.mainFrame, '() => document.title', '')).toBe('two');
    },
    fixture.harness.crashUrl === undefined && process.platform !== 'linux'
      ? 'no address that crashes a page, and its process can be found on Linux only'
      : undefined,
  );

  check('closing the browser ends everything, and may be repeated', async () => {
    const { driver, dispose } = await fixture.harness.launch();
    const events: DriverEvent[] = [];
    driver.subscribe((event) => events.push(event));
    const page = await driver.newPage(driver.defaultContext);
    await Promise.all([driver.close(), driver.close()]);
    await driver.close();
    expect(events.filter(({ type }) => type === 'disconnected')).toHaveLength(1);
    expect((await failure(driver.newPage(driver.defaultContext))).code).toBe('browser-disconnected');
    // The browser may have closed its pages one by one before it ended.
    const { code } = await failure(page.call(page.mainFrame, '() => ""', ''));
    expect(['browser-disconnected', 'page-closed']).toContain(code);
    await dispose();
  });

  check('existing pages are announced to the first listener, and the last one closes', async () => {
    const { driver, dispose } = await fixture.harness.launch();
    const pages: DriverPage[] = [];
    driver.subscribe((event) => event.type === 'page' && pages.push(event.page));
    expect(pages).toHaveLength(1);
    const [page] = pages;
    if (!page) throw new Error('no page');
    expect(page.context).toBe(driver.defaultContext);
    expect(await page.call(page.mainFrame, '() => document.URL', '')).toBe('about:blank');
    // Firefox does not report that its last page has closed.
    const pending = failure(page.call(page.mainFrame, FOREVER, '', { timeout: 0 }));
    await page.close();
    expect((await pending).code).toBe('page-closed');
    await driver.close();
    await dispose();
  });

  check('after kill -9 of the browser during a call, a new launch works', async () => {
    const { driver, kill, dispose } = await fixture.harness.launch();
    const disconnected = new Promise<DriverEvent>((resolve) => {
      driver.subscribe((event) => event.type === 'disconnected' && resolve(event));
    });
    const page = await driver.newPage(driver.defaultContext);
    await page.navigate({ url: `${fixture.server.origin}/` });
    await page.call(page.mainFrame, '() => ""', '');
    const pending = [
      failure(page.call(page.mainFrame, FOREVER, '', { timeout: 0 })),
      failure(page.evaluate(page.mainFrame, FOREVER, [], { timeout: 0 })),
      failure(page.navigate({ url: `${fixture.server.origin}/silent` }, { timeout: 0 })),
    ];
    fixture.server.serve({ '/silent': () => kill() });
    for (const error of await Promise.all(pending)) expect(error.code).toBe('browser-disconnected');
    expect((await disconnected).type).toBe('disconnected');
    expect((await failure(page.call(page.mainFrame, '() => ""', ''))).code).toBe('browser-disconnected');
    await dispose();
    const next = await fixture.harness.launch();
    const fresh = await next.driver.newPage(next.driver.defaultContext);
    expect(await fresh.call(fresh.mainFrame, '() => "again"', '')).toBe('again');
    await next.driver.close();
    await next.dispose();
  });
}
