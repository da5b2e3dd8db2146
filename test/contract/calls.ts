import { expect } from 'vitest';
import { type Fixture, failure, frameAt, PageLog } from './fixture.js';

const RUNS = '() => String(globalThis.sightlineBundleRuns)';

export function callCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);

  check('the bundle runs once per document, however many calls are made', async () => {
    const page = await fixture.show(`<iframe src="${fixture.server.otherOrigin}/two"></iframe>`);
    for (const { id } of page.frames()) {
      expect(await Promise.all([page.call(id, RUNS, ''), page.call(id, RUNS, '')])).toEqual(['1', '1']);
      expect(await page.call(id, RUNS, '')).toBe('1');
    }
    await page.navigate({ url: `${fixture.server.origin}/two` });
    expect(await page.call(page.mainFrame, RUNS, '')).toBe('1');
  });

  check('a call is one round trip, the first one too', async () => {
    const page = await fixture.show('<p>text');
    // A document that has answered has reported all its worlds; an earlier call may have to ask for them.
    await page.evaluate(page.mainFrame, '() => 0', []);
    for (let round = 0; round < 3; round++) {
      expect(await fixture.commandsOf(() => page.call(page.mainFrame, '(arg) => arg', 'x'))).toHaveLength(1);
    }
  });

  check('the page and the bundle share the document, but not their globals', async () => {
    const page = await fixture.show(
      '<p id="text">text</p><script>window.theirs = 1; document.mark = 2; Array.prototype.evil = 3;</script>',
    );
    const look =
      '() => JSON.stringify([typeof theirs, typeof document.mark, typeof [].evil, document.querySelector("p").innerText])';
    expect(JSON.parse(await page.call(page.mainFrame, look, ''))).toEqual([
      'undefined',
      'undefined',
      'undefined',
      'text',
    ]);
    await page.call(page.mainFrame, '() => { globalThis.ours = 1; document.ours = 1; return ""; }', '');
    const keys = '() => [typeof sightlineBundleRuns, typeof ours, typeof document.ours]';
    expect(await page.evaluate(page.mainFrame, keys, [])).toEqual(['undefined', 'undefined', 'undefined']);
  });

  check('a page that breaks its own built-ins does not break calls', async () => {
    const page = await fixture.show(
      '<script>JSON.stringify = Symbol = Promise = Map = Array.prototype.map = () => { throw 1; };</script><p>x',
    );
    expect(
      await page.call(page.mainFrame, 'async (arg) => JSON.stringify([arg].map((x) => x + 1))', 'a'),
    ).toBe('["a1"]');
    expect(await page.evaluate(page.mainFrame, '(x) => x + 1', [1])).toBe(2);
  });

  check('promises are awaited, long strings arrive complete', async () => {
    const page = await fixture.show('<p>x');
    expect(
      await page.call(
        page.mainFrame,
        '(arg) => new Promise((done) => setTimeout(done, 10, arg + "!"))',
        'é€𝒳',
      ),
    ).toBe('é€𝒳!');
    const long = 'x'.repeat(3_000_000);
    expect(await page.call(page.mainFrame, '(arg) => arg + arg', long)).toHaveLength(2 * long.length);
  });

  check('an exception in a called function is a script-error', async () => {
    const page = await fixture.show('<p>x');
    const error = await failure(page.call(page.mainFrame, '() => { throw new TypeError("no good"); }', ''));
    expect(error.code).toBe('script-error');
    expect(error.message).toContain('no good');
  });

  check('a pending call is rejected at once when its document goes away', async () => {
    const page = await fixture.show('<p>x');
    await page.call(page.mainFrame, '() => ""', '');
    const pending = failure(
      page.call(page.mainFrame, '() => new Promise((done) => { globalThis.done = done; })', '', {
        timeout: 0,
      }),
    );
    await page.navigate({ url: `${fixture.server.origin}/two` });
    expect((await pending).code).toBe('document-gone');
    const other = failure(
      page.call(page.mainFrame, '() => new Promise((done) => { globalThis.done = done; })', '', {
        timeout: 0,
      }),
    );
    await page.navigate({ url: `${fixture.server.otherOrigin}/two` });
    expect((await other).code).toBe('document-gone');
  });

  check('a call ends at its deadline or with its signal', async () => {
    const page = await fixture.show('<p>x');
    const forever = '() => new Promise((done) => { globalThis.done = done; })';
    expect((await failure(page.call(page.mainFrame, forever, '', { timeout: 100 }))).code).toBe('timeout');
    const controller = new AbortController();
    const pending = failure(page.call(page.mainFrame, forever, '', { signal: controller.signal }));
    controller.abort();
    expect((await pending).code).toBe('aborted');
    expect(
      (await failure(page.call(page.mainFrame, '() => ""', '', { signal: controller.signal }))).code,
    ).toBe('aborted');
    expect(await page.call(page.mainFrame, '() => "fine"', '')).toBe('fine');
  });

  check('handles: created, passed into calls and scripts, released on every path', async () => {
    const page = await fixture.show(
      '<p id="a">first</p><p id="b">second</p><script>a.secret = "of the page"</script>',
    );
    const get = (id: string) => page.handle(page.mainFrame, '(id) => document.getElementById(id)', id);
    const [a, b] = [await get('a'), await get('b')];
    if (!a || !b) throw new Error('no handles');
    const read = '(arg, ...nodes) => arg + nodes.map((node) => node.innerText).join()';
    expect(await page.call(page.mainFrame, read, 'text: ', { handles: [b, a] })).toBe('text: second,first');
    expect(await page.call(page.mainFrame, '(arg, node) => typeof node.secret', '', { handles: [a] })).toBe(
      'undefined',
    );
    const script =
      '(node, other, greeting) => greeting + node.secret + " " + (node === document.getElementById("a")) + other.id';
    expect(await page.evaluate(page.mainFrame, script, ['hi '], { handles: [a, b] })).toBe(
      'hi of the page trueb',
    );
    expect(await page.handle(page.mainFrame, '() => null', '')).toBeNull();
    await page.release([a, b]);
    await page.release([a, b]);
    const c = await get('a');
    await page.navigate({ url: `${fixture.server.origin}/two` });
    if (c) await page.release([c]);
  });

  check('identify names nodes, shadow roots and the frames of windows', async () => {
    const { otherOrigin } = fixture.server;
    const page =
      await fixture.show(`<div id="host"></div><iframe src="/two"></iframe><iframe src="${otherOrigin}/two"></iframe>
      <script>host.attachShadow({ mode: 'open' }).innerHTML = '<b>x</b>';</script>`);
    const list = `() => {
      const [same, other] = document.querySelectorAll('iframe');
      const host = document.getElementById('host');
      return [host, same.contentWindow, other.contentWindow, null, host.shadowRoot, host, window];
    }`;
    const ids = await page.identify(page.mainFrame, list, '');
    expect(ids.map(({ kind }) => kind)).toEqual(['node', 'frame', 'frame', 'none', 'node', 'node', 'frame']);
    expect(ids[1]).toEqual({ kind: 'frame', frame: frameAt(page, `${fixture.server.origin}/two`).id });
    expect(ids[2]).toEqual({ kind: 'frame', frame: frameAt(page, `${otherOrigin}/two`).id });
    expect(ids[6]).toEqual({ kind: 'frame', frame: page.mainFrame });
    expect(ids[0]).toEqual(ids[5]);
    expect(ids[0]).not.toEqual(ids[4]);
    const [node] = ids;
    if (node?.kind === 'node') expect(node.backendNodeId ?? node.sharedId).toBeTruthy();
    expect(await page.identify(page.mainFrame, '() => []', '')).toEqual([]);
  });

  check('closedRoots returns closed shadow roots, not open and native ones', async () => {
    const page =
      await fixture.show(`<div id="closed"></div><div id="open"></div><div id="none"></div><input id="input"><video id="video" controls></video>
      <script>
        const root = document.getElementById('closed').attachShadow({ mode: 'closed' });
        root.innerHTML = '<b>hidden</b><i id="deep"></i>';
        root.getElementById('deep').attachShadow({ mode: 'closed' }).innerHTML = 'deeper';
        document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = '<b>seen</b>';
      </script>`);
    const list =
      '() => ["closed", "open", "none", "input", "video"].map((id) => document.getElementById(id))';
    const roots = await page.closedRoots(page.mainFrame, list, '');
    expect(roots.map((root) => root !== null)).toEqual([true, false, false, false, false]);
    const [root] = roots;
    if (!root) throw new Error('no root');
    const read =
      '(arg, root) => root.querySelector("b").innerText + " " + (root.host === document.getElementById("closed"))';
    expect(await page.call(page.mainFrame, read, '', { handles: [root] })).toBe('hidden true');
    await page.release([root]);
  });

  check('evaluate returns values from the page’s own world', async () => {
    const page = await fixture.show('<script>window.answer = 42</script>');
    const run = (fn: string, ...args: unknown[]) => page.evaluate(page.mainFrame, fn, args);
    expect(await run('() => answer')).toBe(42);
    expect(await run('(a, b) => ({ sum: a + b, list: [a, null, "ü"], yes: true })', 1, 2)).toEqual({
      sum: 3,
      list: [1, null, 'ü'],
      yes: true,
    });
    expect(await run('({ deep: { list } }) => list[1]', { deep: { list: [1, 'two'] } })).toBe('two');
    expect(await run('() => undefined')).toBeUndefined();
    expect(await run('() => null')).toBeNull();
    expect(await run('function (x) { return [x === undefined, arguments.length]; }', undefined)).toEqual([
      true,
      1,
    ]);
    expect(await run('() => NaN')).toBeNaN();
    expect(await run('(x) => x === Infinity', Number.POSITIVE_INFINITY)).toBe(true);
    expect(await run('async () => { await null; return "later"; }')).toBe('later');
  });

  check('evaluate reports an exception', async () => {
    const page = await fixture.show('<p>x');
    const run = (fn: string) => failure(page.evaluate(page.mainFrame, fn, []));
    for (const fn of [
      '() => { throw new Error("bad day"); }',
      'async () => { throw new Error("bad day"); }',
      '() => { throw "bad day"; }',
    ]) {
      const error = await run(fn);
      expect([error.code, error.message.includes('bad day')]).toEqual(['script-error', true]);
    }
    expect((await run('() => {{{')).code).toBe('script-error');
  });

  check('evaluate runs in a cross-origin frame, and ends with its document', async () => {
    const page = await fixture.show(`<iframe src="${fixture.server.otherOrigin}/two"></iframe>`);
    const { id } = frameAt(page, `${fixture.server.otherOrigin}/two`);
    expect(await page.evaluate(id, '() => document.title', [])).toBe('two');
    const log = new PageLog(page);
    const pending = failure(page.evaluate(id, '() => new Promise((done) => { window.done = done; })', []));
    await page.evaluate(id, '() => { location.href = "/"; }', []);
    await log.first('frame-navigated', ({ frame }) => frame.id === id);
    expect((await pending).code).toBe('document-gone');
    expect(await page.evaluate(id, '() => document.title', [])).toBe('home');
  });
}
