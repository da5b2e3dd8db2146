import { expect } from 'vitest';
import { type Bench, failure, nextPage, PageLog } from './bench.js';

const WRITE = '() => { document.cookie = "who=me"; localStorage.setItem("who", "me"); }';
const READ = '() => document.cookie + "|" + localStorage.getItem("who")';

export function contextCases(bench: Bench): void {
  const check = bench.check.bind(bench);

  check('reports the browser and its version', async () => {
    expect(bench.driver.version).toMatch(/^(Chrome|Firefox) \d+\./);
    expect(bench.driver.defaultContext).toBeTypeOf('string');
  });

  check('a new page is an empty document that can be called into', async () => {
    const page = await bench.newPage();
    const frames = page.frames();
    expect(frames.map(({ id, parent, url }) => ({ id, parent, url }))).toEqual([
      { id: page.mainFrame, parent: null, url: 'about:blank' },
    ]);
    expect(await page.call(page.mainFrame, '(arg) => arg + document.URL', 'at ')).toBe('at about:blank');
  });

  check('a new page is announced once, before newPage resolves', async () => {
    const announced: string[] = [];
    const stop = bench.driver.subscribe((event) => {
      if (event.type === 'page') announced.push(event.page.id);
    });
    const page = await bench.newPage();
    expect(announced).toEqual([page.id]);
    await bench.open(page, `${bench.server.origin}/`);
    expect(announced).toEqual([page.id]);
    stop();
  });

  check('contexts share no cookies and no storage; pages of one context do', async () => {
    const [first, second] = [await bench.newContext(), await bench.newContext()];
    const [writer, neighbour, stranger] = await Promise.all([
      bench.newPage(first),
      bench.newPage(first),
      bench.newPage(second),
    ]);
    for (const page of [writer, neighbour, stranger]) await bench.open(page, `${bench.server.origin}/`);
    await writer.evaluate(writer.mainFrame, WRITE, []);
    expect(await neighbour.evaluate(neighbour.mainFrame, READ, [])).toBe('who=me|me');
    expect(await stranger.evaluate(stranger.mainFrame, READ, [])).toBe('|null');
    expect([writer.context, neighbour.context, stranger.context]).toEqual([first, first, second]);
  });

  check('closing a context closes its pages and nothing else', async () => {
    const context = await bench.driver.newContext();
    const [inside, outside] = [await bench.driver.newPage(context), await bench.newPage()];
    const log = new PageLog(inside);
    await bench.driver.closeContext(context);
    await log.first('closed');
    expect((await failure(inside.call(inside.mainFrame, '() => ""', ''))).code).toBe('page-closed');
    expect((await failure(bench.driver.newPage(context))).code).toBe('context-closed');
    expect((await failure(bench.driver.closeContext(context))).code).toBe('context-closed');
    expect(await outside.call(outside.mainFrame, '() => "alive"', '')).toBe('alive');
  });

  check('the default context cannot be closed', async () => {
    expect((await failure(bench.driver.closeContext(bench.driver.defaultContext))).code).toBe('bad-argument');
  });

  check('a popup is announced with its opener and context, and none of its events is lost', async () => {
    bench.server.serve({ '/popup': '<script>console.log("early")</script><p>popup' });
    const context = await bench.newContext();
    const opener = await bench.newPage(context);
    await bench.open(opener, `${bench.server.origin}/`);
    const logs: PageLog[] = [];
    const stop = bench.driver.subscribe((event) => {
      if (event.type === 'page') logs.push(new PageLog(event.page));
    });
    const popup = await nextPage(bench.driver, () =>
      opener.evaluate(opener.mainFrame, '() => { window.open("/popup"); }', []),
    );
    expect(popup.opener).toBe(opener.id);
    expect(popup.context).toBe(context);
    expect((await logs[0]?.first('console'))?.message.text).toBe('early');
    await logs[0]?.until('the popup’s address', () =>
      popup.frames().find(({ url }) => url === `${bench.server.origin}/popup`),
    );
    expect(await popup.call(popup.mainFrame, '() => document.body.innerText', '')).toBe('popup');
    stop();
  });

  check('a page opened by no other has no opener', async () => {
    expect((await bench.newPage()).opener).toBeUndefined();
  });

  check('a link to a new window opens a page too', async () => {
    const opener = await bench.show('<a href="/two" target="_blank">two</a>');
    const popup = await nextPage(bench.driver, () =>
      opener.evaluate(opener.mainFrame, '() => document.querySelector("a").click()', []),
    );
    const log = new PageLog(popup);
    await log.until('the popup’s address', () =>
      popup.frames().find(({ url }) => url === `${bench.server.origin}/two`),
    );
    await popup.close();
  });
}
