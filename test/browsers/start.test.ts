import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchChrome } from '../../src/browsers/chrome.js';
import { launchFirefox } from '../../src/browsers/firefox.js';
import { isAlive } from '../../src/folder-owner.js';
import { launch } from '../../src/index.js';
import { BROWSERS } from '../support/browsers.js';
import { installedBrowser } from '../support/installed-browser.js';
import { processesWith } from './processes.js';
import { startBrowser } from './start-browser.js';

let folder: string;
const before = new Set<string>();
beforeAll(async () => {
  for (const name of await profiles()) before.add(name);
  folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string, mode = 0o755): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

/** The temporary profiles of this process that exist now; those of shared browsers are left out. */
async function profiles(): Promise<string[]> {
  const mine: string[] = [];
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith('sightline-profile-')) continue;
    const stamp = join(tmpdir(), name, 'sightline-owner.json');
    const text = await readFile(stamp, 'utf8').catch(() => '{}');
    if (JSON.parse(text).pid === process.pid && !before.has(name)) mine.push(name);
  }
  return mine;
}

describe.each(BROWSERS)('%s', (engine) => {
  it('starts on a fresh profile and leaves nothing behind when killed', async () => {
    const browser = await startBrowser(engine);
    expect(browser).toMatchObject({ engine });
    expect(isAlive(browser.pid)).toBe(true);
    expect(existsSync(browser.profile)).toBe(true);
    expect(browser.endpoint).toMatchObject(
      engine === 'firefox'
        ? { kind: 'websocket', url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/session$/) }
        : { kind: 'pipe', product: expect.stringMatching(/Chrome\/\d+/) },
    );
    await browser.kill();
    await browser.kill();
    expect(isAlive(browser.pid)).toBe(false);
    expect(existsSync(browser.profile)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('starts where the home folder is missing', async () => {
    vi.stubEnv('HOME', '/proc/none');
    const browser = await startBrowser(engine).finally(() => vi.unstubAllEnvs());
    expect(isAlive(browser.pid)).toBe(true);
    await browser.kill();
  });

  it('reports when it dies by itself', async () => {
    const browser = await startBrowser(engine);
    process.kill(browser.pid, 'SIGKILL');
    expect(await browser.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(existsSync(browser.profile)).toBe(false);
  });

  it('is killed when it does not close in time', async () => {
    const browser = await startBrowser(engine);
    expect(await browser.close(1)).toEqual({ code: null, signal: 'SIGKILL' });
    expect(existsSync(browser.profile)).toBe(false);
  });

  it('keeps a given profile, and refuses it while another browser uses it', async () => {
    const profile = join(folder, `${engine} profile`);
    const browser = await startBrowser(engine, { profile });
    await expect(startBrowser(engine, { profile })).rejects.toMatchObject({
      code: 'profile-locked',
      message: expect.stringContaining(String(browser.pid)),
    });
    await browser.kill();
    expect(existsSync(profile)).toBe(true);
    // The stale lock of a killed browser is no obstacle.
    await (await startBrowser(engine, { profile })).kill();
  });

  it('refuses a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await expect(startBrowser(engine, { port })).rejects.toMatchObject({
      code: 'port-in-use',
      message: expect.stringContaining(String(port)),
    });
    server.close();
  });

  it('stops when the caller aborts', async () => {
    await expect(startBrowser(engine, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
    const slow = await file('never-answers-1', '#!/bin/sh\nexec sleep 601\n');
    const controller = new AbortController();
    const started = startBrowser(engine, { executable: slow, signal: controller.signal });
    controller.abort();
    await expect(started).rejects.toMatchObject({ code: 'aborted' });
    expect(processesWith('sleep\x00601')).toEqual([]);
    expect(await profiles()).toEqual([]);
  });

  describe('given something that is no browser', () => {
    it.each([
      ['a program that ends at once', async () => '/bin/true', /ended with code 0/],
      ['a program that does not know the options', async () => '/bin/cat', /ended with code 1[\s\S]*option/],
      ['a program that is killed', () => file('dies', '#!/bin/sh\nkill -9 $$\n'), /was ended by SIGKILL/],
      [
        'a program that complains',
        () => file('complains', '#!/bin/sh\necho "libfoo.so.1 is too old" >&2\nexit 3\n'),
        /ended with code 3[\s\S]*libfoo\.so\.1 is too old/,
      ],
      ['a text file', () => file('letter.txt', 'Dear browser,\n', 0o644), /not marked as executable/],
      // The system passes a program without a header to the shell, which cannot run it.
      ['a text file marked as executable', () => file('letter', 'Dear browser,\n'), /ended with code 127/],
    ])('%s: a clear error, and nothing is left behind', async (_, path, message) => {
      const executable = await path();
      await expect(startBrowser(engine, { executable })).rejects.toMatchObject({
        code: 'browser-start-failed',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(/\S/),
      });
      expect(await profiles()).toEqual([]);
    });

    it('a program that never answers: the deadline holds, and nothing is left behind', async () => {
      const executable = await file('never-answers-2', '#!/bin/sh\nexec sleep 602\n');
      await expect(startBrowser(engine, { executable, timeoutMs: 300 })).rejects.toMatchObject({
        code: 'browser-start-failed',
        message: expect.stringContaining('did not answer within 300 ms'),
      });
      expect(processesWith('sleep\x00602')).toEqual([]);
      expect(await profiles()).toEqual([]);
    });

    it('a missing library: the hint names it', async () => {
      const words =
        'chrome: error while loading shared libraries: libnss3.so: cannot open shared object file';
      const executable = await file('lacks-library', `#!/bin/sh\necho "${words}" >&2\nexit 127\n`);
      await expect(startBrowser(engine, { executable })).rejects.toMatchObject({
        hint: expect.stringContaining('libnss3.so'),
      });
    });
  });
});

it('refuses to show windows with a headless-only build', async () => {
  const browser = { ...installedBrowser('chromium'), headlessOnly: true };
  await expect(launchChrome({ browser, headless: false })).rejects.toMatchObject({ code: 'unsupported' });
});

it('does not write preferences into a given profile', async () => {
  const launched = launchFirefox({
    browser: installedBrowser('firefox'),
    profile: folder,
    preferences: { a: 1 },
  });
  await expect(launched).rejects.toMatchObject({ code: 'bad-argument' });
});

it('Firefox starts with the scripts that an earlier start compiled, but not with those of another build', async () => {
  const cache = join(folder, 'cache');
  const scripts = (profile: string) => readdir(join(profile, 'startupCache')).catch(() => []);
  vi.stubEnv('SIGHTLINE_CACHE', cache);
  try {
    // A link and its target are one browser.
    const executablePath = join(folder, 'firefox');
    await symlink(installedBrowser('firefox').executable, executablePath);
    const first = await launch({ browser: 'firefox', executablePath });
    await first.close();
    const [name = ''] = await readdir(join(cache, 'firefox-start'));
    const build = join(cache, 'firefox-start', name, 'build');
    const again = await startBrowser('firefox');
    expect(await scripts(again.profile)).toContainEqual(expect.stringMatching(/^scriptCache.*bin$/));
    await again.kill();
    await writeFile(build, 'another');
    const other = await startBrowser('firefox');
    expect(await scripts(other.profile)).toEqual([]);
    await other.kill();
  } finally {
    vi.unstubAllEnvs();
  }
});
