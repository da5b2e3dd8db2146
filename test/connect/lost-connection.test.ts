/** WebDriver BiDi over a line that is cut and mended: what still lives goes on, and what changed is told. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Browser, connect, type Page } from '../../src/index.js';
import { newSession, startChromedriver } from '../support/chromedriver.js';
import { noChromedriver } from '../support/selenium.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { lineTo } from './running-chromium.js';

let server: FixtureServer;
const asked: string[] = [];
beforeAll(async () => {
  server = await startServer({
    '/frame': '<title>Inner</title><label>Note <input></label>',
    '/leaving': '<title>Leaving</title><button>Stay</button>',
    '/closing': '<title>Closing</title>',
    '/left': (_, response) => {
      asked.push('/left');
      response.setHeader('content-type', 'text/html');
      response.end('<title>Left</title><button>Stay</button>');
    },
  });
  server.serve({
    '/framed': `<title>Framed</title><button>Outer</button><iframe src="${server.otherOrigin}/frame"></iframe>`,
  });
});
afterAll(() => server.close());

function refIn(text: string, line: RegExp): string {
  const ref = /\[ref=(\w+)\]/.exec(text.split('\n').find((each) => line.test(each)) ?? '')?.[1];
  if (ref === undefined) throw new Error(`no ${line} in\n${text}`);
  return ref;
}

async function opened(browser: Browser, path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${server.origin}${path}`);
  return page;
}

describe('a WebDriver session', () => {
  it.skipIf(noChromedriver !== undefined)('goes on over a mended line', async () => {
    const chromedriver = await startChromedriver();
    const { webSocketUrl } = await newSession(chromedriver.url);
    const line = await lineTo(Number(new URL(webSocketUrl).port));
    try {
      const browser = await connect(webSocketUrl.replace(/:\d+/, `:${line.port}`));
      const page = await opened(browser, '/framed');
      const { text } = await page.ariaSnapshotWithFrames();
      const leaving = await opened(browser, '/leaving');
      const stale = refIn((await leaving.ariaSnapshot()).text, /button "Stay"/);
      await leaving.evaluate('() => { window.popup = open("/closing"); }');
      const closing = await vi.waitFor(() => {
        const found = browser.pages().find(({ url }) => url.endsWith('/closing'));
        if (!found) throw new Error('no popup yet');
        return found;
      });
      const context = await browser.newContext();
      await leaving.evaluate('() => { setTimeout(() => { popup.close(); location.href = "/left"; }, 300); }');
      const pending = page.evaluate('() => new Promise(() => undefined)').catch((error) => error);
      line.cut();
      expect(await pending).toMatchObject({
        code: 'browser-disconnected',
        hint: expect.stringContaining('again'),
      });
      await vi.waitFor(() => expect(asked).toContain('/left'), { timeout: 20_000 });
      const filled = page.locatorFromRef(refIn(text, /textbox "Note"/)).fill('kept');
      line.mend();
      await filled;
      expect(browser.disconnected).toBeUndefined();
      const again = (await page.ariaSnapshotWithFrames()).text.replaceAll(' [active]', '');
      expect(again).toBe(text.replace(/textbox "Note".*$/m, (shown) => `${shown}: kept`));
      await page.locatorFromRef(refIn(text, /button "Outer"/)).click();
      await expect(leaving.locatorFromRef(stale).click()).rejects.toMatchObject({ code: 'ref-stale' });
      expect(leaving.url).toBe(`${server.origin}/left`);
      expect((await leaving.ariaSnapshot()).text).toContain('Stay');
      await vi.waitFor(() => expect(closing.closed).toBeDefined());
      await (await context.newPage()).goto(`${server.origin}/leaving`);
      await browser.close();
    } finally {
      line.close();
      await chromedriver.close();
    }
  });
});
