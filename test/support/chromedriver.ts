/** A real chromedriver: the smallest WebDriver endpoint. */
import { spawn } from 'node:child_process';
import { findBrowser } from '../../src/browsers/find.js';
import { descendantsOf, isRunning } from '../browsers/processes.js';
import { freePort } from '../connect/running-chromium.js';
import { CHROMEDRIVER } from './selenium.js';

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
      const browsers = process.platform === 'linux' ? descendantsOf(child.pid ?? 0) : [];
      child.kill('SIGTERM');
      await ended;
      // It leaves the browser of a session that nobody deleted.
      for (const pid of browsers) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    },
  };
}

export function chromiumCapabilities(...args: string[]) {
  return {
    browserName: 'chrome',
    'goog:chromeOptions': {
      binary: findBrowser('chromium')?.executable,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--hide-scrollbars',
        '--site-per-process',
        ...args,
      ],
    },
  };
}

/** A session that somebody else started, as Sightline would. */
export async function newSession(url: string): Promise<{
  id: string;
  webSocketUrl: string;
  browserVersion: string;
  pid: number;
}> {
  const alwaysMatch = {
    ...chromiumCapabilities('--disable-back-forward-cache'),
    webSocketUrl: true,
    unhandledPromptBehavior: { default: 'ignore', file: 'dismiss' },
  };
  const { origin, username, password } = new URL(url);
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(username !== '' && { authorization: `Basic ${btoa(`${username}:${password}`)}` }),
    },
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
