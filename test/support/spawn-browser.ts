/**
 * Starts a browser for the driver tests, with as little as possible: the product's own launcher is tested
 * elsewhere and must not hide or cause what these tests examine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { bringStartCache } from '../../src/browsers/firefox-start-cache.js';
import { startWatchdog } from '../../src/browsers/watchdog.js';
import { openPipe } from '../../src/rpc/pipe.js';
import type { Transport } from '../../src/rpc/transport.js';
import { openWebSocket } from '../../src/rpc/websocket.js';
import { ONE_PROCESS_PER_SITE } from './firefox-processes.js';
import { installedBrowser } from './installed-browser.js';

export interface SpawnedBrowser {
  readonly transport: Transport;
  readonly process: ChildProcess;
  /** `kill -9`: the browser gets no chance to clean up. */
  kill(): void;
  /** Ends what still runs and removes the profile. */
  dispose(): Promise<void>;
}

export async function spawnChromium(args: string[] = []): Promise<SpawnedBrowser> {
  const browser = installedBrowser('chromium');
  const profile = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  const child = spawn(
    browser.executable,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      // Pages behind the address bar, one of each for every window.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
      '--site-per-process',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      ...args,
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...browser.env },
    },
  );
  // 'pipe' above creates these streams; the type of `stdio` cannot express that.
  const transport = openPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  return { transport, process: child, ...endOf(child, profile) };
}

export async function spawnFirefox(): Promise<SpawnedBrowser> {
  const browser = installedBrowser('firefox');
  const profile = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  writeFileSync(join(profile, 'user.js'), FIREFOX_PREFERENCES);
  await bringStartCache(browser.executable, { folder: profile, temporary: true });
  const child = spawn(
    browser.executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: { ...process.env, ...browser.env, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    },
  );
  const end = endOf(child, profile);
  try {
    const address = await bidiAddress(child);
    return { transport: await openWebSocket(`${address}/session`), process: child, ...end };
  } catch (error) {
    await end.dispose();
    throw error;
  }
}

/**
 * No first-run pages, no popup blocker, no crash reporter: tests open windows and crash pages. No tab that
 * Firefox prepares in the background, as in our own profiles: the driver would query it in the middle of a case.
 */
const FIREFOX_PREFERENCES = Object.entries({
  ...ONE_PROCESS_PER_SITE,
  'browser.newtab.preload': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.tabs.unloadOnLowMemory': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': false,
  'dom.ipc.reportProcessHangs': false,
  'dom.max_script_run_time': 0,
  'remote.active-protocols': 1,
  'toolkit.startup.max_resumed_crashes': -1,
  'focusmanager.testmode': true,
})
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('');

/** `kill -9` of Firefox's content processes, as Linux shows them: its descendants of type `tab`. */
export function killPagesOf(browser: ChildProcess): void {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return [
          { pid, parent, kind: /\w+(?=[\0\s]*$)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[0] },
        ];
      } catch {
        return []; // it ended while we looked
      }
    });
  const isOurs = (pid: string | undefined): boolean =>
    pid === String(browser.pid) || processes.some((process) => process.pid === pid && isOurs(process.parent));
  for (const { pid, kind } of processes)
    if (kind === 'tab' && isOurs(pid)) process.kill(Number(pid), 'SIGKILL');
}

function bidiAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += String(chunk);
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) =>
      reject(new Error(`Firefox ended with ${code} before it listened:\n${text}`)),
    );
    child.once('error', reject);
  });
}

function endOf(child: ChildProcess, profile: string): Pick<SpawnedBrowser, 'kill' | 'dispose'> {
  // An interrupted run leaves no browser behind: Firefox would live on.
  const watchdog = startWatchdog({ folder: profile, temporary: true });
  if (child.pid !== undefined) watchdog.watch(child.pid);
  let gone = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      gone = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  // Detached: the browser and its helpers form one process group.
  const kill = () => {
    if (child.pid === undefined || gone) return;
    process.kill(-child.pid, 'SIGKILL');
  };
  return {
    kill,
    async dispose() {
      kill();
      await ended;
      // Child processes of the browser may still write for a moment.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      watchdog.dismiss();
    },
  };
}
