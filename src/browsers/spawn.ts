/**
 * One browser process and everything that ends with it: its children, its watchdog, its profile. On POSIX the
 * browser leads its own process group, so that one signal reaches all of it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { BrowserExit } from './browser-process.js';
import { type Profile, removeProfile } from './profile.js';
import { type TextTail, textTail } from './text-tail.js';
import { startWatchdog } from './watchdog.js';

export interface SpawnPlan {
  executable: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  profile: Profile;
  /** Two more pipes, 3 (to the browser) and 4 (from it). */
  pipes: boolean;
  /** Runs after the browser has ended, before its temporary profile is removed. */
  ended?: ((exit: BrowserExit) => Promise<void>) | undefined;
}

export interface SpawnedBrowser {
  child: ChildProcess;
  pid: number;
  stderr: TextTail;
  exited: Promise<BrowserExit>;
  kill(): Promise<BrowserExit>;
}

/** Rejects with the system's error if the file cannot be run; then nothing is left behind. */
export async function spawnBrowser(plan: SpawnPlan): Promise<SpawnedBrowser> {
  const windows = process.platform === 'win32';
  const watchdog = startWatchdog(plan.profile);
  let child: ChildProcess;
  try {
    child = spawn(plan.executable, plan.args, {
      cwd: tmpdir(),
      env: { ...process.env, ...plan.env },
      // Never stdout: it belongs to the host's own protocol.
      stdio: ['ignore', 'ignore', 'pipe', ...(plan.pipes ? (['pipe', 'pipe'] as const) : [])],
      detached: !windows,
      windowsHide: true,
    });
    if (child.pid !== undefined) watchdog.watch(child.pid);
    await once(child, 'spawn');
  } catch (error) {
    watchdog.dismiss();
    await removeProfile(plan.profile);
    throw error;
  }
  const pid = child.pid as number; // known once 'spawn' has fired
  const stderr = textTail(child.stderr);
  const exited = ending(child).then(async (exit) => {
    await killGroup(pid);
    await plan.ended?.(exit);
    await removeProfile(plan.profile).then(watchdog.dismiss, () => {
      // Left to the watchdog, which tries again when we end; the next start sweeps as well.
    });
    return exit;
  });
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) await killGroup(pid);
    return exited;
  };
  return { child, pid, stderr, exited, kill };
}

function ending(child: ChildProcess): Promise<BrowserExit> {
  // 'exit', not 'close': a grandchild may hold stderr open long after the browser is gone.
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
}

async function killGroup(pid: number): Promise<void> {
  if (process.platform === 'win32') {
    await new Promise<void>((resolve) => {
      // An error means that the process no longer exists, as wanted.
      execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
    });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
