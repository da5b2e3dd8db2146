import { expect } from 'vitest';
import type { InterceptedRequest, RequestHandler, StopIntercepting } from '../../src/driver/interception.js';
import { type Fixture, failure, frameNamed } from './fixture.js';

export function interceptionCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  const path = ({ url }: InterceptedRequest) => new URL(url).pathname;
  const FETCH = `async (path) => { try { const got = await fetch(path); return got.status + ' ' + await got.text(); } catch { return 'failed'; } }`;

  /** A page of a new context with these handlers, and its requests so far. */
  const intercepted = async (...handlers: RequestHandler[]) => {
    const context = await fixture.newContext();
    const seen: InterceptedRequest[] = [];
    const all: RequestHandler[] = [
      (request) => {
        seen.push(request);
        return undefined;
      },
      ...handlers,
    ];
    const stops: StopIntercepting[] = [];
    for (const handler of all) stops.push(await fixture.driver.intercept(handler, context));
    const page = await fixture.newPage(context);
    const stop = async () => {
      for (const each of stops) await each();
    };
    return { page, seen, stop, fetch: (from: string) => page.evaluate(page.mainFrame, FETCH, [from]) };
  };

  check('a request is answered, failed, or sent with other headers', async () => {
    fixture.server.serve({
      '/headers': (request, response) => response.end(JSON.stringify(request.headers)),
    });
    const { page, fetch, stop, seen } = await intercepted((request) => {
      if (path(request) === '/mock')
        return {
          action: 'fulfill',
          status: 201,
          headers: { 'content-type': 'text/plain', 'x-mock': '1' },
          body: 'mocked ✓',
        };
      if (path(request) === '/bad') return { action: 'abort' };
      if (path(request) === '/headers')
        return { action: 'continue', headers: { ...request.headers, 'x-more': 'yes' } };
      return undefined;
    });
    await fixture.open(page, `${fixture.server.origin}/`);
    expect(await fetch('/mock')).toBe('201 mocked ✓');
    expect(await fetch('/bad')).toBe('failed');
    expect(await fetch('/headers')).toContain('"x-more":"yes"');
    expect(await fetch('/two')).toContain('200 <title>two');
    expect(seen[0]).toMatchObject({
      method: 'GET',
      isNavigation: true,
      resourceType: 'document',
      context: page.context,
      page: page.id,
    });
    await stop();
    expect(await fetch('/mock')).toContain('404');
  });

  check('documents, cross-site frames, workers and redirects are intercepted', async () => {
    fixture.server.serve({
      '/all': `<iframe name=inner src="${fixture.server.otherOrigin}/inner"></iframe><img src=/pixel><script>new Worker('/worker.js')</script>`,
      '/inner': '<script>fetch("/from-frame")</script>',
      '/worker.js': (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(`fetch('/from-worker')`);
      },
      '/moved': (_, response) => response.writeHead(302, { location: '/target' }).end(),
      '/target': 'target',
    });
    const { page, seen, fetch, stop } = await intercepted();
    await fixture.open(page, `${fixture.server.origin}/all`);
    expect(await fetch('/moved')).toBe('200 target');
    const expected = [
      '/all',
      '/inner',
      '/pixel',
      '/from-frame',
      '/worker.js',
      '/from-worker',
      '/moved',
      '/target',
    ];
    const missing = () => expected.filter((each) => !seen.some((request) => path(request) === each));
    // Frames and workers ask in their own time.
    for (let turn = 0; turn < 100 && missing().length > 0; turn++) await fetch('/two');
    expect(missing()).toEqual([]);
    const inner = frameNamed(page, 'inner').id;
    expect(seen.find((request) => path(request) === '/from-frame')?.frame).toBe(inner);
    await stop();
  });

  check('handlers are asked in order, the first decision wins, and a redirect can be stopped', async () => {
    fixture.server.serve({
      '/moved': (_, response) => response.writeHead(302, { location: '/secret' }).end(),
      '/secret': 'secret',
    });
    const later: string[] = [];
    const { page, fetch, stop } = await intercepted(
      (request) => (path(request) === '/secret' ? { action: 'abort' } : undefined),
      (request) => {
        later.push(path(request));
        return { action: 'continue' };
      },
      () => ({ action: 'abort' }),
    );
    await fixture.open(page, `${fixture.server.origin}/`);
    expect(await fetch('/moved')).toBe('failed');
    expect(later).toContain('/moved');
    expect(later).not.toContain('/secret');
    expect((await failure(page.navigate({ url: `${fixture.server.origin}/moved` }))).code).toBe(
      'navigation-failed',
    );
    await stop();
  });

  check('a handler that throws fails the request; other contexts are not intercepted', async () => {
    const { page, stop } = await intercepted(() => {
      throw new Error('broken');
    });
    const other = await fixture.newPage(await fixture.newContext());
    await fixture.open(other, `${fixture.server.origin}/two`);
    expect((await failure(page.navigate({ url: `${fixture.server.origin}/two` }))).code).toBe(
      'navigation-failed',
    );
    await stop();
    await fixture.open(page, `${fixture.server.origin}/two`);
  });

  check('a handler for all contexts also applies to later ones', async () => {
    const stop = await fixture.driver.intercept((request) =>
      path(request) === '/two' ? { action: 'abort' } : undefined,
    );
    const page = await fixture.newPage(await fixture.newContext());
    expect((await failure(page.navigate({ url: `${fixture.server.origin}/two` }))).code).toBe(
      'navigation-failed',
    );
    await stop();
    await fixture.open(page, `${fixture.server.origin}/two`);
  });
}
