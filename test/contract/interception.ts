import { expect } from 'vitest';
import type { InterceptedRequest, RequestHandler, StopIntercepting } from '../../src/driver/interception.js';
import { type Bench, failure, frameNamed } from './bench.js';

export function interceptionCases(bench: Bench): void {
  const check = bench.check.bind(bench);
  const path = ({ url }: InterceptedRequest) => new URL(url).pathname;
  const FETCH = `async (path) => { try { const got = await fetch(path); return got.status + ' ' + await got.text(); } catch { return 'failed'; } }`;

  /** A page of a new context with these handlers, and its requests so far. */
  const intercepted = async (...handlers: RequestHandler[]) => {
    const context = await bench.newContext();
    const seen: InterceptedRequest[] = [];
    const all: RequestHandler[] = [
      (request) => {
        seen.push(request);
        return undefined;
      },
      ...handlers,
    ];
    const stops: StopIntercepting[] = [];
    for (const handler of all) stops.push(await bench.driver.intercept(handler, context));
    const page = await bench.newPage(context);
    const stop = async () => {
      for (const each of stops) await each();
    };
    return { page, seen, stop, fetch: (from: string) => page.evaluate(page.mainFrame, FETCH, [from]) };
  };

  check('a request is answered, failed, or sent with other headers', async () => {
    bench.server.serve({ '/headers': (request, response) => response.end(JSON.stringify(request.headers)) });
    const { page, fetch, stop, seen } = await intercepted((request) => {
      if (path(request) === '/mock')
        return {
          action: 'fulfil',
          status: 201,
          headers: { 'content-type': 'text/plain', 'x-mock': '1' },
          body: 'mocked ✓',
        };
      if (path(request) === '/bad') return { action: 'abort' };
      if (path(request) === '/headers')
        return { action: 'continue', headers: { ...request.headers, 'x-more': 'yes' } };
      return undefined;
    });
    await bench.open(page, `${bench.server.origin}/`);
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
    bench.server.serve({
      '/all': `<iframe name=inner src="${bench.server.otherOrigin}/inner"></iframe><img src=/pixel><script>new Worker('/worker.js')</script>`,
      '/inner': '<script>fetch("/from-frame")</script>',
      '/worker.js': (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(`fetch('/from-worker')`);
      },
      '/moved': (_, response) => response.writeHead(302, { location: '/target' }).end(),
      '/target': 'target',
    });
    const { page, seen, fetch, stop } = await intercepted();
    await bench.open(page, `${bench.server.origin}/all`);
    expect(await fetch('/moved')).toBe('200 target');
    // The last to arrive: the request of a running worker.
    for (let turn = 0; turn < 100 && !seen.some((request) => path(request) === '/from-worker'); turn++)
      await fetch('/two');
    const asked = new Set(seen.map(path));
    for (const each of [
      '/all',
      '/inner',
      '/pixel',
      '/from-frame',
      '/worker.js',
      '/from-worker',
      '/moved',
      '/target',
    ])
      expect(asked, each).toContain(each);
    const inner = frameNamed(page, 'inner').id;
    expect(seen.find((request) => path(request) === '/from-frame')?.frame).toBe(inner);
    await stop();
  });

  check('handlers are asked in order, the first decision wins, and a redirect can be stopped', async () => {
    bench.server.serve({
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
    await bench.open(page, `${bench.server.origin}/`);
    expect(await fetch('/moved')).toBe('failed');
    expect(later).toContain('/moved');
    expect(later).not.toContain('/secret');
    expect((await failure(page.navigate({ url: `${bench.server.origin}/moved` }))).code).toBe(
      'navigation-failed',
    );
    await stop();
  });

  check('a handler that throws fails the request; other contexts are not intercepted', async () => {
    const { page, stop } = await intercepted(() => {
      throw new Error('broken');
    });
    const other = await bench.newPage(await bench.newContext());
    await bench.open(other, `${bench.server.origin}/two`);
    expect((await failure(page.navigate({ url: `${bench.server.origin}/two` }))).code).toBe(
      'navigation-failed',
    );
    await stop();
    await bench.open(page, `${bench.server.origin}/two`);
  });

  check('a handler for all contexts also applies to later ones', async () => {
    const stop = await bench.driver.intercept((request) =>
      path(request) === '/two' ? { action: 'abort' } : undefined,
    );
    const page = await bench.newPage(await bench.newContext());
    expect((await failure(page.navigate({ url: `${bench.server.origin}/two` }))).code).toBe(
      'navigation-failed',
    );
    await stop();
    await bench.open(page, `${bench.server.origin}/two`);
  });
}
