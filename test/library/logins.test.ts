/** Logins: by HTTP authentication, kept in a file by name, and from a copy of a person's profile. */

import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../src/index.js';
import { BROWSERS, describeOwnBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const folder = mkdtempSync(join(tmpdir(), 'sightline-logins-'));
const WANTED = `Basic ${Buffer.from('ada:lovelace').toString('base64')}`;
let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': '<title>Home</title><h1>Home</h1>',
    '/private': (request, response) => {
      response.setHeader('content-type', 'text/html');
      const known = request.headers.authorization === WANTED;
      if (!known) response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' });
      response.end(known ? '<h1>Welcome, Ada</h1>' : '<h1>Who are you?</h1>');
    },
  });
});
afterAll(() => server.close());

describeOwnBrowsers('HTTP authentication', (browser) => {
  async function shown(username: string | undefined, password = '', origin?: string): Promise<string> {
    const context = await browser().newContext(
      username === undefined
        ? {}
        : { httpCredentials: { username, password, ...(origin !== undefined && { origin }) } },
    );
    try {
      const page = await context.newPage();
      await page.goto(`${server.origin}/private`).catch(() => undefined); // A refused login may count as a failure.
      return (await page.ariaSnapshot()).text;
    } finally {
      await context.close();
    }
  }

  it('answers with the login of the context', async () => {
    expect(await shown('ada', 'lovelace')).toContain('Welcome, Ada');
    expect(await shown('ada', 'lovelace', server.origin)).toContain('Welcome, Ada');
  });

  it('answers a proxy that asks for a login', async () => {
    const proxy = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      const known = request.headers['proxy-authorization'] === WANTED;
      if (!known) response.writeHead(407, { 'proxy-authenticate': 'Basic realm="p"' });
      response.end(known ? `<h1>Through the proxy</h1>` : '<h1>Refused</h1>');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const context = await browser().newContext({
      proxy: { server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
      proxyCredentials: { username: 'ada', password: 'lovelace' },
    });
    try {
      const page = await context.newPage();
      await page.goto('http://shop.test/');
      expect((await page.ariaSnapshot()).text).toContain('Through the proxy');
    } finally {
      await context.close();
      proxy.close();
      proxy.closeAllConnections();
    }
  });

  it('gives a login to no other origin, and a wrong one only once', async () => {
    expect(await shown('ada', 'lovelace', server.otherOrigin)).not.toContain('Welcome');
    expect(await shown('ada', 'wrong')).not.toContain('Welcome');
    expect(await shown(undefined)).not.toContain('Welcome');
  });
});

describe.each(BROWSERS)('kept logins (%s)', (engine) => {
  it('are saved to a file that only its owner reads, and restored from it', async () => {
    const storageFile = join(folder, 'new', `${engine}.json`);
    const first = await launch({ browser: engine, storageFile });
    const page = await first.newPage();
    await page.goto(`${server.origin}/`);
    await page.evaluate("() => { document.cookie = 'user=ada'; localStorage.theme = 'dark'; }");
    await first.close();
    expect(statSync(storageFile).mode & 0o777).toBe(0o600);
    const second = await launch({ browser: engine, storageFile });
    const again = await second.newPage();
    await again.goto(`${server.origin}/`);
    expect(await again.evaluate('() => [document.cookie, localStorage.theme]')).toEqual(['user=ada', 'dark']);
    await second.close();
  });

  it('come with a copy of a profile, which is not changed', async () => {
    const profile = mkdtempSync(join(folder, 'profile-'));
    const person = await launch({ browser: engine, userDataDir: profile });
    const page = await person.newPage();
    await page.goto(`${server.origin}/`);
    await page.evaluate("() => { document.cookie = 'user=ada; max-age=10000'; }");
    const cookies = async () => (await person.defaultContext.cookies()).map(({ name }) => name);
    expect(await cookies()).toEqual(['user']);
    await person.close();
    const source = engine === 'firefox' ? profile : join(profile, 'Default');
    const browser = await launch({ browser: engine, profileCopy: source });
    expect((await browser.defaultContext.cookies()).map(({ name }) => name)).toEqual(['user']);
    await browser.defaultContext.clearCookies();
    await browser.close();
  });
});

describe('bad input', () => {
  it('a file that is no storage state, a profile that is not there', async () => {
    const storageFile = join(folder, 'broken.json');
    writeFileSync(storageFile, '{');
    await expect(launch({ storageFile })).rejects.toMatchObject({ code: 'bad-file' });
    await expect(launch({ profileCopy: 'No such profile' })).rejects.toMatchObject({
      code: 'browser-start-failed',
      hint: expect.stringContaining('path'),
    });
  });
});
