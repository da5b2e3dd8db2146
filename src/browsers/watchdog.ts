/**
 * Nothing of ours outlives us, however we end: a tiny process holds the other end of a pipe from us. When that
 * pipe closes (exit, signal, crash, `kill -9`), it ends the browser's process group and removes the temporary
 * profile. Since it covers every way to end, no signal handler is installed in the host application. It is
 * detached, so that Ctrl-C in the terminal does not end it too.
 *
 * It reads the browser's process id on the first line, and `done` on the second once there is nothing left to do.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Profile } from './profile.js';

export interface Watchdog {
  /** Must be called in the same turn in which the browser was spawned. */
  watch(pid: number): void;
  dismiss(): void;
}

const SHELL = '/bin/sh';

/**
 * A given profile holds things that matter (cookies, sessions): the browser is asked to end and has this long to
 * write them. A temporary one has nothing to save.
 */
const GRACE_SECONDS = 5;

// Files of a dying process may reappear while they are being removed, hence the attempts.
const SHELL_SCRIPT = `
read -r pid || pid=
read -r word || word=
[ "$word" = done ] && exit 0
if [ -n "$pid" ]; then
  left=$2
  if [ "$left" -gt 0 ]; then
    kill -TERM "$pid" 2>/dev/null
    while [ "$left" -gt 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 1; left=$((left - 1)); done
  fi
  kill -KILL "-$pid" 2>/dev/null
fi
[ -n "$1" ] || exit 0
for attempt in 1 2 3 4 5; do
  rm -rf -- "$1" 2>/dev/null && [ ! -e "$1" ] && exit 0
  sleep 1
done
`;

const NODE_SCRIPT = `
const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const [folder, grace] = process.argv.slice(1);
const windows = process.platform === 'win32';
const attempt = (action) => { try { action(); return true; } catch { return false; } };
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; }).on('error', finish).on('end', finish);
function finish() {
  const [pid, word] = text.split('\\n');
  if (word === 'done') return;
  if (!pid) return clear();
  let left = Number(grace) * 10;
  if (left > 0 && !windows) attempt(() => process.kill(Number(pid), 'SIGTERM'));
  const timer = setInterval(() => {
    if (left-- > 0 && attempt(() => process.kill(Number(pid), 0))) return;
    clearInterval(timer);
    attempt(() => windows
      ? execFileSync('taskkill', ['/pid', pid, '/T', '/F'], { windowsHide: true, stdio: 'ignore' })
      : process.kill(-pid, 'SIGKILL'));
    clear();
  }, 100);
}
function clear() {
  if (folder) attempt(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
}
`;

export function startWatchdog(
  profile: Profile,
  shell = process.platform !== 'win32' && existsSync(SHELL),
): Watchdog {
  const folder = profile.temporary ? profile.folder : '';
  const grace = String(profile.temporary ? 0 : GRACE_SECONDS);
  const [command, args] = shell
    ? [SHELL, ['-c', SHELL_SCRIPT, 'sightline-watchdog', folder, grace]]
    : [process.execPath, ['-e', NODE_SCRIPT, folder, grace]];
  const child = spawn(command, args, {
    // Not our working folder, which the watchdog must not keep busy.
    cwd: tmpdir(),
    // No other variables: NODE_OPTIONS of the host would run its loaders and debuggers here too.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  let failed = false;
  const fail = () => {
    failed = true;
  };
  child.on('error', fail);
  child.stdin.on('error', fail);
  letGo(child);
  const tell = (line: string) => {
    if (!failed && child.stdin.writable) child.stdin.write(`${line}\n`);
  };
  let watched = '';
  return {
    watch(pid) {
      watched = String(pid);
      tell(watched);
    },
    dismiss() {
      tell(watched === '' ? '\ndone' : 'done');
      child.stdin.end();
    },
  };
}

/** Neither the watchdog nor the pipe to it may keep our process alive. */
function letGo(child: ChildProcess): void {
  child.unref();
  const { stdin } = child;
  // Node's types say Writable; a child's stdin pipe is a socket, and only sockets can be unreferenced.
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
}
