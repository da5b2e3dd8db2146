/** A video of a run: a real browser plays what a real server has recorded. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

let site: FixtureServer;
beforeAll(async () => {
  site = await startServer({
    '/': `<!doctype html><title>Colors</title><body style="background: rgb(255, 0, 0)">
      <button onclick="document.body.style.background = 'rgb(0, 0, 255)'">Blue</button>`,
    '/player': '<!doctype html><title>Player</title><video muted></video>',
  });
});
afterAll(() => site.close());

/** The color of a corner at the end of the video, with its size and length. */
const PLAY = `async () => {
  const video = document.querySelector('video');
  const on = (event) => new Promise((resolve, reject) => {
    video.addEventListener(event, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
  });
  const loaded = on('loadeddata');
  video.src = '/video.webm';
  await loaded;
  const { duration, videoWidth, videoHeight } = video;
  const ended = on('ended');
  await video.play();
  await ended;
  const context = new OffscreenCanvas(videoWidth, videoHeight).getContext('2d');
  context.drawImage(video, 0, 0);
  const [red, green, blue] = context.getImageData(videoWidth - 20, videoHeight - 20, 1, 1).data;
  return { isBlue: blue > 128 && red < 128 && green < 128, duration, videoWidth, videoHeight };
}`;

describe.each(BROWSERS)('a video (%s)', (engine) => {
  it('shows what happened on the page, and can be played', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-video-'));
    const args = ['--browser', engine, '--headless', '--workspace', folder, '--save-video', '640x360'];
    const mcp = await openClient(args, folder);
    await mcp.call('browser_navigate', { url: `${site.origin}/` });
    const output = join(folder, '.sightline', 'output');
    const files = () =>
      readdirSync(output)
        .filter((name) => name.endsWith('.webm'))
        .toSorted();
    const size = () => readFileSync(join(output, files()[0] ?? '')).length;
    await expect.poll(() => (files()[0] ? size() : 0)).toBeGreaterThan(300);
    expect(String((await mcp.call('browser_tabs', { action: 'list' })).text)).not.toContain('localhost/)');
    await mcp.call('browser_close');
    await mcp.call('browser_navigate', { url: `${site.origin}/` });
    await mcp.call('browser_click', { target: await mcp.ref('button "Blue"') });
    await mcp.close();
    // Each browser has its own file.
    expect(files()).toHaveLength(2);
    const bytes = readFileSync(join(output, files()[1] ?? ''));
    rmSync(folder, { recursive: true });
    site.serve({
      '/video.webm': (_, response) => void response.setHeader('content-type', 'video/webm').end(bytes),
    });
    const browser = await launchBrowser(engine);
    const page = await browser.newPage();
    await page.goto(`${site.origin}/player`);
    const played = await page.evaluate(PLAY);
    expect(played).toMatchObject({ isBlue: true, videoWidth: 640, videoHeight: 360 });
    expect((played as { duration: number }).duration).toBeGreaterThan(0.1);
    await browser.close();
  });
});
