/** The settings and the state of a context, through the library. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../src/index.js';
import { BROWSERS, describeOwnBrowsers } from '../support/browsers.js';
import { SELF_SIGNED } from '../support/self-signed.js';
import { type FixtureServer, startServer } from '../support/server.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/favicon.ico': '',
    '/': '<meta name=viewport content="width=device-width"><title>Home</title><p>home',
    '/who': (request, response) => response.end(request.headers['user-agent']),
  });
});
afterAll(() => server.close());

describeOwnBrowsers('contexts', (browser, which) => {
  const open = async (
    options: Parameters<ReturnType<typeof browser>['newContext']>[0] = {},
    url = server.origin,
  ) => {
    const context = await browser().newContext(options);
    const page = await context.newPage();
    await page.goto(`${url}/`);
    return { context, page };
  };

  it('a storage state carries cookies and local storage of all origins into another context', async () => {
    const { context, page } = await open();
    await page.evaluate('() => { localStorage.setItem("who", "me"); document.cookie = "id=1"; }');
    await page.goto(`${server.otherOrigin}/`);
    await page.evaluate('() => localStorage.setItem("lang", "de")');
    await page.goto('about:blank');
    const state = await context.storageState();
    expect(state.cookies).toMatchObject([{ name: 'id', value: '1', domain: '127.0.0.1', path: '/' }]);
    expect(new Map(state.origins.map(({ origin, localStorage }) => [origin, localStorage]))).toEqual(
      new Map([
        [server.origin, [{ name: 'who', value: 'me' }]],
        [server.otherOrigin, [{ name: 'lang', value: 'de' }]],
      ]),
    );
    expect(context.pages(), 'nothing of the work is seen').toEqual([page]);

    const other = await open({ storageState: state });
    expect(await other.page.evaluate('() => [localStorage.getItem("who"), document.cookie]')).toEqual([
      'me',
      'id=1',
    ]);
    expect(other.page.index).toBe(0);
    // What the page has stored in the meantime is replaced, also in the open document.
    await other.page.evaluate('() => localStorage.setItem("more", "x")');
    await other.context.setStorageState({ cookies: [], origins: [] });
    expect(await other.page.evaluate('() => [localStorage.length, document.cookie]')).toEqual([0, '']);
    await Promise.all([context.close(), other.context.close()]);
    await expect(context.cookies()).rejects.toMatchObject({ code: 'context-closed' });
  });

  it('routes answer, fail or change requests; the newest is first, and removed ones are gone', async () => {
    const { context, page } = await open();
    const FETCH = `async (url) => { try { const got = await fetch(url); return [got.status, await got.text()]; } catch { return 'failed'; } }`;
    const get = (url: string) => page.evaluate(FETCH, [url]);
    await context.routes.add({ pattern: '**/api/**', fulfill: { status: 201, body: 'mock' } });
    await context.routes.add({ pattern: '**/api/bad', abort: true });
    await context.routes.add({ pattern: '**/who', setHeaders: { 'User-Agent': 'Route/1' } });
    expect(await get('/api/users')).toEqual([201, 'mock']);
    expect(await get('/api/bad')).toBe('failed');
    expect(await get('/who')).toEqual([200, 'Route/1']);
    const COMPLEX = `async (url) => (await fetch(url, { method: 'PUT', headers: { 'x-own': '1' } })).text()`;
    expect(
      await page.evaluate(COMPLEX, [`${server.otherOrigin}/api/x`]),
      'another origin, asked before',
    ).toBe('mock');
    expect(context.routes.list().map(({ pattern }) => pattern)).toEqual([
      '**/api/**',
      '**/api/bad',
      '**/who',
    ]);
    expect(await context.routes.remove('**/api/bad')).toBe(1);
    expect(await get('/api/bad')).toEqual([201, 'mock']);
    expect(await context.routes.remove()).toBe(2);
    expect(await get('/api/users')).toEqual([404, 'no route for /api/users']);
    await context.close();
  });

  it('cookies that match', async () => {
    const { context, page } = await open();
    await context.addCookies(['a', 'b', 'c'].map((name) => ({ name, value: name, domain: '127.0.0.1' })));
    expect(await context.clearCookies(({ name }) => name !== 'b')).toBe(2);
    expect(await page.evaluate('() => document.cookie')).toBe('b=b');
    await context.close();
  });

  it('media features of a page', async () => {
    const { context, page } = await open();
    const dark = () => page.evaluate('() => matchMedia("(prefers-color-scheme: dark)").matches');
    if (which === 'firefox') {
      await expect(page.emulateMedia({ colorScheme: 'dark' })).rejects.toMatchObject({ code: 'unsupported' });
    } else {
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await dark()).toBe(true);
      await page.emulateMedia({ colorScheme: null });
      expect(await dark()).toBe(false);
    }
    await context.close();
  });
});

describe.each(BROWSERS)('launch options (%s)', (which) => {
  it('apply to the first context and later ones', async () => {
    const browser = await launch({
      browser: which,
      device: 'iPhone 15',
      locale: 'de-DE',
      media: { colorScheme: 'dark', reducedMotion: 'reduce', contrast: 'more' },
      initScripts: ['globalThis.early = true'],
      storageState: {
        cookies: [],
        origins: [{ origin: server.origin, localStorage: [{ name: 'who', value: 'me' }] }],
      },
    });
    try {
      const pages = [await browser.newPage(), await (await browser.newContext()).newPage()];
      for (const page of pages) {
        await page.goto(`${server.origin}/`);
        const seen = await page.evaluate(`() => [navigator.userAgent.includes('iPhone'), navigator.language,
          devicePixelRatio, globalThis.early, localStorage.getItem('who'),
          ...['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(prefers-contrast: more)']
            .map((query) => matchMedia(query).matches)]`);
        expect(seen).toEqual([true, 'de-DE', 3, true, 'me', true, true, true]);
        expect(await page.evaluate('() => innerWidth')).toBe(393);
      }
    } finally {
      await browser.close();
    }
  });

  it('self-signed certificates are accepted if allowed, and refused otherwise', async () => {
    const secure = createServer(SELF_SIGNED, (_, response) => response.end('<title>Secure</title>'));
    await new Promise<void>((resolve) => secure.listen(0, resolve));
    const { port } = secure.address() as AddressInfo;
    const browser = await launch({ browser: which });
    try {
      const strict = await browser.newPage();
      await expect(strict.goto(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
        code: 'navigation-failed',
      });
      const lax = await (await browser.newContext({ ignoreHttpsErrors: true })).newPage();
      await lax.goto(`https://127.0.0.1:${port}/`);
      expect(await lax.title()).toBe('Secure');
    } finally {
      await browser.close();
      secure.close();
    }
  });

  it('an unknown device is refused', async () => {
    await expect(launch({ browser: which, device: 'Toaster' })).rejects.toMatchObject({
      code: 'bad-argument',
    });
  });
});
