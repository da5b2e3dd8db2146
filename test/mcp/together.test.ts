/**
 * Tools that combine several things: several calls in one, drops from outside, waits for changes, screenshots
 * with refs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const PAGE = `<!doctype html><title>Together</title>
<label>Name <input id=name></label>
<button id=save onclick="saved = (window.saved ?? 0) + 1; this.textContent = 'Saved'">Save</button>
<div id=zone style="width:200px;height:60px;border:1px solid" role=group aria-label=Zone>Zone</div>
<p id=status role=status>Waiting</p>
<script>
  zone.ondragover = (event) => event.preventDefault();
  zone.ondrop = (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    dropped = [event.dataTransfer.getData('text/plain'), ...[...files].map(({ name }) => name)];
  };
</script>`;

describe.each(BROWSERS)('several things at once (%s)', (browser) => {
  let server: FixtureServer;
  let mcp: McpClient;
  let folder: string;

  beforeAll(async () => {
    server = await startServer({ '/favicon.ico': '', '/page': PAGE, '/slow': 'done' });
    server.serve({
      '/outer': `<!doctype html><title>Outer</title><style>iframe{width:400px;height:200px}</style>
        <button>First</button><iframe src="${server.otherOrigin}/page"></iframe>`,
    });
    folder = mkdtempSync(join(tmpdir(), 'sightline-together-'));
    mcp = await openClient(['--browser', browser], folder);
  });
  afterAll(async () => {
    await mcp?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (path: string) => mcp.call('browser_navigate', { url: server.origin + path });

  describe('in one call', () => {
    beforeEach(async () => {
      await open('/page');
    });

    it('runs steps in order and shows the page after the last', async () => {
      const name = await mcp.ref('textbox "Name"');
      const save = await mcp.ref('button "Save"');
      const reply = await mcp.call('browser_batch', {
        steps: [
          { tool: 'browser_type', args: { target: name, text: 'Ada' } },
          { tool: 'browser_click', args: { target: save } },
        ],
      });
      expect(reply.isError).toBe(false);
      expect(await mcp.evaluate('() => [document.getElementById("name").value, saved]')).toEqual(['Ada', 1]);
      expect(reply.section('Ran Playwright code')).toMatch(/fill\('Ada'\).*\n.*click\(\)/);
      expect(reply.section('Snapshot')).toContain('Saved');
    });

    it('stops at the first failure, says where, and shows what was done', async () => {
      const save = await mcp.ref('button "Save"');
      const reply = await mcp.call('browser_batch', {
        steps: [
          { tool: 'browser_click', args: { target: save } },
          { tool: 'browser_click', args: { target: 'e9999' } },
          { tool: 'browser_click', args: { target: save } },
        ],
      });
      expect(reply.isError).toBe(true);
      expect(reply.section('Error')).toContain(
        'Step 2 of 3 (browser_click) failed; step 1 was done, 1 after it',
      );
      expect(reply.section('Error')).toContain('Ref not found');
      expect(reply.section('Snapshot')).toContain('Saved');
      expect(await mcp.evaluate('() => saved')).toBe(1);
    });

    it('does nothing if a step is no tool, or is a batch', async () => {
      const save = await mcp.ref('button "Save"');
      for (const tool of ['browser_fly', 'browser_batch']) {
        const reply = await mcp.call('browser_batch', {
          steps: [{ tool: 'browser_click', args: { target: save } }, { tool }],
        });
        expect(reply.section('Error')).toContain('Step 2');
      }
      expect(await mcp.evaluate('() => window.saved')).toBeUndefined();
    });
  });

  it('drops data, and files from its folder', async () => {
    await open('/page');
    const target = await mcp.ref('group "Zone"');
    await mcp.call('browser_drop', { target, data: { 'text/plain': 'hello' } });
    expect(await mcp.evaluate('() => dropped')).toEqual(['hello']);
    const path = join(folder, 'note.txt');
    writeFileSync(path, 'x');
    await mcp.call('browser_drop', { target, paths: [path] });
    expect(await mcp.evaluate('() => dropped')).toEqual(['', 'note.txt']);
    expect((await mcp.call('browser_drop', { target, paths: ['/etc/hostname'] })).isError).toBe(true);
    expect((await mcp.call('browser_drop', { target })).text).toContain('Error (bad-argument)');
  });

  it('drops into a cross-origin iframe', async () => {
    await open('/outer');
    const target = await mcp.ref('group "Zone"');
    await mcp.call('browser_drop', { target, data: { 'text/plain': 'inside' } });
    expect(await mcp.evaluate('() => dropped', { target })).toEqual(['inside']);
  });

  it('waits until an element differs from its last view, even if it already does', async () => {
    await open('/page');
    const target = await mcp.ref('status');
    await mcp.evaluate(
      '() => void setTimeout(() => { document.getElementById("status").textContent = "Done"; }, 60)',
    );
    const reply = await mcp.call('browser_wait_for', { target, state: 'changed' });
    expect(reply.isError).toBe(false);
    expect(await mcp.evaluate('(e) => e.textContent', { target })).toBe('Done');
    // Changed since the last view, before the wait began.
    await mcp.evaluate('() => { document.getElementById("status").textContent = "More"; }');
    expect((await mcp.call('browser_wait_for', { target, state: 'changed' })).isError).toBe(false);
    const never = await mcp.call('browser_wait_for', { target, state: 'changed', time: 0.2 });
    expect(never.section('Error')).toContain('timeout');
  });

  it('waits for the network', async () => {
    await open('/page');
    await mcp.evaluate(
      '() => { arrived = 0; const next = (left) => fetch("/slow?" + left).then((reply) => reply.text()).then(() => { arrived++; if (left > 1) next(left - 1); }); next(3); }',
    );
    expect((await mcp.call('browser_wait_for', { networkQuiet: true })).isError).toBe(false);
    expect(await mcp.evaluate('() => arrived')).toBe(3);
  });

  it('passes several elements of a frame to a script', async () => {
    await open('/outer');
    const targets = [await mcp.ref('textbox "Name"'), await mcp.ref('button "Save"')];
    expect(await mcp.evaluate('(a, b) => [a.id, b.id]', { targets })).toEqual(['name', 'save']);
    const first = await mcp.ref('button "First"');
    const mixed = await mcp.call('browser_evaluate', { function: '() => 1', targets: [first, ...targets] });
    expect(mixed.section('Error')).toContain('several frames');
  });

  it('draws refs on a screenshot, in frames too, and leaves the page unchanged', async () => {
    await open('/outer');
    const before = await mcp.evaluate('() => document.documentElement.outerHTML');
    const plain = await mcp.call('browser_take_screenshot', { scale: 'css' });
    const marked = await mcp.call('browser_take_screenshot', { annotate: true });
    expect(marked.images[0]?.data.length).toBeGreaterThan(
      plain.images[0]?.data.length ?? Number.POSITIVE_INFINITY,
    );
    expect(await mcp.evaluate('() => document.documentElement.outerHTML')).toBe(before);
    const [save, first] = [await mcp.ref('button "Save"'), await mcp.ref('button "First"')];
    const picture = JSON.stringify(`data:image/png;base64,${marked.images[0]?.data}`);
    for (const target of [first, save]) {
      const marks = await mcp.evaluate(
        '(e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }',
        { target },
      );
      const [x = 0, y = 0, width = 0, height = 0] = marks as number[];
      const frame =
        target === save
          ? ((await mcp.evaluate(
              '() => { const f = document.querySelector("iframe").getBoundingClientRect(); return [f.x + 2, f.y + 2]; }',
            )) as number[])
          : [0, 0];
      // The center of the right edge has the color of a mark, which the page itself does not contain.
      const pixel = await mcp.evaluate(`async () => {
        const image = await createImageBitmap(await (await fetch(${picture})).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        return [...context.getImageData(${Math.round(x + width + (frame[0] ?? 0))} - 1, ${Math.round(y + height / 2 + (frame[1] ?? 0))}, 2, 1).data].slice(0, 3);
      }`);
      const [red = 0, green = 0, blue = 0] = pixel as number[];
      expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeGreaterThan(50);
    }
  });

  it('takes screenshots as webp', async () => {
    await open('/page');
    const { images } = await mcp.call('browser_take_screenshot', { type: 'webp' });
    expect(
      Buffer.from(images[0]?.data ?? '', 'base64')
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
  });
});
