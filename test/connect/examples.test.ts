/** The examples of docs/connect.md, each run as a person would run it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/browsers/find.js';
import { chromiumCapabilities, startChromedriver } from '../support/chromedriver.js';
import { noChromedriver } from '../support/selenium.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { example } from './example.js';
import { runChromium } from './running-chromium.js';

const chromium = findBrowser('chromium')?.executable ?? '';
let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': '<title>Till</title><h1>Till</h1><button onclick="this.textContent = \'Paid\'">Pay</button>',
  });
});
afterAll(() => server.close());

describe('examples', () => {
  it('playwright', async () => {
    const said = await example('playwright', `${server.origin}/`, chromium);
    expect(said).toContain('button "Pay"');
    expect(said).toMatch(/e\d+ is Paid/);
    expect(said).toContain('Playwright goes on: Till');
  });

  it('puppeteer', async () => {
    const said = await example('puppeteer', `${server.origin}/`, chromium);
    expect(said).toContain('button "Pay"');
    expect(said).toContain('Puppeteer goes on: Till');
  });

  it('running-chrome', async () => {
    const running = await runChromium();
    try {
      const address = `http://127.0.0.1:${running.port}`;
      await fetch(`${address}/json/new?${encodeURIComponent(`${server.origin}/`)}`, { method: 'PUT' });
      expect(await example('running-chrome', address)).toContain(`${server.origin}/`);
      expect(await (await fetch(`${address}/json/list`)).text()).toContain(`${server.origin}/`);
    } finally {
      await running.dispose();
    }
  });

  it.skipIf(noChromedriver !== undefined)('webdriver, with chromedriver', async () => {
    const chromedriver = await startChromedriver();
    try {
      const capabilities = JSON.stringify(chromiumCapabilities());
      const said = await example('webdriver', chromedriver.url, `${server.origin}/`, capabilities);
      expect(said).toMatch(/^Chrome [\d.]+ over cdp/);
      expect(said).toContain('button "Pay"');
    } finally {
      await chromedriver.close();
    }
  });
});
