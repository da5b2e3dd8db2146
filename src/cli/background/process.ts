/**
 * The process of a background session: one host, one agent, one socket. It ends on request, on a signal, or after a time
 * without requests, and removes its folder.
 *
 * It reads its options from stdin, because other users can read a command line. It reports its start in one line on
 * stdout and writes nothing more there.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Agent } from '../../agent/agent.js';
import type { Host } from '../../agent/host.js';
import { takeTurn } from '../../agent/turn.js';
import { reasonOf, SightlineError } from '../../errors.js';
import { IdleClock, idleWithout } from '../../mcp/idle.js';
import { TOOLS } from '../../tools/index.js';
import { type BackgroundInfo, claimName, prepareFolder, removeFolder } from './folder.js';
import { onMessage, type Request, SIGN_OF_LIFE, send } from './wire.js';

export interface BackgroundOptions {
  info: Pick<BackgroundInfo, 'name' | 'version' | 'options'>;
  host: Host;
  /** Milliseconds without a request after which the session ends; 0: never. */
  idleTimeout: number;
}

/** The longest socket path in bytes that works everywhere; macOS has the lowest limit. */
const MAX_ADDRESS = 103;

/** Runs until the session ends. `onReady` is called when a session with this name runs, this one or another. */
export async function serveBackground(
  { info: given, host, idleTimeout }: BackgroundOptions,
  onReady: () => void,
): Promise<void> {
  const agent = new Agent(host);
  const token = randomBytes(24).toString('base64url');
  const prepared = await prepareFolder();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const idle = new IdleClock(idleTimeout, end);
  idleWithout(idle, host);
  const waiting = new Set<Socket>();
  let useful = false;

  const server = createServer((socket) => {
    // `close` follows and is handled.
    socket.on('error', () => undefined);
    onMessage<Request>(socket, (request) => {
      signLife(socket);
      if (!request || !isAuthentic(request.token, token)) {
        send(socket, { type: 'refused', message: 'The request does not belong to this session' });
        socket.end();
      } else if (request.type === 'end') {
        waiting.add(socket);
        end();
      } else {
        const over = idle.begin();
        void answer(agent, request, socket)
          .then((worked) => {
            useful ||= worked || agent.pages().length > 0;
            // The browser did not start with these flags. End, so that the next command can use others.
            if (!useful) end();
          })
          .finally(over);
      }
    });
  });

  const address = await listen(server, prepared, given.name);
  const info: BackgroundInfo = {
    ...given,
    pid: process.pid,
    token,
    address,
    since: new Date().toISOString(),
  };
  const folder = join(dirname(prepared), info.name);
  const claimed = await claimName(prepared, addressIn(info, prepared, folder));
  if (!claimed) {
    removeFolder(prepared);
    server.close();
    onReady();
    return;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  onReady();
  idle.start();
  await ended;
  idle.stop();
  server.close();
  await host.end();
  removeFolder(folder);
  for (const socket of waiting) send(socket, { type: 'ended' });
  await Promise.all([...waiting].map(flushed));
}

/** Shows a command that its request is being worked on: a stopped process sends nothing. */
function signLife(socket: Socket): void {
  send(socket, { type: 'working' });
  const timer = setInterval(() => send(socket, { type: 'working' }), SIGN_OF_LIFE);
  socket.once('close', () => clearInterval(timer));
}

/** Returns false if the call failed, which ends a session that has not been used yet. */
async function answer(
  agent: Agent,
  { tool: name, args }: Extract<Request, { type: 'call' }>,
  socket: Socket,
): Promise<boolean> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) {
    send(socket, { type: 'refused', message: `There is no tool ${name}` });
    socket.end();
    return true;
  }
  const controller = new AbortController();
  socket.once('close', () => controller.abort());
  const onProgress = (line: string) => send(socket, { type: 'progress', line });
  const unsubscribe = agent.host.on('installing', onProgress);
  try {
    const { text, isError, data } = await takeTurn(agent, tool, args, {
      signal: controller.signal,
      onProgress,
    });
    send(socket, {
      type: 'answer',
      answer: { text, isError, ...(data && { data }) },
    });
    return !isError;
  } catch (error) {
    send(socket, { type: 'refused', message: reasonOf(error) });
    return true;
  } finally {
    unsubscribe();
    socket.end();
  }
}

/** A named pipe on Windows, else a socket file in the session's folder. */
async function listen(server: Server, folder: string, name: string): Promise<string> {
  const windows = process.platform === 'win32';
  const address = windows
    ? `\\\\.\\pipe\\sightline-${randomBytes(16).toString('hex')}`
    : join(folder, 'socket');
  const final = join(dirname(folder), name, 'socket');
  if (!windows && Math.max(Buffer.byteLength(address), Buffer.byteLength(final)) > MAX_ADDRESS)
    throw new SightlineError('session-failed', `${final} is too long for a socket path`, {
      hint: 'Set SIGHTLINE_RUNTIME to a folder with a shorter path.',
    });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve);
  });
  if (!windows) chmodSync(address, 0o600);
  return address;
}

function addressIn(info: BackgroundInfo, prepared: string, folder: string): BackgroundInfo {
  return { ...info, address: info.address.replace(prepared, folder) };
}

function isAuthentic(given: unknown, token: string): boolean {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function flushed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve()).end();
  });
}
