/** A real chromedriver: the smallest WebDriver endpoint. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from '../../src/browsers/find.js';
import { freePort } from '../connect/running-chromium.js';

const CHROMEDRIVER = '/usr/bin/chromedriver';

/** Why there is none on this machine; undefined: there is. */
export const noChromedriver = existsSync(CHROMEDRIVER)
  ? undefined
  : `no ${CHROMEDRIVER}: apt install chromium-driver`;

export interface Chromedriver {
  url: string;
  /** Whether it still has the session. */
  has(session: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function startChromedriver(): Promise<Chromedriver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(CHROMEDRIVER, [`--port=${port}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (/started successfully/.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`chromedriver ended: ${said}`)));
  });
  return {
    url,
    has: async (session) => (await fetch(`${url}/session/${session}/window`)).status === 200,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // Its browsers end with it.
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export function chromiumCapabilities() {
  return {
    browserName: 'chrome',
    'goog:chromeOptions': {
      binary: findBrowser('chromium')?.executable,
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--site-per-process'],
    },
  };
}

/** A session that somebody else started. */
export async function newSession(url: string): Promise<{
  id: string;
  webSocketUrl: string;
  browserVersion: string;
  pid: number;
}> {
  const alwaysMatch = {
    ...chromiumCapabilities(),
    webSocketUrl: true,
    unhandledPromptBehavior: { default: 'ignore', file: 'dismiss' },
  };
  const answer = await fetch(`${url}/session`, {
    method: 'POST',
    body: JSON.stringify({ capabilities: { alwaysMatch } }),
  });
  const { value } = (await answer.json()) as {
    value: {
      sessionId: string;
      capabilities: { webSocketUrl: string; browserVersion: string; 'goog:processID': number };
    };
  };
  const { webSocketUrl, browserVersion, 'goog:processID': pid } = value.capabilities;
  return { id: value.sessionId, webSocketUrl, browserVersion, pid };
}
