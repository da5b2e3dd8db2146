import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect } from 'vitest';
import type { DriverPage } from '../../src/driver/driver.js';
import { type Fixture, failure, frameAt, PageLog } from './fixture.js';

/** Browsers look at the first bytes of a document before they commit it. */
const PADDING = `<!-- ${'x'.repeat(4096)} -->`;

export function navigationCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  const address = (page: DriverPage) => page.frames()[0]?.url;
  const documentOf = (page: DriverPage) => page.frames()[0]?.document;

  check('navigate resolves at commit, load states follow in order', async () => {
    let finish: (() => void) | undefined;
    fixture.server.serve({
      '/slow': (_, response) => {
        response.setHeader('content-type', 'text/html');
        response.write(`<!doctype html><p>first</p>${PADDING}`);
        finish = () => response.end('<p>last</p>');
      },
    });
    const page = await fixture.page();
    const log = new PageLog(page);
    const { document, moved } = await page.navigate({ url: `${fixture.server.origin}/slow` });
    expect(moved).toBe(true);
    expect(page.frames()[0]).toMatchObject({
      document,
      loadState: 'loading',
      url: `${fixture.server.origin}/slow`,
    });
    finish?.();
    await log.loaded();
    const states = log.of('load-state').filter((event) => event.document === document);
    expect(states.map(({ state }) => state)).toEqual(['interactive', 'complete']);
  });

  check('a server that asks for a password does not block a navigation; one in the URL is used', async () => {
    fixture.server.serve({
      '/login': (request, response) => {
        const known = request.headers.authorization === `Basic ${Buffer.from('bob:pw').toString('base64')}`;
        response.writeHead(known ? 200 : 401, {
          'content-type': 'text/html',
          ...(!known && { 'www-authenticate': 'Basic realm="door"' }),
        });
        response.end(known ? '<p>welcome' : '<p>who is there?');
      },
    });
    const page = await fixture.page();
    const url = `${fixture.server.origin}/login`;
    const text = () => page.evaluate(page.mainFrame, '() => document.body.innerText', []);
    // Chromium shows its own page, Firefox that of the server.
    if (fixture.driver.protocol === 'cdp')
      expect((await failure(page.navigate({ url }))).message).toContain('AUTH_CREDENTIALS');
    else {
      await page.navigate({ url });
      expect(await text()).toBe('who is there?');
      expect(await page.evaluate(page.mainFrame, 'async () => (await fetch("/login")).status', [])).toBe(401);
    }
    await page.navigate({ url: url.replace('://', '://bob:pw@') });
    expect(await text()).toBe('welcome');
  });

  check('a call right after the commit reaches the new document', async () => {
    const page = await fixture.page();
    for (const path of ['/', '/two', '/', '/two']) {
      await page.navigate({ url: fixture.server.origin + path });
      expect(await page.call(page.mainFrame, '() => location.pathname', '')).toBe(path);
    }
  });

  check('a new document has a new id, a fragment keeps it', async () => {
    const page = await fixture.page();
    const first = await page.navigate({ url: `${fixture.server.origin}/` });
    const log = new PageLog(page);
    await log.loaded();
    const fragment = await page.navigate({ url: `${fixture.server.origin}/#part` });
    expect(fragment).toEqual({ document: first.document, moved: true });
    const event = await log.first('frame-navigated', ({ sameDocument }) => sameDocument);
    expect(event.frame.url).toBe(`${fixture.server.origin}/#part`);
    expect(address(page)).toBe(`${fixture.server.origin}/#part`);
    const second = await page.navigate({ url: `${fixture.server.origin}/two` });
    expect(second.document).not.toBe(first.document);
    expect(documentOf(page)).toBe(second.document);
  });

  check('an unreachable URL fails, and the page can navigate elsewhere', async () => {
    const page = await fixture.page();
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const error = await failure(page.navigate({ url }));
    expect(error.code).toBe('navigation-failed');
    expect(error.message).toContain(url);
    await fixture.open(page, `${fixture.server.origin}/two`);
    expect(await page.call(page.mainFrame, '() => document.title', '')).toBe('two');
  });

  check('an invalid URL fails, also on a page that it could be relative to', async () => {
    const page = await fixture.page();
    await fixture.open(page, `${fixture.server.origin}/`);
    for (const url of ['no address at all', '/two'])
      expect((await failure(page.navigate({ url }))).code).toBe('navigation-failed');
    expect(address(page)).toBe(`${fixture.server.origin}/`);
  });

  check('an error status is a document like any other', async () => {
    const page = await fixture.page();
    await fixture.open(page, `${fixture.server.origin}/missing`);
    expect(await page.call(page.mainFrame, '() => document.body.innerText', '')).toContain('no route');
  });

  check('204 keeps the document', async () => {
    fixture.server.serve({ '/empty': (_, response) => answer(response, 204) });
    const page = await fixture.page();
    const { document } = await page.navigate({ url: `${fixture.server.origin}/` });
    await new PageLog(page).loaded();
    expect(await page.navigate({ url: `${fixture.server.origin}/empty` })).toEqual({ document, moved: true });
    expect(address(page)).toBe(`${fixture.server.origin}/`);
  });

  check('a download keeps the document', async () => {
    fixture.server.serve({
      '/file': (_, response) => {
        response.setHeader('content-disposition', 'attachment; filename="a.txt"');
        response.end('text');
      },
    });
    const page = await fixture.newPage(await fixture.newContext());
    const { document } = await page.navigate({ url: `${fixture.server.origin}/` });
    await new PageLog(page).loaded();
    expect(await page.navigate({ url: `${fixture.server.origin}/file` })).toEqual({ document, moved: true });
  });

  check('redirects end at the last URL', async () => {
    fixture.server.serve({
      '/hop': (_, response) => answer(response, 302, { location: '/hop2' }),
      '/hop2': (_, response) => answer(response, 301, { location: '/two' }),
    });
    const page = await fixture.page();
    await page.navigate({ url: `${fixture.server.origin}/hop` });
    expect(address(page)).toBe(`${fixture.server.origin}/two`);
  });

  check('a referrer is sent, or refused', async () => {
    let seen: string | undefined;
    fixture.server.serve({
      '/asks': (request, response) => {
        seen = request.headers.referer;
        answer(response, 200);
      },
    });
    const page = await fixture.page();
    const referrer = `${fixture.server.origin}/from`;
    const navigation = page.navigate({ url: `${fixture.server.origin}/asks`, referrer });
    if (fixture.harness.sendsReferrer) {
      await navigation;
      expect(seen).toBe(referrer);
    } else expect((await failure(navigation)).code).toBe('unsupported');
  });

  check('back and forward in the history, and no entry at its ends', async () => {
    const page = await fixture.newPage();
    await fixture.open(page, `${fixture.server.origin}/`);
    await fixture.open(page, `${fixture.server.otherOrigin}/two`);
    expect(await page.navigate({ history: 1 })).toEqual({ document: documentOf(page), moved: false });
    const back = await page.navigate({ history: -1 });
    expect(back).toEqual({ document: documentOf(page), moved: true });
    expect(address(page)).toBe(`${fixture.server.origin}/`);
    // The step resolves at the commit: the title may not have been parsed yet, but the URL is there.
    expect(await page.call(page.mainFrame, '() => document.URL', '')).toBe(`${fixture.server.origin}/`);
    const forward = await page.navigate({ history: 1 });
    expect(forward).toEqual({ document: documentOf(page), moved: true });
    expect(address(page)).toBe(`${fixture.server.otherOrigin}/two`);
    expect((await page.navigate({ history: -20 })).moved).toBe(false);
  });

  check('a history step within the document keeps it', async () => {
    const page = await fixture.page();
    await fixture.open(page, `${fixture.server.origin}/`);
    const document = documentOf(page);
    await page.evaluate(page.mainFrame, '() => history.pushState({}, "", "/pushed")', []);
    expect(await page.navigate({ history: -1 })).toEqual({ document, moved: true });
    expect(address(page)).toBe(`${fixture.server.origin}/`);
  });

  check('a restored document has its frames, and the bundle once', async () => {
    const frames = `<iframe src="/two"></iframe><iframe src="${fixture.server.otherOrigin}/two"></iframe>`;
    const page = await fixture.show(frames, '/with-frames');
    const urls = page.frames().map(({ url }) => url);
    for (const { id } of page.frames()) await page.call(id, '() => ""', '');
    await fixture.open(page, `${fixture.server.origin}/`);
    const log = new PageLog(page);
    await page.navigate({ history: -1 });
    await log.until(
      'its frames',
      () => page.frames().filter(({ loadState }) => loadState === 'complete').length === 3 || undefined,
    );
    expect(new Set(page.frames().map(({ url }) => url))).toEqual(new Set(urls));
    for (const { id, url } of page.frames())
      expect(await page.call(id, '() => location.href + " " + globalThis.sightlineBundleRuns', '')).toBe(
        `${url} 1`,
      );
  });

  check('reload creates a new document at the same URL', async () => {
    const page = await fixture.page();
    await fixture.open(page, `${fixture.server.origin}/#here`);
    const before = documentOf(page);
    const { document, moved } = await page.navigate({ reload: true });
    expect(moved).toBe(true);
    expect(document).not.toBe(before);
    expect(page.frames()[0]).toMatchObject({ document, url: `${fixture.server.origin}/#here` });
  });

  check('a page that navigates by itself is reported', async () => {
    const page = await fixture.page();
    await fixture.open(page, `${fixture.server.origin}/`);
    const log = new PageLog(page);
    await page.evaluate(page.mainFrame, '() => { location.href = "/two"; }', []);
    const { frame, sameDocument } = await log.first('frame-navigated');
    expect(frame).toMatchObject({ id: page.mainFrame, url: `${fixture.server.origin}/two` });
    expect(sameDocument).toBe(false);
    expect(frameAt(page, frame.url).document).toBe(frame.document);
  });

  check('a page that is still loading can be left', async () => {
    fixture.server.serve({
      '/unfinished': '<p>x<iframe src="/two"></iframe><img src="/endless">',
      '/endless': () => undefined,
    });
    const page = await fixture.page();
    for (const path of ['/unfinished', '/two', '/unfinished', '/unfinished', '/']) {
      const url = `${fixture.server.origin}${path}`;
      const { document } = await page.navigate({ url });
      expect(frameAt(page, url).document).toBe(document);
      expect(await page.call(page.mainFrame, '() => location.href', '')).toBe(url);
    }
    await new PageLog(page).loaded();
  });

  check('a navigation does not end with the failure of one that the page had begun', async () => {
    const page = await fixture.page();
    fixture.server.serve({
      '/refresh': '<meta http-equiv="refresh" content="0;url=/broken">',
      '/broken': (_, response) => void response.destroy(),
    });
    for (let turn = 0; turn < 8; turn++) {
      const log = new PageLog(page);
      await page.navigate({ url: `${fixture.server.origin}/refresh` });
      await log.first('request-ended', ({ error }) => error !== undefined);
      log.stop();
      await page.navigate({ url: `${fixture.server.origin}/two` });
      await expect.poll(() => address(page)).toBe(`${fixture.server.origin}/two`);
    }
  });

  check('a navigation ends also if the page goes on at once', async () => {
    const page = await fixture.page();
    // Refused without a request.
    fixture.server.serve({ '/refresh': '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:1/">' });
    for (let turn = 0; turn < 8; turn++) await page.navigate({ url: `${fixture.server.origin}/refresh` });
  });

  check('a navigation to a silent server ends at the deadline or with the signal', async () => {
    fixture.server.serve({ '/never': () => undefined });
    const page = await fixture.page();
    const url = `${fixture.server.origin}/never`;
    expect((await failure(page.navigate({ url }, { timeout: 300 }))).code).toBe('timeout');
    const controller = new AbortController();
    const navigation = failure(page.navigate({ url }, { signal: controller.signal }));
    controller.abort();
    expect((await navigation).code).toBe('aborted');
    await fixture.open(page, `${fixture.server.origin}/two`);
  });
}

function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers);
  response.end();
}

/** A port that was free a moment ago, so nobody listens there. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
