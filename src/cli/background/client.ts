/** The client of a background session: starts it, calls it and ends it. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, isSightlineError, reasonOf, SightlineError } from '../../errors.js';
import { type BackgroundInfo, findBackground, type Options } from './folder.js';
import { runtimeFolder } from './runtime-folder.js';
import { onMessage, type Reply, type Request, SIGN_OF_LIFE, send, type WireAnswer } from './wire.js';

/** The line in which the process of a session reports its start. */
export type StartReport =
  | { ready: true }
  | { ready: false; code?: ErrorCode; message: string; hint?: string };

/** Receives the stderr of the process. */
function logFile(name: string): string {
  return join(runtimeFolder(), `.${name}.log`);
}

/** Starts a session, or joins one that another process started at the same moment. */
export async function startBackground(name: string, options: Options): Promise<BackgroundInfo> {
  const report = await spawnBackground(name, options);
  if (!report.ready) {
    const { code = 'session-failed', message, hint } = report;
    throw new SightlineError(code, message, hint === undefined ? {} : { hint });
  }
  const found = await findBackground(name);
  if (found.state === 'running') return found.info;
  throw new SightlineError('session-failed', `The session "${name}" ended right after its start`, {
    hint: `See the log: ${logFile(name)}.`,
  });
}

async function spawnBackground(name: string, options: Options): Promise<StartReport> {
  const log = openSync(logFile(name), 'w', 0o600);
  const [, entry = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, entry, 'background', name], {
    detached: true,
    stdio: ['pipe', 'pipe', log],
    windowsHide: true,
  });
  closeSync(log);
  const died = new Promise<StartReport>((resolve) => {
    const report = (how: string) =>
      resolve({
        ready: false,
        message: `The session "${name}" did not start: ${how}`,
        hint: `See the log: ${logFile(name)}.`,
      });
    child.once('error', (error) => report(reasonOf(error)));
    child.once('exit', (code, signal) => report(`its process ended with ${signal ?? code}`));
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) return died; // The process was not started.
  stdin.on('error', () => undefined); // The process has ended; `died` reports it.
  stdin.end(JSON.stringify(options));
  try {
    return await Promise.race([firstLine(stdout), died]);
  } finally {
    stdout.destroy();
    child.unref();
  }
}

/** Never resolves if the stream ends first; then `died` does. */
function firstLine(stream: Readable): Promise<StartReport> {
  return new Promise((resolve) => {
    let said = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('\n')) resolve(JSON.parse(said));
    });
  });
}

/** Runs a tool. Closing the connection aborts the call in the session. */
export async function callBackground(
  info: BackgroundInfo,
  request: { tool: string; args: Record<string, unknown> },
  onProgress: (line: string) => void,
): Promise<WireAnswer> {
  const reply = await ask(info, { type: 'call', token: info.token, ...request }, onProgress);
  if (reply?.type === 'answer') return reply.answer;
  if (reply?.type === 'refused') throw new SightlineError('session-failed', reply.message);
  throw new SightlineError('session-failed', `The session "${info.name}" ended before it answered`, {
    hint: 'Its pages and refs are gone. Open the page again.',
  });
}

/** Returns when the browser and the process are gone. */
export async function endBackground(info: BackgroundInfo): Promise<void> {
  try {
    await ask(info, { type: 'end', token: info.token }, () => undefined);
  } catch (error) {
    // It was already ending and no longer listens.
    if (!isSightlineError(error, 'no-session') || !(await hasEnded(info))) throw error;
  }
}

/** A session that no longer listens is closing its browser: waits until it is gone. False if it stays. */
export async function hasEnded({ name, pid }: BackgroundInfo): Promise<boolean> {
  for (const end = Date.now() + CLOSING; Date.now() < end; await sleep(50)) {
    const found = await findBackground(name);
    if (found.state !== 'running' || found.info.pid !== pid) return true;
  }
  return false;
}

/** Milliseconds without a sign of life until the process counts as stopped. */
const SILENCE = 15 * SIGN_OF_LIFE;
/** Milliseconds to close a browser, even one that has to be killed on a busy machine. */
const CLOSING = 30_000;

/** The last reply; undefined if the session closed the connection without one. */
function ask(
  info: BackgroundInfo,
  request: Request,
  onProgress: (line: string) => void,
): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    let last: Reply | undefined;
    let reached = false;
    const socket: Socket = connect(info.address, () => {
      reached = true;
      send(socket, request);
    });
    const silence = setTimeout(() => {
      reject(notAnswering(info));
      socket.destroy();
    }, SILENCE);
    onMessage<Reply>(socket, (reply) => {
      silence.refresh();
      if (reply?.type === 'progress') onProgress(reply.line);
      else if (reply?.type !== 'working') last = reply;
    });
    socket.once('error', (cause) => {
      if (reached) return; // It died during the call; `close` follows and there is no reply.
      reject(new SightlineError('no-session', `The session "${info.name}" does not answer`, { cause }));
    });
    socket.once('close', () => {
      clearTimeout(silence);
      resolve(last);
    });
  });
}

function notAnswering({ name, pid }: BackgroundInfo): SightlineError {
  return new SightlineError(
    'session-failed',
    `The session "${name}" has not answered for ${SILENCE / 1_000} s: its process ${pid} may be stopped`,
    { hint: `Let it go on with \`kill -CONT ${pid}\`, or end it with \`kill -KILL ${pid}\`.` },
  );
}
