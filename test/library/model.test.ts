import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, type Page } from '../../src/index.js';
import { untilShowable } from '../../src/page/navigation/loading.js';
import { describeOwnBrowsers } from '../support/browsers.js';
import { handle, local } from '../support/local-refs.js';
import { type FixtureServer, startServer } from '../support/server.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': '<title>Home</title><h1>Home</h1><a href="/next" target="_blank">Open</a>',
    '/next': '<title>Next</title><h1>Next</h1>',
    '/script': '<title>Slow</title><h1>Here</h1><script src=/hangs-script></script><h2>Not yet</h2>',
    '/style': '<title>Slow</title><link rel=stylesheet href=/hangs-style><h1>Here</h1>',
    '/picture': '<title>Slow</title><h1>Here</h1><img src=/hangs-picture alt="">',
    '/headers': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.flushHeaders();
    },
    '/ask': `<button onclick="confirm('Sure?')">Ask</button>`,
  });
});
afterAll(() => server.close());

describeOwnBrowsers('the model', (browser, which) => {
  const open = async (path: string): Promise<Page> => {
    const page = await browser().newPage();
    await page.goto(server.origin + path);
    return page;
  };

  it('numbers contexts and pages, and never reuses a number', async () => {
    const context = await browser().newContext();
    const [one, two] = [await context.newPage(), await context.newPage()];
    expect([one.handle, two.handle]).toEqual([`${context.handle}p0`, `${context.handle}p1`]);
    await two.close();
    expect((await context.newPage()).handle).toBe(`${context.handle}p2`);
    await context.close();
    expect(context.pages()).toEqual([]);
    const later = await browser().newContext();
    expect(later.index).toBeGreaterThan(context.index);
    await later.close();
    await expect(context.newPage()).rejects.toMatchObject({ code: 'context-closed' });
    await expect(one.ariaSnapshot()).rejects.toMatchObject({ code: 'page-closed' });
  });

  it('isolates cookies and storage of contexts', async () => {
    const [a, b] = [await browser().newContext(), await browser().newContext()];
    const [one, two] = [await a.newPage(), await b.newPage()];
    await Promise.all([one.goto(`${server.origin}/`), two.goto(`${server.origin}/`)]);
    await one.evaluate(`() => { document.cookie = 'who=a'; localStorage.who = 'a' }`);
    expect(await two.evaluate(`() => [document.cookie, localStorage.who ?? null]`)).toEqual(['', null]);
    await Promise.all([a.close(), b.close()]);
  });

  it('reports a popup with its opener', async () => {
    const page = await open('/');
    const popup = new Promise<Page>((resolve) => page.on('popup', resolve));
    await page.getByRole('link', { name: 'Open' }).click();
    const opened = await popup;
    // In Firefox it is a blank page first, and loads as such.
    await opened.getByRole('heading', { name: 'Next' }).waitFor();
    expect(opened.opener).toBe(page);
    expect(opened.url).toBe(`${server.origin}/next`);
    await opened.close();
    expect(page.closed).toBeUndefined();
    await page.close();
  });

  it('goes back and forth', async () => {
    const page = await open('/');
    expect(await page.goForward()).toBe(false);
    await page.goto(`${server.origin}/next`);
    expect(await page.title()).toBe('Next');
    expect(await page.goBack()).toBe(true);
    expect(await page.title()).toBe('Home');
    expect(await page.goForward()).toBe(true);
    await page.reload();
    expect(await page.title()).toBe('Next');
    await expect(page.goto('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'navigation-failed' });
    await page.close();
  });

  it('says that a dialog is open, in every call that it would block', async () => {
    const page = await open('/ask');
    await page.getByRole('button').click();
    expect(page.dialog).toMatchObject({ kind: 'confirm', message: 'Sure?' });
    const error = { code: 'dialog-open', message: expect.stringContaining('"Sure?"') };
    await expect(page.ariaSnapshot()).rejects.toMatchObject(error);
    await expect(page.getByRole('button').click()).rejects.toMatchObject(error);
    await expect(page.goto(`${server.origin}/`)).rejects.toMatchObject(error);
    await page.answerDialog(false);
    expect((await page.ariaSnapshot()).text).toContain('button "Ask"');
    await expect(page.answerDialog(true)).rejects.toMatchObject({ code: 'no-dialog' });
    await page.close();
  });

  it('routes refs to their page, and refuses refs of others', async () => {
    const page = await open('/');
    const other = await open('/next');
    const { text } = local(page, await page.ariaSnapshot());
    const [, ref = ''] = /heading "Home" .*\[ref=(e\d+)\]/.exec(text) ?? [];
    expect(await page.locatorFromRef(handle(page, ref)).accessibleName()).toBe('Home');
    expect(() => other.locatorFromRef(handle(page, ref))).toThrow(
      `Page index mismatch: ref '${handle(page, ref)}' is for page ${page.index}, but this is page ${other.index}`,
    );
    expect(() => page.locatorFromRef(`c99${ref}`)).toThrow(
      `Context index mismatch: ref 'c99${ref}' is for context 99, but this page is in context ${page.context.index}`,
    );
    await expect(page.locatorFromRef(handle(page, 'e9999')).find()).rejects.toThrow(
      /^Ref not found\. Capture a new snapshot\./,
    );
    for (const bad of ['c0p0', 'e0', 'c-1p0f0e1', '', 'x', 'e1'.repeat(5_000_000)])
      expect(() => page.locatorFromRef(bad)).toThrow(expect.objectContaining({ code: 'bad-ref' }));
    await page.goto(`${server.origin}/next`);
    await expect(page.locatorFromRef(handle(page, ref)).find()).rejects.toMatchObject({
      code: 'ref-stale',
      message: expect.stringMatching(/was heading "Home"; the document navigated since/),
    });
    await Promise.all([page.close(), other.close()]);
  });

  it('ends a wait when the caller aborts or the page closes', async () => {
    const page = await open('/');
    await expect(page.getByRole('slider').waitFor({ timeout: 100 })).rejects.toMatchObject({
      code: 'timeout',
    });
    const controller = new AbortController();
    const aborted = page.getByRole('slider').waitFor({ signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    const closed = page.getByRole('slider').waitFor();
    const rejected = expect(closed).rejects.toMatchObject({ code: 'page-closed' });
    await page.close();
    await rejected;
  });

  it('navigates to an app and returns when it has built its content', async () => {
    server.serve({
      '/app': `<!doctype html><div id="app"></div><script>
        onload = () => setTimeout(async () => { app.innerHTML = await (await fetch('/part')).text(); });</script>`,
      '/part': '<h1>Built</h1>',
    });
    const page = await browser().newPage();
    await page.goto(`${server.origin}/app`, { waitUntil: 'settled' });
    expect((await page.ariaSnapshot()).text).toContain('heading "Built"');
    // Each in a document of its own: what one waits for would help another.
    const ways = {
      frame: 'requestAnimationFrame(build)',
      frames: 'requestAnimationFrame(() => requestAnimationFrame(build))',
      timer: 'setTimeout(build)',
      timerThenFrame: 'setTimeout(() => requestAnimationFrame(build))',
      idle: 'requestIdleCallback(build)',
      idleThenFrame: 'requestIdleCallback(() => requestAnimationFrame(build))',
      message: 'onmessage = build; postMessage(0)',
      seen: 'new IntersectionObserver(build).observe(app)',
      sized: 'new ResizeObserver(build).observe(app)',
    };
    for (const [name, way] of Object.entries(ways)) {
      server.serve({
        [`/${name}`]: `<!doctype html><div id="app">…</div><script>
          const build = () => { app.innerHTML = '<h1>Built by ${name}</h1>'; };
          onload = () => { ${way} };</script>`,
      });
      await page.goto(`${server.origin}/${name}`, { waitUntil: 'settled' });
      expect((await page.ariaSnapshot()).text).toContain(`heading "Built by ${name}"`);
    }
    await page.close();
  });

  it('waits across documents', async () => {
    const page = await open('/');
    const waiting = page.getByRole('heading', { name: 'Next' }).waitFor();
    await page.goto(`${server.origin}/next`);
    await waiting;
    await page.close();
  });

  it.each([
    ['/script', 'script', true],
    ['/style', 'stylesheet', false],
    ['/picture', 'image', false],
  ])('%s is shown, its %s never comes', async (path, kind, unparsed) => {
    const page = await browser().newPage();
    const asked = new Promise<void>((resolve) => {
      // A unique URL: for one that is already being requested, Firefox waits for 20 s.
      server.serve({ [path.replace('/', '/hangs-')]: () => resolve() });
    });
    await page.goto(server.origin + path, { waitUntil: 'commit' });
    await asked;
    await page.getByRole('heading', { name: 'Here' }).waitFor({ state: 'attached' });
    const [missing] = await untilShowable(page, { timeout: 300 });
    expect(missing).toMatch(new RegExp(`still loading after \\d+ ms: ${kind} "${server.origin}/hangs-`));
    expect(missing?.includes('Its document is incomplete')).toBe(unparsed);
    expect((await page.ariaSnapshot()).text).toContain('heading "Here"');
    await page.close();
  });

  it.runIf(which === 'chromium')('says that a document has not arrived yet', async () => {
    // Firefox creates no document from headers alone.
    const page = await browser().newPage();
    await page.goto(`${server.origin}/headers`, { waitUntil: 'commit' });
    await expect(page.ariaSnapshot()).rejects.toThrow('the document has not arrived yet');
    await page.close();
  });

  it('closes twice, with open pages and pending calls', async () => {
    const another = await launch({ browser: which });
    const page = await another.newPage();
    await page.goto(`${server.origin}/`);
    const pending = page.evaluate('() => new Promise(() => {})');
    const rejected = expect(pending).rejects.toMatchObject({
      code: expect.stringMatching(/browser-disconnected|page-closed/),
    });
    await Promise.all([another.close(), another.close()]);
    await rejected;
    await expect(another.newPage()).rejects.toMatchObject({ code: 'browser-disconnected' });
    expect(page.closed).toBeDefined();
  });
});
