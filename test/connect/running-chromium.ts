/** A Chromium with remote debugging, as a person would have started it, and a line to it that can be cut. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChrome } from '../../src/browsers/chrome.js';
import { findBrowser } from '../../src/browsers/find.js';

export interface RunningChromium {
  port: number;
  pid: number;
  /** Its profile folder. */
  folder: string;
  /** `kill -9`. */
  kill(): Promise<void>;
  dispose(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function runChromium(
  folder = join(mkdtempSync(join(tmpdir(), 'sightline-connect-')), 'profile'),
): Promise<RunningChromium> {
  const browser = findBrowser('chromium');
  if (!browser) throw new Error('no chromium on this machine');
  // With port 0 it tells its port in its profile, as it does when a person turns remote debugging on.
  const args = ['--site-per-process', '--remote-debugging-port=0'];
  const running = await launchChrome({ browser, profile: folder, args });
  const port = Number((await written(join(folder, 'DevToolsActivePort'))).split('\n')[0]);
  return {
    port,
    pid: running.pid,
    folder,
    async kill() {
      await running.kill();
    },
    async dispose() {
      await running.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function written(file: string): Promise<string> {
  for (;;) {
    if (existsSync(file)) return readFileSync(file, 'utf8');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface CutLine {
  port: number;
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** A TCP proxy in front of a port. */
export async function lineTo(target: number): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    if (!whole) {
      socket.destroy();
      return;
    }
    const far = dial(target, '127.0.0.1');
    far.on('error', () => socket.destroy()).once('close', () => socket.destroy());
    socket.once('close', () => far.destroy());
    socket.pipe(far).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend() {
      whole = true;
    },
    close() {
      cut();
      server.close();
    },
  };
}
