import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOwnBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

// In its own file: all later pages of the hung site share its process.
describeOwnBrowsers('a frame that hangs', (browser) => {
  it('is reported in its place, and the rest is returned', async () => {
    server.serve({
      '/': `<iframe title="stuck" src="${server.otherOrigin}/stuck"></iframe><iframe title="fine" src="/fine"></iframe><button>Main</button>`,
      '/stuck': `<script>addEventListener('message', () => { parent.postMessage('stuck', '*'); setTimeout(() => { for (;;); }); })</script>`,
      '/fine': '<button>Fine</button>',
    });
    const page = await browser().newPage();
    await page.goto(`${server.origin}/`);
    await page.evaluate(`() => new Promise((resolve) => {
      onmessage = () => resolve();
      frames[0].postMessage('go', '*');
    })`);
    const { text } = await page.ariaSnapshotWithFrames();
    expect(text).toContain('button "Main"');
    expect(text).toContain('button "Fine"');
    expect(text).toMatch(/iframe "stuck" .*\[frame unavailable: it did not answer within \d+ ms\]/);
  });
});
