/** The examples of docs/connect.md, each run as a person would run it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/browsers/find.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { freePort, runChromium } from './running-chromium.js';

const CHROMEDRIVER = '/usr/bin/chromedriver';
const chromium = findBrowser('chromium')?.executable ?? '';
let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': '<title>Till</title><h1>Till</h1><button onclick="this.textContent = \'Paid\'">Pay</button>',
  });
});
afterAll(() => server.close());

/** What an example prints; it has to end well. */
async function example(name: string, ...args: string[]): Promise<string> {
  const file = join(import.meta.dirname, '../../examples/connect', `${name}.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, said]).toEqual([0, said]);
  return said;
}

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

  it.skipIf(!existsSync(CHROMEDRIVER))('webdriver, with chromedriver', async () => {
    const port = await freePort();
    const chromedriver = spawn(CHROMEDRIVER, [`--port=${port}`], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await new Promise((resolve) => {
        chromedriver.stdout.on('data', (chunk) => /started successfully/.test(String(chunk)) && resolve(0));
      });
      const capabilities = {
        browserName: 'chrome',
        'goog:chromeOptions': { binary: chromium, args: ['--headless', '--no-sandbox'] },
      };
      const address = `http://127.0.0.1:${port}`;
      const said = await example('webdriver', address, `${server.origin}/`, JSON.stringify(capabilities));
      expect(said).toMatch(/^Chrome [\d.]+ over cdp/);
      expect(said).toContain('button "Pay"');
    } finally {
      chromedriver.kill('SIGKILL');
    }
  });
});
