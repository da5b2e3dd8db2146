import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, SnapshotNode } from '../../src/index.js';
import { describeBrowsers } from '../support/browsers.js';
import { handle, local } from '../support/local-refs.js';
import { type FixtureServer, startServer } from '../support/server.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const button = (name: string) => `<button>${name}</button>`;
const body = (html: string) => `<!doctype html><meta charset="utf-8"><body>${html}</body>`;

function nodes(root: SnapshotNode): SnapshotNode[] {
  return [root, ...root.children.flatMap((child) => ('ref' in child ? nodes(child) : []))];
}

describeBrowsers('frames', (browser) => {
  async function open(html: string, routes: Record<string, string> = {}): Promise<Page> {
    server.serve({
      '/': body(html),
      ...Object.fromEntries(Object.entries(routes).map(([path, text]) => [path, body(text)])),
    });
    const page = await browser().newPage();
    await page.goto(`${server.origin}/`);
    return page;
  }

  const kinds: Record<string, { html: () => string; crossOrigin: boolean }> = {
    'same-origin': { html: () => '<iframe title="f" src="/child"></iframe>', crossOrigin: false },
    'cross-origin': {
      html: () => `<iframe title="f" src="${server.otherOrigin}/child"></iframe>`,
      crossOrigin: true,
    },
    srcdoc: {
      html: () => `<iframe title="f" srcdoc="${button('Inside').replaceAll('"', '&quot;')}"></iframe>`,
      crossOrigin: false,
    },
    data: {
      html: () => `<iframe title="f" src="data:text/html,${button('Inside')}"></iframe>`,
      crossOrigin: true,
    },
    sandboxed: { html: () => '<iframe title="f" sandbox src="/child"></iframe>', crossOrigin: true },
    blob: {
      html: () =>
        `<iframe title="f"></iframe><script>document.querySelector('iframe').src = URL.createObjectURL(new Blob(['${button('Inside')}'], { type: 'text/html' }))</script>`,
      crossOrigin: false,
    },
    'about:blank written by its parent': {
      html: () =>
        `<iframe title="f"></iframe><script>document.querySelector('iframe').contentDocument.body.innerHTML = '${button('Inside')}'</script>`,
      crossOrigin: false,
    },
    'in <object>, which hides what stands for it': {
      html: () => '<object title="f" type="text/html" data="/child">instead <a href="/">of it</a></object>',
      crossOrigin: false,
    },
    'in <object>, of another origin': {
      html: () => `<object title="f" type="text/html" data="${server.otherOrigin}/child">instead</object>`,
      crossOrigin: true,
    },
    'in <embed>': {
      html: () => '<embed title="f" type="text/html" src="/child">',
      crossOrigin: false,
    },
    'in <embed>, of another origin': {
      html: () => `<embed title="f" type="text/html" src="${server.otherOrigin}/child">`,
      crossOrigin: true,
    },
    'in an open shadow root': {
      html: () =>
        `<div id="h"></div><script>document.querySelector('#h').attachShadow({ mode: 'open' }).innerHTML = '<iframe title="f" src="/child"></iframe>'</script>`,
      crossOrigin: false,
    },
    'in a closed shadow root': {
      html: () =>
        `<x-h></x-h><script>customElements.define('x-h', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<iframe title="f" src="${server.otherOrigin}/child"></iframe>' } })</script>`,
      crossOrigin: true,
    },
  };
  it.each(Object.entries(kinds))('%s', async (_, { html, crossOrigin }) => {
    const page = await open(html(), { '/child': button('Inside') });
    const inside = page.mainFrame.children[0]?.getByRole('button');
    await inside?.waitFor();
    const { text, json } = local(page, await page.ariaSnapshotWithFrames());
    expect(text).not.toContain('instead');
    expect(text).toMatch(/iframe "f" \[ref=e\d+\].*\n(.*\n)?\s+- button "Inside" \[ref=f1e\d+\]/);
    const [iframe] = nodes(json.root).filter((node) => node.isFrame);
    expect(iframe).toMatchObject({ isFrame: true, frame: 'f1', crossOrigin });
    expect(json.iframeRefs).toEqual([iframe?.ref]);
    expect(json.truncated).toBe(false);
    await inside?.click();
    expect(await page.mainFrame.children[0]?.evaluate('() => document.activeElement.textContent')).toBe(
      'Inside',
    );
    await page.close();
  });

  it('follows a page that redirects during the snapshot', async () => {
    const on = (to: string) => `<p>wait</p><script>setTimeout(() => location.replace('${to}'))</script>`;
    const page = await open('', {
      '/a': on('/b'),
      '/b': on('/c'),
      '/c': on('/end'),
      '/end': button('Arrived'),
    });
    for (let round = 0; round < 5; round++) {
      await page.goto(`${server.origin}/a?${round}`, { waitUntil: 'commit' });
      const looks: string[] = [];
      // Each snapshot may come between two redirects, none may fail.
      while (!looks.at(-1)?.includes('Arrived')) looks.push((await page.ariaSnapshotWithFrames()).text);
    }
    await page.close();
  });

  it('nests A in B in A, numbered depth first in document order', async () => {
    const page = await open(
      `<iframe title="one" src="${server.otherOrigin}/b"></iframe><iframe title="two" src="/leaf?2"></iframe>`,
      { '/b': `<iframe title="inner" src="${server.origin}/leaf?1"></iframe>`, '/leaf': button('Leaf') },
    );
    const { json } = local(page, await page.ariaSnapshotWithFrames());
    const frames = nodes(json.root).filter((node) => node.isFrame);
    expect(frames.map((node) => [node.name, node.ref, node.frame])).toEqual([
      ['one', expect.stringMatching(/^e\d+$/), 'f1'],
      ['inner', expect.stringMatching(/^f1e\d+$/), 'f2'],
      ['two', expect.stringMatching(/^e\d+$/), 'f3'],
    ]);
    expect(
      nodes(json.root)
        .filter((node) => node.role === 'button')
        .map((node) => node.ref),
    ).toEqual([expect.stringMatching(/^f2e/), expect.stringMatching(/^f3e/)]);
    await page.close();
  });

  it('marks iframes as boundaries in a snapshot of one frame', async () => {
    const page = await open('<iframe title="f" name="n" src="/child"></iframe>', {
      '/child': button('Inside'),
    });
    const { text, json } = local(page, await page.ariaSnapshot());
    expect(text).not.toContain('Inside');
    const [iframe] = nodes(json.root).filter((node) => node.isFrame);
    expect(iframe).toMatchObject({
      name: 'f',
      frameName: 'n',
      frameUrl: `${server.origin}/child`,
      children: [],
    });
    expect(json.iframeRefs).toEqual([iframe?.ref]);
    const child = local(page, await page.frame(handle(page, 'f1')).ariaSnapshot());
    expect(child.text).toContain('button "Inside" [ref=f1e');
    expect(child.json.url).toBe(`${server.origin}/child`);
    await page.close();
  });

  it('reads <frame> in <frameset>', async () => {
    server.serve({
      '/set': `<!doctype html><frameset cols="50%,50%"><frame title="left" src="/left"><frame title="right" src="${server.otherOrigin}/right"></frameset>`,
      '/left': body(button('L')),
      '/right': body(button('R')),
    });
    const page = await browser().newPage();
    await page.goto(`${server.origin}/set`);
    const { text } = local(page, await page.ariaSnapshotWithFrames());
    expect(text).toMatch(/button "L" \[ref=f1e\d+\]/);
    expect(text).toMatch(/button "R" \[ref=f2e\d+\]/);
    await page.close();
  });

  it('reads 50 frames', async () => {
    const frames = Array.from(
      { length: 50 },
      (_, n) => `<iframe title="t${n}" srcdoc="<button>b${n}</button>"></iframe>`,
    );
    const page = await open(frames.join(''));
    const { json } = local(page, await page.ariaSnapshotWithFrames());
    const all = nodes(json.root);
    expect(all.filter((node) => node.isFrame).map((node) => node.frame)).toEqual(
      Array.from({ length: 50 }, (_, n) => `f${n + 1}`),
    );
    expect(
      all.filter((node) => node.role === 'button').map((node) => `${node.name} ${node.ref.split('e')[0]}`),
    ).toEqual(Array.from({ length: 50 }, (_, n) => `b${n} f${n + 1}`));
    await page.close();
  });

  it('says that a frame could not be loaded in the view of one frame, too', async () => {
    const page = await open('<iframe title="f" src="http://127.0.0.1:9/gone"></iframe><p>rest</p>');
    const { text, json } = await page.ariaSnapshot({ refs: 'full' });
    expect(text).toMatch(/iframe "f" .*\[frame unavailable: its page could not be loaded\]/);
    const iframe = nodes(json.root).find(({ isFrame }) => isFrame);
    expect(iframe?.frame).toMatch(/^c\d+p\d+f1$/);
    await expect(page.frame(iframe?.frame ?? '').ariaSnapshot()).rejects.toMatchObject({
      code: 'snapshot-failed',
      message: expect.stringContaining('could not be loaded'),
    });
    await page.close();
  });

  it('refuses a target with keys that it does not know', async () => {
    const page = await open('<p>x</p>');
    const target = { frameIndex: 0, selector: 'p' } as unknown as { selector: string };
    await expect(page.ariaSnapshot({ target })).rejects.toMatchObject({
      code: 'bad-argument',
      message: expect.stringContaining('frameIndex'),
    });
    await page.close();
  });

  it('says that a frame could not be loaded, instead of showing the browser’s error page', async () => {
    const page = await open('<iframe title="f" src="http://127.0.0.1:9/gone"></iframe><button>Main</button>');
    const { text } = await page.ariaSnapshotWithFrames();
    expect(text).toMatch(
      /iframe "f" .*\[src=http:\/\/127\.0\.0\.1:9\/gone\].*\[frame unavailable: its page could not be loaded\]/,
    );
    expect(text).toContain('button "Main"');
    await page.close();
  });

  it('keeps the numbers of frames and elements across snapshots and navigations of a frame', async () => {
    const page = await open('<iframe title="a" src="/one"></iframe><iframe title="b" src="/two"></iframe>', {
      '/one': button('One'),
      '/two': button('Two'),
      '/three': button('Three'),
    });
    const first = local(page, await page.ariaSnapshotWithFrames());
    expect(local(page, await page.ariaSnapshotWithFrames()).text).toBe(first.text);
    const [one] = /f1e\d+(?=\])/.exec(first.text.slice(first.text.indexOf('"One"'))) ?? [''];
    await page.evaluate(
      `() => new Promise((done) => { const f = document.querySelector('iframe'); f.onload = () => done(); f.src = '/three' })`,
    );
    const later = local(page, await page.ariaSnapshotWithFrames());
    const [three] = /f1e\d+(?=\])/.exec(later.text.slice(later.text.indexOf('"Three"'))) ?? [''];
    expect(Number(three.split('e')[1])).toBeGreaterThan(Number(one.split('e')[1]));
    await expect(page.locatorFromRef(handle(page, one)).find()).rejects.toMatchObject({
      code: 'ref-stale',
      message: expect.stringMatching(
        /^This ref is from a stale snapshot\. Take a fresh snapshot\. .*was button "One"; the document navigated/,
      ),
    });
    await page.evaluate(`() => document.querySelector('iframe').remove()`);
    const after = local(page, await page.ariaSnapshotWithFrames());
    expect(after.text).toContain('ref=f2e');
    expect(() => page.locatorFromRef(handle(page, three))).toThrow(/stale snapshot.*removed from the page/);
    await page.close();
  });

  it('shows a part: by ref, and by selector in one frame', async () => {
    const page = await open(
      `<main><section aria-label="s">${button('In')}</section>${button('Out')}</main><iframe title="f" src="/child"></iframe>`,
      {
        '/child': `<div id="x">${button('Deep')}</div>${button('Other')}`,
      },
    );
    const { text } = local(page, await page.ariaSnapshotWithFrames());
    const [, ref = ''] = /region "s" \[ref=(e\d+)\]/.exec(text) ?? [];
    const part = await page.ariaSnapshot({ target: handle(page, ref) });
    expect(part.text).toContain('"In"');
    expect(part.text).not.toContain('"Out"');
    const inFrame = await page.ariaSnapshot({ target: { frame: handle(page, 'f1'), selector: '#x' } });
    expect(inFrame.text).toContain('"Deep"');
    expect(inFrame.text).not.toContain('"Other"');
    const byXPath = await page.ariaSnapshot({
      target: { frame: handle(page, 'f1'), selector: 'xpath=//div' },
    });
    expect(byXPath.text).toBe(inFrame.text);
    await expect(page.ariaSnapshot({ target: { selector: '#x' } })).rejects.toMatchObject({
      code: 'no-match',
    });
    await expect(page.ariaSnapshot({ target: { selector: '##' } })).rejects.toMatchObject({
      code: 'bad-selector',
    });
    await page.close();
  });

  it('reuses unchanged parts of the last capture, with the same result as a new one', async () => {
    const page = await open(
      `<nav>${button('One')}${button('Two')}</nav><p id="p">text</p><label>Name <input></label>
       <section><iframe title="f" src="${server.otherOrigin}/child"></iframe></section><footer>${button('End')}</footer>`,
      { '/child': `<h1>Inside</h1><ul><li>a</li><li>b</li></ul>` },
    );
    const child = (script: string) => page.frames().at(-1)?.evaluate(script);
    const changes = [
      () => page.evaluate(`() => { p.textContent = 'other'; }`),
      () => page.evaluate(`() => { document.querySelector('input').value = 'typed'; }`),
      () => child(`() => { document.querySelector('li').remove(); }`),
      () => page.evaluate(`() => { document.querySelector('nav').lastChild.remove(); }`),
      () => page.evaluate(`() => { p.append(document.querySelector('nav')); }`),
      () =>
        child(
          `() => { document.querySelector('h1').insertAdjacentHTML('afterend', '<button>New</button>'); }`,
        ),
      () => page.evaluate(`() => { document.querySelector('footer').style.display = 'none'; }`),
    ];
    let { root } = (await page.ariaSnapshotWithFrames()).json;
    for (const change of changes) {
      const before = JSON.stringify(root);
      await change();
      const now = (await page.ariaSnapshotWithFrames()).json.root;
      expect(JSON.stringify(root)).toBe(before);
      expect(JSON.stringify(now)).not.toBe(before);
      for (const frame of page.frames()) frame.memory.rows = frame.memory.tree = undefined;
      expect((await page.ariaSnapshotWithFrames()).json.root).toEqual(now);
      root = now;
    }
    await page.close();
  });

  it('gives every ref the browser’s own node id on request', async () => {
    const page = await open(`${button('A')}<iframe title="f" src="${server.otherOrigin}/child"></iframe>`, {
      '/child': button('B'),
    });
    const { json } = await page.ariaSnapshotWithFrames({ backendNodeIds: true });
    const ids = nodes(json.root).map((node) => node.backendNodeId ?? node.sharedId);
    expect(ids.length).toBeGreaterThan(4);
    expect(ids).not.toContain(undefined);
    await page.close();
  });
});
