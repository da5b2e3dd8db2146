/** What both browsers share, from options to a browser that answers, or to one clear error. */
import { createServer } from 'node:net';
import { SightlineError } from '../errors.js';
import type { BrowserExit, BrowserProcess } from './browser-process.js';
import { type BrowserLaunchOptions, START_TIMEOUT_MS } from './launch-options.js';
import { openProfile, type Profile, profileRoot, removeProfile, sweepProfiles } from './profile.js';
import { copyProfile } from './profile-copy.js';
import { refuseLockedProfile } from './profile-lock.js';
import { type SpawnedBrowser, spawnBrowser } from './spawn.js';
import { notRunnable, startFailed, startTimedOut } from './start-failure.js';

export interface StartPlan<Endpoint> {
  /** Fills a fresh profile and says how to start on it. */
  prepare(profile: Profile): Promise<{ args: string[]; env: Record<string, string> }>;
  pipes: boolean;
  /** Runs after the browser has ended, before its temporary profile is removed. */
  ended?(profile: Profile, exit: BrowserExit): Promise<void>;
  /** Resolves once the browser has answered; the caller gives up when the signal aborts. */
  ready(spawned: SpawnedBrowser): Promise<Endpoint>;
}

export async function startBrowser<Endpoint>(
  options: BrowserLaunchOptions,
  plan: StartPlan<Endpoint>,
): Promise<BrowserProcess<Endpoint>> {
  const { browser, signal, timeoutMs = START_TIMEOUT_MS } = options;
  const { engine, executable } = browser;
  refuseAborted(signal);
  if (options.headless === false && browser.headlessOnly) {
    throw new SightlineError('unsupported', `${executable} is a build without windows.`, {
      hint: 'Launch headless, or install Chrome, Chromium or Edge.',
    });
  }
  if (options.port) await refusePortInUse(options.port);
  if (options.profile !== undefined) await refuseLockedProfile(engine, options.profile);

  const root = profileRoot(engine, executable);
  await sweepProfiles(root);
  const profile = await openProfile(options.profile, root);
  const { args, env } = await prepared(options, plan, profile).catch(async (error: unknown) => {
    await removeProfile(profile);
    throw error;
  });
  const spawned = await spawnBrowser({
    executable,
    args,
    env: { ...browser.env, ...env, ...options.env },
    profile,
    pipes: plan.pipes,
    ended: (exit) => plan.ended?.(profile, exit) ?? Promise.resolve(),
  }).catch((error: unknown) => {
    throw notRunnable(executable, error);
  });
  options.onSpawn?.();

  try {
    const endpoint = await firstOf(spawned, plan.ready(spawned), timeoutMs, signal);
    return {
      engine,
      executable,
      endpoint,
      pid: spawned.pid,
      profile: profile.folder,
      exited: spawned.exited,
      stderr: () => spawned.stderr.text(),
      kill: spawned.kill,
      close: (graceMs = 5_000) => closeWithin(spawned, graceMs),
    };
  } catch (failure) {
    const exit = await spawned.kill();
    await spawned.stderr.settled();
    const stderr = spawned.stderr.text();
    if (failure === DIED) throw startFailed({ executable, exit, stderr, profile: options.profile });
    if (failure === LATE) throw startTimedOut(executable, timeoutMs, stderr);
    throw failure;
  }
}

async function prepared<Endpoint>(
  { browser, profileCopy }: BrowserLaunchOptions,
  plan: StartPlan<Endpoint>,
  profile: Profile,
): Promise<{ args: string[]; env: Record<string, string> }> {
  if (profileCopy !== undefined) await copyProfile(browser, profileCopy, profile);
  return plan.prepare(profile);
}

const DIED = Symbol('the browser ended');
const LATE = Symbol('the browser took too long');

/** The endpoint, or the first of: the process ends, the deadline passes, the caller aborts. */
async function firstOf<T>(
  spawned: SpawnedBrowser,
  ready: Promise<T>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const settled = new AbortController();
  const failure = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(LATE), timeoutMs);
    settled.signal.addEventListener('abort', () => clearTimeout(timer));
    spawned.child.once('exit', () => reject(DIED));
    if (signal?.aborted) reject(aborted(signal));
    signal?.addEventListener('abort', () => reject(aborted(signal)), { signal: settled.signal });
  });
  try {
    return await Promise.race([ready, failure]);
  } finally {
    settled.abort();
  }
}

async function closeWithin(spawned: SpawnedBrowser, graceMs: number): Promise<BrowserExit> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), graceMs);
  });
  const exit = await Promise.race([spawned.exited, late]);
  clearTimeout(timer);
  return exit ?? spawned.kill();
}

async function refusePortInUse(port: number): Promise<void> {
  // Chromium only logs that a port is taken and carries on, so the port is tested first.
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server
      .once('error', reject)
      .listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve()));
  }).catch((error: NodeJS.ErrnoException) => {
    const busy = error.code === 'EADDRINUSE';
    throw new SightlineError(
      'port-in-use',
      busy ? `Port ${port} is in use.` : `Cannot listen on port ${port}: ${error.message}`,
      { cause: error },
    );
  });
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal | undefined): SightlineError {
  return new SightlineError('aborted', 'The start of the browser was aborted.', { cause: signal?.reason });
}
