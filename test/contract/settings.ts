/** The settings of a context: emulation, cookies, permissions, scripts. */
import { expect } from 'vitest';
import type { ContextOptions, MediaSettings } from '../../src/driver/context-settings.js';
import type { DriverPage } from '../../src/driver/driver.js';
import { type Fixture, failure, frameNamed, PageLog } from './fixture.js';

export function settingCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);

  const open = async (options: ContextOptions, path = '/') => {
    const page = await fixture.newPage(await fixture.newContext(options));
    await fixture.open(page, `${fixture.server.origin}${path}`);
    return page;
  };
  const read = (page: DriverPage, what: string, frame = page.mainFrame) =>
    page.evaluate(frame, `() => ${what}`, []);
  /** A page with a cross-site frame, so that Chromium uses a process for each. */
  const withFrame = async (options: ContextOptions) => {
    fixture.server.serve({
      '/framed': `<iframe name=inner src="${fixture.server.otherOrigin}/two"></iframe>`,
    });
    const page = await open(options, '/framed');
    return { page, inner: frameNamed(page, 'inner').id };
  };
  const echoHeaders = () => {
    fixture.server.serve({
      '/headers': (request, response) => {
        response.setHeader('access-control-allow-origin', '*');
        response.end(JSON.stringify(request.headers));
      },
    });
  };
  const FETCH_HEADERS = `async () => (await fetch('/headers')).json()`;

  check('user agent and extra headers, in cross-site frames too, and from the first request on', async () => {
    echoHeaders();
    const { page, inner } = await withFrame({ userAgent: 'Agent/7', extraHeaders: { 'x-extra': 'yes' } });
    for (const frame of [page.mainFrame, inner]) {
      expect(await read(page, 'navigator.userAgent', frame)).toBe('Agent/7');
      expect(await page.evaluate(frame, FETCH_HEADERS, [])).toMatchObject({
        'user-agent': 'Agent/7',
        'x-extra': 'yes',
      });
    }
    await fixture.open(page, `${fixture.server.origin}/headers`);
    expect(JSON.parse(String(await read(page, 'document.body.innerText')))).toMatchObject({
      'x-extra': 'yes',
    });
  });

  check('settings change while a page is open, and can be reset', async () => {
    echoHeaders();
    const page = await open({});
    const before = await read(page, 'navigator.userAgent');
    await fixture.driver.configure(page.context, {
      userAgent: 'Agent/8',
      extraHeaders: { 'x-extra': 'later' },
    });
    expect(await page.evaluate(page.mainFrame, FETCH_HEADERS, [])).toMatchObject({
      'user-agent': 'Agent/8',
      'x-extra': 'later',
    });
    await fixture.driver.configure(page.context, { userAgent: undefined, extraHeaders: undefined });
    const after = await page.evaluate(page.mainFrame, FETCH_HEADERS, []);
    expect(after).toMatchObject({ 'user-agent': before });
    expect(after).not.toHaveProperty('x-extra');
  });

  check('locale and time zone', async () => {
    echoHeaders();
    const page = await open({ locale: 'de-DE', timezone: 'Asia/Tokyo' });
    expect(await read(page, 'navigator.language')).toBe('de-DE');
    expect(await read(page, '(1234.5).toLocaleString()')).toBe('1.234,5');
    expect(await read(page, 'Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe('Asia/Tokyo');
    expect(await read(page, 'new Date(0).getHours()')).toBe(9);
    const { 'accept-language': language } = (await page.evaluate(
      page.mainFrame,
      FETCH_HEADERS,
      [],
    )) as Record<string, string>;
    expect(language).toMatch(/^de-DE/);
  });

  check('invalid settings are refused', async () => {
    for (const options of [
      { locale: 'not a language' },
      { timezone: 'Mars/Base' },
      { geolocation: { latitude: 100, longitude: 0 } },
    ])
      expect((await failure(fixture.driver.newContext(options))).code).toBe('bad-argument');
  });

  check('geolocation, for pages with the permission', async () => {
    const page = await open({
      geolocation: { latitude: 52.5, longitude: 13.4 },
      permissions: ['geolocation'],
    });
    const WHERE = `() => new Promise((done) => navigator.geolocation.getCurrentPosition(
      ({ coords }) => done([coords.latitude, coords.longitude]), ({ message }) => done(message)))`;
    expect(
      await read(page, `navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`),
    ).toBe('granted');
    // Secure contexts only: 127.0.0.1 is one.
    expect(await page.evaluate(page.mainFrame, WHERE, [])).toEqual([52.5, 13.4]);
  });

  check('permissions of one origin', async () => {
    const page = await open({});
    const state = () =>
      read(page, `navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`);
    await fixture.driver.setPermission(page.context, fixture.server.origin, 'geolocation', 'granted');
    expect(await state()).toBe('granted');
    await fixture.driver.setPermission(page.context, fixture.server.origin, 'geolocation', 'denied');
    expect(await state()).toBe('denied');
    expect(
      (
        await failure(
          fixture.driver.setPermission(page.context, fixture.server.origin, 'no-such-thing', 'granted'),
        )
      ).code,
    ).toBe('bad-argument');
  });

  check('offline, and on again', async () => {
    const page = await open({});
    const FETCH = `async () => { try { return (await fetch('/two')).status; } catch { return 'failed'; } }`;
    await fixture.driver.configure(page.context, { offline: true });
    expect(await page.evaluate(page.mainFrame, FETCH, [])).toBe('failed');
    expect(await read(page, 'navigator.onLine')).toBe(false);
    expect((await failure(page.navigate({ url: `${fixture.server.origin}/two` }))).code).toBe(
      'navigation-failed',
    );
    await fixture.driver.configure(page.context, { offline: false });
    await fixture.open(page, `${fixture.server.origin}/`);
    expect(await page.evaluate(page.mainFrame, FETCH, [])).toBe(200);
  });

  check('init scripts run before those of every document, also in frames and popups', async () => {
    fixture.server.serve({ '/early': '<script>seen = globalThis.first + globalThis.second</script>' });
    const context = await fixture.newContext({ initScripts: ['globalThis.first = 1; const scoped = 1'] });
    await fixture.driver.addInitScript(context, 'globalThis.second = 2; const scoped = 2');
    const page = await fixture.newPage(context);
    await fixture.open(page, `${fixture.server.origin}/early`);
    expect(await read(page, 'seen')).toBe(3);
    await fixture.driver.addInitScript(context, 'globalThis.second = 20');
    fixture.server.serve({
      '/holder': `<iframe name=inner src="${fixture.server.otherOrigin}/early"></iframe>`,
    });
    await fixture.open(page, `${fixture.server.origin}/holder`);
    expect(await read(page, 'seen', frameNamed(page, 'inner').id)).toBe(21);
  });

  check('service workers can be blocked', async () => {
    fixture.server.serve({
      '/sw.js': (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end('');
      },
    });
    const REGISTER = `async () => { try { await navigator.serviceWorker.register('/sw.js'); return 'registered'; } catch (error) { return error.name; } }`;
    const blocked = await open({ blockServiceWorkers: true });
    expect(await blocked.evaluate(blocked.mainFrame, REGISTER, [])).toBe('SecurityError');
    const free = await open({});
    expect(await free.evaluate(free.mainFrame, REGISTER, [])).toBe('registered');
  });

  const MEDIA: Required<MediaSettings> = {
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    forcedColors: 'active',
    contrast: 'more',
    media: 'print',
  };
  const MATCHES = `() => ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(forced-colors: active)',
    '(prefers-contrast: more)', 'print'].map((query) => matchMedia(query).matches)`;

  check(
    'media features and type of a page and of a context, in cross-site frames too',
    async () => {
      const { page, inner } = await withFrame({ media: { colorScheme: 'dark' } });
      expect(await page.evaluate(inner, MATCHES, [])).toEqual([true, false, false, false, false]);
      await page.emulateMedia(MEDIA);
      for (const frame of [page.mainFrame, inner])
        expect(await page.evaluate(frame, MATCHES, [])).toEqual([true, true, true, true, true]);
      await page.emulateMedia({ media: null, forcedColors: null, contrast: null, reducedMotion: null });
      expect(await page.evaluate(inner, MATCHES, [])).toEqual([true, false, false, false, false]);
    },
    fixture.harness.emulatesMedia ? undefined : 'BiDi of this browser has no command for media features',
  );

  check(
    'media settings that cannot be emulated are refused',
    async () => {
      const page = await open({});
      expect((await failure(page.emulateMedia({ colorScheme: 'dark' }))).code).toBe('unsupported');
      expect((await failure(page.emulateMedia({ media: 'print' }))).code).toBe('unsupported');
    },
    fixture.harness.emulatesMedia ? 'this browser can' : undefined,
  );

  check(
    'touch and mobile layout',
    async () => {
      fixture.server.serve({ '/wide': '<meta name=viewport content="width=device-width"><p>wide' });
      const page = await open({ touch: true, mobile: true }, '/wide');
      await page.setViewport({ width: 400, height: 700 }, 2);
      expect(await read(page, '[navigator.maxTouchPoints > 0, innerWidth, devicePixelRatio]')).toEqual([
        true,
        400,
        2,
      ]);
    },
    fixture.harness.emulatesMedia ? undefined : 'BiDi of this browser has no command for touch',
  );

  check('cookies are set, read and deleted, in their own context', async () => {
    const page = await open({});
    const { context } = page;
    const { driver } = fixture;
    const ends = Math.floor(Date.now() / 1_000) + 3_600;
    await driver.setCookies(context, [
      { name: 'plain', value: 'a b', domain: '127.0.0.1' },
      {
        name: 'full',
        value: 'v',
        domain: '127.0.0.1',
        path: '/two',
        expires: ends,
        httpOnly: true,
        sameSite: 'Strict',
      },
    ]);
    expect(await read(page, 'document.cookie')).toBe('plain=a b');
    const byName = async () =>
      new Map((await driver.cookies(context)).map((cookie) => [cookie.name, cookie]));
    expect((await byName()).get('plain')).toMatchObject({
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
    });
    expect((await byName()).get('full')).toEqual({
      name: 'full',
      value: 'v',
      domain: '127.0.0.1',
      path: '/two',
      expires: ends,
      httpOnly: true,
      secure: false,
      sameSite: 'Strict',
    });
    expect(await driver.cookies(await fixture.newContext())).toEqual([]);
    await driver.deleteCookies(context, [{ name: 'full', domain: '127.0.0.1', path: '/two' }]);
    expect([...(await byName()).keys()]).toEqual(['plain']);
    await driver.deleteCookies(context);
    expect(await read(page, 'document.cookie')).toBe('');
    expect(
      (await failure(driver.setCookies(context, [{ name: 'a;b', value: 'x', domain: '127.0.0.1' }]))).code,
    ).toBe('bad-argument');
    expect((await failure(driver.cookies('no-such-context'))).code).toBe('context-closed');
  });

  check('a page is printed to PDF', async () => {
    const page = await open({});
    const short = Buffer.from(await page.pdf());
    expect(short.subarray(0, 5).toString()).toBe('%PDF-');
  });

  check('bodies of requests and responses, including redirects and binaries', async () => {
    fixture.server.serve({
      '/old': (_, response) => response.writeHead(307, { location: '/post' }).end(),
      '/post': (_, response) => response.end('answer ✓'),
      '/bytes': (_, response) => response.end(Buffer.from([0, 255, 1, 254])),
    });
    const page = await open({});
    const log = new PageLog(page);
    await page.evaluate(
      page.mainFrame,
      `async () => {
        await (await fetch('/old', { method: 'POST', body: 'sent ✓' })).text();
        await (await fetch('/bytes')).arrayBuffer();
      }`,
      [],
    );
    const request = async (path: string) => {
      const { request: found } = await log.first('request', ({ request: { url } }) => url.endsWith(path));
      await log.first('request-ended', ({ id }) => id === found.id);
      return found.id;
    };
    const [old, post, bytes] = [await request('/old'), await request('/post'), await request('/bytes')];
    const text = (body: Uint8Array | undefined) => body && Buffer.from(body).toString();
    expect(text(await page.requestBody(old))).toBe('sent ✓');
    expect(await page.responseBody(old)).toBeUndefined();
    expect(text(await page.responseBody(post))).toBe('answer ✓');
    expect(await page.requestBody(bytes)).toBeUndefined();
    expect([...((await page.responseBody(bytes)) ?? [])]).toEqual([0, 255, 1, 254]);
    expect((await failure(page.responseBody('no-such-request'))).code).toBe('not-kept');
  });

  check('the body of an unfinished response is waited for', async () => {
    let finish: () => unknown = () => undefined;
    fixture.server.serve({
      '/slow': (_, response) => {
        response.write('first, ');
        finish = () => response.end('last');
      },
    });
    const page = await open({});
    const log = new PageLog(page);
    await page.evaluate(page.mainFrame, `async () => void (await fetch('/slow')).text()`, []);
    const { request } = await log.first('request', ({ request: { url } }) => url.endsWith('/slow'));
    const body = page.responseBody(request.id);
    finish();
    expect(Buffer.from((await body) ?? []).toString()).toBe('first, last');
  });
}
