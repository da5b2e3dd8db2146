import { expect } from 'vitest';
import { type Fixture, failure, nextPage, PageLog } from './fixture.js';

const WRITE = '() => { document.cookie = "who=me"; localStorage.setItem("who", "me"); }';
const READ = '() => document.cookie + "|" + localStorage.getItem("who")';

export function contextCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);

  check('reports the browser and its version', async () => {
    expect(fixture.driver.version).toMatch(/^(Chrome|Firefox) \d+\./);
    expect(fixture.driver.defaultContext).toBeTypeOf('string');
  });

  check('a new page is an empty document that can be called into', async () => {
    const page = await fixture.newPage();
    const frames = page.frames();
    expect(frames.map(({ id, parent, url }) => ({ id, parent, url }))).toEqual([
      { id: page.mainFrame, parent: null, url: 'about:blank' },
    ]);
    expect(await page.call(page.mainFrame, '(arg) => arg + document.URL', 'at ')).toBe('at about:blank');
  });

  check('a new page is announced once, before newPage resolves', async () => {
    const announced: string[] = [];
    const stop = fixture.driver.subscribe((event) => {
      if (event.type === 'page') announced.push(event.page.id);
    });
    const page = await fixture.newPage();
    expect(announced).toEqual([page.id]);
    await fixture.open(page, `${fixture.server.origin}/`);
    expect(announced).toEqual([page.id]);
    stop();
  });

  check('contexts share no cookies and no storage; pages of one context do', async () => {
    const [first, second] = [await fixture.newContext(), await fixture.newContext()];
    const [writer, neighbour, stranger] = await Promise.all([
      fixture.newPage(first),
      fixture.newPage(first),
      fixture.newPage(second),
    ]);
    for (const page of [writer, neighbour, stranger]) await fixture.open(page, `${fixture.server.origin}/`);
    await writer.evaluate(writer.mainFrame, WRITE, []);
    expect(await neighbour.evaluate(neighbour.mainFrame, READ, [])).toBe('who=me|me');
    expect(await stranger.evaluate(stranger.mainFrame, READ, [])).toBe('|null');
    expect([writer.context, neighbour.context, stranger.context]).toEqual([first, first, second]);
  });

  check('closing a context closes its pages and nothing else', async () => {
    const context = await fixture.driver.newContext();
    const [inside, outside] = [await fixture.driver.newPage(context), await fixture.newPage()];
    const log = new PageLog(inside);
    await fixture.driver.closeContext(context);
    await log.first('closed');
    expect((await failure(inside.call(inside.mainFrame, '() => ""', ''))).code).toBe('page-closed');
    expect((await failure(fixture.driver.newPage(context))).code).toBe('context-closed');
    expect((await failure(fixture.driver.closeContext(context))).code).toBe('context-closed');
    expect(await outside.call(outside.mainFrame, '() => "alive"', '')).toBe('alive');
  });

  check('the default context cannot be closed', async () => {
    expect((await failure(fixture.driver.closeContext(fixture.driver.defaultContext))).code).toBe(
      'bad-argument',
    );
  });

  check('a popup is announced with its opener and context, and none of its events is lost', async () => {
    fixture.server.serve({ '/popup': '<script>console.log("early")</script><p>popup' });
    const context = await fixture.newContext();
    const opener = await fixture.newPage(context);
    await fixture.open(opener, `${fixture.server.origin}/`);
    const logs: PageLog[] = [];
    const stop = fixture.driver.subscribe((event) => {
      if (event.type === 'page') logs.push(new PageLog(event.page));
    });
    const popup = await nextPage(fixture.driver, () =>
      opener.evaluate(opener.mainFrame, '() => { window.open("/popup"); }', []),
    );
    expect(popup.opener).toBe(opener.id);
    expect(popup.context).toBe(context);
    expect((await logs[0]?.first('console'))?.message.text).toBe('early');
    await logs[0]?.until('the popup’s address', () =>
      popup.frames().find(({ url }) => url === `${fixture.server.origin}/popup`),
    );
    expect(await popup.call(popup.mainFrame, '() => document.body.innerText', '')).toBe('popup');
    stop();
  });

  check('a page opened by no other has no opener', async () => {
    expect((await fixture.newPage()).opener).toBeUndefined();
  });

  check('a link to a new window opens a page too', async () => {
    const opener = await fixture.show('<a href="/two" target="_blank">two</a>');
    const popup = await nextPage(fixture.driver, () =>
      opener.evaluate(opener.mainFrame, '() => document.querySelector("a").click()', []),
    );
    const log = new PageLog(popup);
    await log.until('the popup’s address', () =>
      popup.frames().find(({ url }) => url === `${fixture.server.origin}/two`),
    );
    await popup.close();
  });
}
