/** Whether a browser really starts and answers: the version it reports over its own protocol. */
import { SightlineError } from '../errors.js';
import { launchChrome } from './chrome.js';
import type { FoundBrowser } from './find.js';
import { launchFirefox } from './firefox.js';

export interface ProbeOptions {
  sandbox?: boolean | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** `156.0.8078.79`. Throws what the start throws; nothing is left running. */
export async function probeBrowser(browser: FoundBrowser, options: ProbeOptions = {}): Promise<string> {
  if (browser.engine === 'chromium') {
    const process = await launchChrome({ browser, ...options });
    await process.kill();
    return process.endpoint.product.replace(/^.*\//, '');
  }
  const process = await launchFirefox({ browser, ...options });
  try {
    return await askFirefox(process.endpoint.url, options.timeoutMs ?? 15_000);
  } finally {
    await process.kill();
  }
}

async function askFirefox(url: string, timeoutMs: number): Promise<string> {
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  const answer = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    socket.once('error', reject).once('close', () => reject(new Error('the connection closed')));
    socket.once('message', (data) => resolve(String(data)));
    // `session.status` does not name the version; a new session does.
    socket.once('open', () =>
      socket.send(JSON.stringify({ id: 1, method: 'session.new', params: { capabilities: {} } })),
    );
    socket.once('close', () => clearTimeout(timer)).once('message', () => clearTimeout(timer));
  })
    .catch((cause: unknown) => {
      throw new SightlineError('browser-start-failed', `Firefox started but does not answer at ${url}.`, {
        cause,
      });
    })
    .finally(() => socket.terminate());
  const message: { result?: { capabilities?: { browserVersion?: string } } } = JSON.parse(answer);
  return message.result?.capabilities?.browserVersion ?? '';
}
