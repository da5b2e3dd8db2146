import { expect } from 'vitest';
import type { DriverPage } from '../../src/driver/driver.js';
import { type Fixture, failure, frameAt, frameNamed, PageLog } from './fixture.js';

export function frameCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  const here = (page: DriverPage, frame: string) => page.call(frame, '() => location.href', '');

  check('same-origin, cross-origin and nested frames (A in B in A), parents first', async () => {
    const { origin, otherOrigin } = fixture.server;
    fixture.server.serve({
      '/middle': `<iframe name="inner" src="${origin}/two"></iframe>`,
      '/outer': `<iframe name="same" src="/two"></iframe><iframe name="other" src="${otherOrigin}/middle"></iframe>`,
    });
    const page = await fixture.page();
    await fixture.open(page, `${origin}/outer`);
    const main = page.mainFrame;
    const [same, other, inner] = ['same', 'other', 'inner'].map((name) => frameNamed(page, name));
    expect([same?.parent, other?.parent, inner?.parent]).toEqual([main, main, other?.id]);
    expect([same?.url, other?.url, inner?.url]).toEqual([
      `${origin}/two`,
      `${otherOrigin}/middle`,
      `${origin}/two`,
    ]);
    const order = page.frames().map(({ id }) => id);
    for (const { id, parent } of page.frames())
      if (parent !== null) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(id));
    for (const { id, url } of page.frames()) expect(await here(page, id)).toBe(url);
  });

  check('srcdoc, data:, blob:, empty and sandboxed frames can be called into', async () => {
    const page = await fixture.show(`
      <iframe name="srcdoc" srcdoc="<p>in srcdoc"></iframe>
      <iframe name="data" src="data:text/html,<p>in data"></iframe>
      <iframe name="empty"></iframe>
      <iframe name="sandbox" sandbox src="/two"></iframe>
      <iframe name="blob"></iframe>
      <script>
        document.querySelector('[name=blob]').src =
          URL.createObjectURL(new Blob(['<p>in blob'], { type: 'text/html' }));
      </script>`);
    const log = new PageLog(page);
    await log.until(
      'the frames',
      () => page.frames().every((frame) => frame.loadState === 'complete') || undefined,
    );
    const texts = { srcdoc: 'in srcdoc', data: 'in data', blob: 'in blob', sandbox: 'two', empty: '' };
    for (const [name, text] of Object.entries(texts)) {
      const frame = frameNamed(page, name);
      expect([name, await page.call(frame.id, '() => document.body.innerText', '')]).toEqual([name, text]);
    }
    expect(frameNamed(page, 'srcdoc').url).toBe('about:srcdoc');
    expect(frameNamed(page, 'blob').url).toMatch(/^blob:/);
  });

  check('frames of a frameset', async () => {
    const page = await fixture.show(
      '<frameset cols="50%,50%"><frame name="l" src="/"><frame name="r" src="/two"></frameset>',
    );
    expect(await page.call(frameNamed(page, 'l').id, '() => document.title', '')).toBe('home');
    expect(await page.call(frameNamed(page, 'r').id, '() => document.title', '')).toBe('two');
  });

  check('a frame keeps its id when it moves to another site and back', async () => {
    const { origin, otherOrigin } = fixture.server;
    const page = await fixture.show('<iframe name="moves" src="/two"></iframe>');
    const { id, document } = frameNamed(page, 'moves');
    const documents = new Set([document]);
    const log = new PageLog(page);
    for (const url of [`${otherOrigin}/`, `${origin}/`, `${otherOrigin}/two`, `${origin}/two`]) {
      await page.evaluate(page.mainFrame, '(url) => { document.querySelector("iframe").src = url; }', [url]);
      const { frame } = await log.first(
        'frame-navigated',
        (event) => event.frame.url === url && event.frame.id === id,
      );
      documents.add(frame.document);
      expect(await here(page, id)).toBe(url);
    }
    expect(documents.size).toBe(5);
    expect(page.frames()).toHaveLength(2);
    expect(log.of('frame-detached')).toEqual([]);
  });

  check('child frames go away with their parent’s document when it moves to another site', async () => {
    const { otherOrigin } = fixture.server;
    fixture.server.serve({ '/parent': '<iframe name="child" src="/two"></iframe>' });
    const page = await fixture.show('<iframe name="parent" src="/parent"></iframe>');
    const log = new PageLog(page);
    const child = frameNamed(page, 'child');
    await page.evaluate(page.mainFrame, '(url) => { document.querySelector("iframe").src = url; }', [
      `${otherOrigin}/parent`,
    ]);
    await log.first('frame-navigated', ({ frame }) => frame.url === `${otherOrigin}/parent`);
    await log.first('frame-detached', ({ frame }) => frame === child.id);
    const moved = await log.until('the new child', () =>
      page.frames().find(({ url }) => url === `${otherOrigin}/two`),
    );
    expect(moved.parent).toBe(frameNamed(page, 'parent').id);
    expect(page.frames()).toHaveLength(3);
    expect((await failure(here(page, child.id))).code).toBe('frame-gone');
  });

  for (const kind of ['same-origin', 'cross-origin'] as const)
    check(`a removed ${kind} frame is gone, and its pending calls are rejected`, async () => {
      const site = kind === 'same-origin' ? fixture.server.origin : fixture.server.otherOrigin;
      const page = await fixture.show(`<iframe src="${site}/two"></iframe>`);
      const { id } = frameAt(page, `${site}/two`);
      const log = new PageLog(page);
      await page.call(id, '() => ""', '');
      const pending = failure(page.call(id, '() => new Promise((done) => { globalThis.done = done; })', ''));
      await page.evaluate(page.mainFrame, '() => document.querySelector("iframe").remove()', []);
      await log.first('frame-detached', ({ frame }) => frame === id);
      expect((await pending).code).toBe('frame-gone');
      expect(page.frames().map((frame) => frame.id)).toEqual([page.mainFrame]);
      expect((await failure(here(page, id))).code).toBe('frame-gone');
    });

  check('a frame added later is announced, in a cross-origin parent too', async () => {
    const { otherOrigin } = fixture.server;
    const page = await fixture.show(`<iframe src="${otherOrigin}/two"></iframe>`);
    const parent = frameAt(page, `${otherOrigin}/two`);
    const log = new PageLog(page);
    await page.evaluate(
      parent.id,
      '() => { document.body.append(Object.assign(document.createElement("iframe"), { src: "/" })); }',
      [],
    );
    const { frame } = await log.first('frame-attached');
    expect(frame.parent).toBe(parent.id);
    await log.first(
      'frame-navigated',
      (event) => event.frame.id === frame.id && event.frame.url === `${otherOrigin}/`,
    );
    expect(await here(page, frame.id)).toBe(`${otherOrigin}/`);
  });

  check('navigating the page removes its frames', async () => {
    const page = await fixture.show(
      `<iframe src="/two"></iframe><iframe src="${fixture.server.otherOrigin}/two"></iframe>`,
    );
    expect(page.frames()).toHaveLength(3);
    const gone = page.frames().slice(1);
    await fixture.open(page, `${fixture.server.origin}/two`);
    expect(page.frames()).toHaveLength(1);
    for (const { id } of gone) expect((await failure(here(page, id))).code).toBe('frame-gone');
  });

  check('a fragment navigation in a child frame is reported for the child', async () => {
    const page = await fixture.show(`<iframe src="${fixture.server.otherOrigin}/two"></iframe>`);
    const child = frameAt(page, `${fixture.server.otherOrigin}/two`);
    const log = new PageLog(page);
    await page.evaluate(child.id, '() => { location.hash = "x"; }', []);
    const { frame, sameDocument } = await log.first('frame-navigated');
    expect({ ...frame, sameDocument }).toMatchObject({
      id: child.id,
      document: child.document,
      url: `${fixture.server.otherOrigin}/two#x`,
      sameDocument: true,
    });
  });

  check('an unknown frame is reported as gone', async () => {
    const page = await fixture.page();
    expect((await failure(page.call('no-such-frame', '() => ""', ''))).code).toBe('frame-gone');
    expect((await failure(page.evaluate('no-such-frame', '() => 1', []))).code).toBe('frame-gone');
  });
}
