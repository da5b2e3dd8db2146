import { expect } from 'vitest';
import type { PageEvent } from '../../src/driver/driver.js';
import { type Fixture, failure, frameAt, PageLog } from './fixture.js';
import { click } from './input.js';

export function eventCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  dialogCases(fixture);

  check('console messages have a level, text and location', async () => {
    const page = await fixture.page();
    const log = new PageLog(page);
    fixture.server.serve({
      '/talks': `<script>
        console.log('plain', 1, true, null);
        console.warn('careful');
        console.error('wrong');
        console.debug('detail');</script>`,
    });
    await fixture.open(page, `${fixture.server.origin}/talks`);
    await log.first('console', ({ message }) => message.text === 'detail');
    const messages = log
      .of('console')
      .map(({ message }) => message)
      .filter(({ source }) => source !== 'browser');
    expect(messages.map(({ level, source }) => [level, source])).toEqual([
      ['info', 'log'],
      ['warning', 'warn'],
      ['error', 'error'],
      ['debug', 'debug'],
    ]);
    expect(messages[0]?.text).toBe('plain 1 true null');
    expect(messages[1]).toMatchObject({ text: 'careful', url: `${fixture.server.origin}/talks`, line: 3 });
    expect(Math.abs(Date.now() - (messages[0]?.timestamp ?? 0))).toBeLessThan(60_000);
  });

  check('uncaught exceptions and rejections are reported, in frames too', async () => {
    fixture.server.serve({
      '/throws': '<script>throw new Error("from the frame")</script>',
      '/rejects': `<script>Promise.reject(new Error("nobody cared"))</script><iframe src="${fixture.server.otherOrigin}/throws"></iframe>`,
    });
    const page = await fixture.page();
    const log = new PageLog(page);
    await fixture.open(page, `${fixture.server.origin}/rejects`);
    for (const text of ['nobody cared', 'from the frame']) {
      const { message } = await log.first('console', (event) => event.message.text.includes(text));
      expect([message.level, message.source]).toEqual(['error', 'exception']);
    }
  });

  check('requests, responses and their ends are reported', async () => {
    fixture.server.serve({
      '/loads': `<link rel="stylesheet" href="/style"><script src="/script"></script><img src="/image">
        <script>fetch('/data', { method: 'POST', body: 'x' }).then((response) => response.text())</script><iframe src="${fixture.server.otherOrigin}/two"></iframe>`,
      '/style': (_, response) => void response.setHeader('content-type', 'text/css').end('p { color: red }'),
      '/script': (_, response) => void response.setHeader('content-type', 'text/javascript').end('1'),
      '/data': (_, response) => void response.writeHead(201, { 'x-mark': 'yes' }).end('{}'),
    });
    const page = await fixture.page();
    const log = new PageLog(page);
    await fixture.open(page, `${fixture.server.origin}/loads`);
    const request = async (path: string, site = fixture.server.origin) =>
      (await log.first('request', (event) => event.request.url === site + path)).request;
    expect(await request('/loads')).toMatchObject({
      frame: page.mainFrame,
      method: 'GET',
      resourceType: 'document',
      isNavigation: true,
    });
    expect(await request('/style')).toMatchObject({
      resourceType: 'stylesheet',
      isNavigation: false,
      frame: page.mainFrame,
    });
    expect(await request('/script')).toMatchObject({ resourceType: 'script' });
    expect(await request('/image')).toMatchObject({ resourceType: 'image' });
    const child = frameAt(page, `${fixture.server.otherOrigin}/two`).id;
    expect(await request('/two', fixture.server.otherOrigin)).toMatchObject({
      resourceType: 'document',
      isNavigation: true,
      frame: child,
    });
    const data = await request('/data');
    expect(data).toMatchObject({ method: 'POST', resourceType: 'fetch' });
    const { response } = await log.first('response', ({ id }) => id === data.id);
    expect(response).toMatchObject({ status: 201, fromCache: false, url: `${fixture.server.origin}/data` });
    expect(response.headers['x-mark']).toBe('yes');
    for (const { request: one } of log.of('request')) {
      const ended = await log.first('request-ended', ({ id }) => id === one.id);
      expect([one.url, ended.error]).toEqual([one.url, undefined]);
    }
    expectOneEndEach(log.events);
  });

  check('each hop of a redirect is a request that names the previous one', async () => {
    fixture.server.serve({
      '/from': (_, response) => void response.writeHead(302, { location: '/over' }).end(),
      '/over': (_, response) => void response.writeHead(307, { location: '/two' }).end(),
    });
    const page = await fixture.page();
    const log = new PageLog(page);
    await fixture.open(page, `${fixture.server.origin}/from`);
    const chain = ['/from', '/over', '/two'].map((path) => {
      const found = log.of('request').find(({ request }) => request.url === fixture.server.origin + path);
      if (!found) throw new Error(`no request for ${path}`);
      return found.request;
    });
    expect(chain.map(({ redirectedFrom }) => redirectedFrom)).toEqual([
      undefined,
      chain[0]?.id,
      chain[1]?.id,
    ]);
    const status = (id: string | undefined) =>
      log.of('response').find((event) => event.id === id)?.response.status;
    expect(chain.map(({ id }) => status(id))).toEqual([302, 307, 200]);
    for (const { id } of chain) await log.first('request-ended', (event) => event.id === id);
    expectOneEndEach(log.events);
  });

  check('a failed request says why', async () => {
    fixture.server.serve({ '/breaks': (request) => void request.socket.destroy() });
    const page = await fixture.show('<p>x');
    const log = new PageLog(page);
    await page.evaluate(page.mainFrame, '() => fetch("/breaks").catch(() => null)', []);
    const { request } = await log.first('request', (event) => event.request.url.endsWith('/breaks'));
    const ended = await log.first('request-ended', ({ id }) => id === request.id);
    expect(ended.error).toBeTruthy();
    expect(log.of('response').filter(({ id }) => id === request.id)).toEqual([]);
  });
}

function dialogCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  const kinds = [
    {
      kind: 'alert',
      script: 'alert("read this")',
      message: 'read this',
      defaultValue: '',
      accept: true,
      answer: null,
    },
    {
      kind: 'confirm',
      script: 'confirm("sure?")',
      message: 'sure?',
      defaultValue: '',
      accept: false,
      answer: false,
    },
    {
      kind: 'prompt',
      script: 'prompt("name?", "Ann")',
      message: 'name?',
      defaultValue: 'Ann',
      accept: true,
      answer: 'Bob',
    },
  ] as const;
  for (const { kind, script, message, defaultValue, accept, answer } of kinds)
    check(`${kind} is reported, answered and reported as closed`, async () => {
      const page = await fixture.show(`<iframe src="${fixture.server.otherOrigin}/two"></iframe>`);
      for (const frame of page.frames()) {
        const log = new PageLog(page);
        const result = page.evaluate(frame.id, `() => ${script} ?? null`, []);
        const { dialog } = await log.first('dialog-opened');
        expect(dialog).toEqual({ kind, message, defaultValue });
        await page.answerDialog(accept, kind === 'prompt' ? 'Bob' : undefined);
        expect((await log.first('dialog-closed')).accepted).toBe(accept);
        expect(await result).toBe(answer);
        expect(log.of('dialog-opened')).toHaveLength(1);
        log.stop();
      }
    });

  check('without a dialog there is nothing to answer', async () => {
    expect((await failure((await fixture.page()).answerDialog(true))).code).toBe('no-dialog');
  });

  const stubborn =
    '<p>stay</p><script>addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; })</script>';
  check('beforeunload: yes leaves, no stays', async () => {
    const page = await fixture.show(stubborn);
    // A page may ask only after user input.
    await page.input(page.mainFrame, click({ x: 5, y: 5 }));
    for (const accept of [false, true]) {
      const log = new PageLog(page);
      const left = page.navigate({ url: `${fixture.server.origin}/two` }).then(
        () => 'left',
        ({ code }: { code: string }) => code,
      );
      const asked = log.first('dialog-opened').then(({ dialog }) => dialog.kind);
      expect(await Promise.race([asked, left])).toBe('beforeunload');
      await page.answerDialog(accept);
      expect(await left).toBe(accept ? 'left' : 'navigation-failed');
      expect(page.frames()[0]?.url).toBe(`${fixture.server.origin}/${accept ? 'two' : 'case'}`);
      log.stop();
    }
  });

  check('a page is closed with or without its beforeunload dialog', async () => {
    for (const beforeUnload of [true, false]) {
      const page = await fixture.show(stubborn);
      await page.input(page.mainFrame, click({ x: 5, y: 5 }));
      const log = new PageLog(page);
      const closing = page.close({ beforeUnload });
      if (beforeUnload) {
        expect((await log.first('dialog-opened')).dialog.kind).toBe('beforeunload');
        await page.answerDialog(true);
      }
      await closing;
      await log.first('closed');
      expect(log.of('dialog-opened')).toHaveLength(beforeUnload ? 1 : 0);
    }
  });

  check('a page with an open dialog answers or times out, accepts no input, and can be closed', async () => {
    const page = await fixture.show('<p>x');
    const log = new PageLog(page);
    void page.evaluate(page.mainFrame, '() => alert("in the way")', []).catch(() => undefined);
    await log.first('dialog-opened');
    // In Chromium the dialog blocks the page, in Firefox only the script that opened it.
    const called = page.call(page.mainFrame, '() => "answered"', '', { timeout: 500 });
    expect(['answered', 'timeout']).toContain(await called.catch(({ code }) => code));
    expect((await failure(page.input(page.mainFrame, click({ x: 5, y: 5 })))).code).toBe('dialog-open');
    await page.close();
    await log.first('closed');
  });
}

function expectOneEndEach(events: PageEvent[]): void {
  const ended = events.flatMap((event) => (event.type === 'request-ended' ? [event.id] : []));
  expect(ended).toHaveLength(new Set(ended).size);
}
