/** The private socket of a server, through which `sightline show` reaches the live view of its run. */
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isAlive, livingOwner } from '../../folder-owner.js';
import type { LiveEndpoint } from '../../show/live/live-window.js';
import { runtimeFolder } from '../background/runtime-folder.js';

const NAME = /^\.live-(\d+)$/;
/** The longest socket path in bytes that works everywhere. */
const MAX_ADDRESS = 103;

/** A named pipe on Windows, else a socket in a folder that only this user can enter. Undefined where the path is too long. */
function addressOf(pid: number): string | undefined {
  if (process.platform === 'win32') return `\\\\.\\pipe\\sightline-live-${pid}`;
  const path = join(runtimeFolder(), `.live-${pid}`);
  return Buffer.byteLength(path) > MAX_ADDRESS ? undefined : path;
}

/** The address of a run's server, if it is running. */
export async function liveSocketOf(run: string): Promise<string | undefined> {
  const pid = await livingOwner(run);
  return pid === undefined ? undefined : addressOf(pid);
}

/** Returns what closes it. */
export async function openLiveSocket(live: LiveEndpoint): Promise<() => void> {
  const address = addressOf(process.pid);
  if (address === undefined) return () => undefined;
  removeAbandoned();
  const server = createServer((request, response) => {
    live.handle((request.url ?? '/').slice(1), request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve);
  });
  if (process.platform !== 'win32') chmodSync(address, 0o600);
  // The server ends when its client does, not when the last viewer leaves.
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Sockets of processes that were killed, and one of an earlier process with our id. */
function removeAbandoned(): void {
  if (process.platform === 'win32') return;
  const folder = runtimeFolder();
  for (const name of readdirSync(folder)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) rmSync(join(folder, name), { force: true });
  }
}
