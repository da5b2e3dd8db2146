import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FindEnvironment, findBrowser, machineEnvironment } from '../../src/browsers/find.js';
import { probeBrowser } from '../../src/browsers/probe.js';
import { provisionBrowser } from '../../src/browsers/provision.js';
import { apt } from '../../src/browsers/sources/apt.js';
import { npmChromium } from '../../src/browsers/sources/npm-chromium.js';
import type { ProvisionSource, StagedBrowser } from '../../src/browsers/sources/source.js';
import { installedBrowser } from '../support/installed-browser.js';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'sightline-test-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

/** This machine with nothing installed and an empty cache. */
function bareMachine(): FindEnvironment {
  return {
    ...machineEnvironment,
    env: { SIGHTLINE_CACHE: cache },
    exists: (path) => path.startsWith(cache) && machineEnvironment.exists(path),
  };
}

/** A source that provides the machine's own Chromium behind a script with the given text. */
function bringing(script: string, details: Partial<StagedBrowser> = {}): ProvisionSource {
  return {
    name: 'a friend',
    engines: ['chromium'],
    async provide(_engine, { folder }) {
      const executable = 'chromium.sh';
      await writeFile(join(folder, executable), script);
      await chmod(join(folder, executable), 0o755);
      return {
        staged: true,
        title: 'Chromium',
        version: '1',
        executable,
        headlessOnly: false,
        environments: [{}],
        libraries: [],
        ...details,
      };
    },
  };
}

function failing(reason: string): ProvisionSource {
  return {
    name: `the ${reason} source`,
    engines: ['chromium'],
    provide: () => Promise.reject(new Error(reason)),
  };
}

const real = () => `#!/bin/sh\nexec ${installedBrowser('chromium').executable} "$@"\n`;
const provision = (sources: ProvisionSource[], onProgress?: (line: string) => void) =>
  provisionBrowser('chromium', { allowSystem: false, environment: bareMachine(), sources, onProgress });

it('tries the sources in order, and the next start finds the result', async () => {
  expect(findBrowser('chromium', { environment: bareMachine() })).toBeUndefined();
  const lines: string[] = [];
  const browser = await provision(
    [failing('offline'), bringing('#!/bin/sh\nexit 9\n'), bringing(real())],
    (line) => lines.push(line),
  );
  expect(lines).toContainEqual(expect.stringContaining('the offline source: offline'));
  expect(lines).toContainEqual(expect.stringContaining('ended with code 9'));
  expect(findBrowser('chromium', { environment: bareMachine() })).toEqual(browser);
  expect(await probeBrowser(browser)).toMatch(/^\d+\./);
  expect((await readdir(cache)).sort()).toEqual(['chromium-1', 'chromium.json']);
});

it('keeps the first environment in which the browser starts', async () => {
  const picky = `#!/bin/sh\n[ -n "$NEEDED" ] || exit 9\nexec ${installedBrowser('chromium').executable} "$@"\n`;
  const browser = await provision([bringing(picky, { environments: [{}, { NEEDED: 'lib' }] })]);
  expect(browser.env).toEqual({ NEEDED: join(cache, 'chromium-1', 'lib') });
});

it('lists everything it tried when nothing works, and leaves nothing behind', async () => {
  await expect(provision([failing('offline'), failing('forbidden')])).rejects.toMatchObject({
    code: 'browser-not-found',
    message: expect.stringMatching(/the offline source: offline\n- the forbidden source: forbidden/),
    hint: expect.stringContaining('sightline install chromium'),
    details: { tried: [expect.anything(), expect.anything()] },
  });
  expect(await readdir(cache)).toEqual([]);
});

it('succeeds when two processes do it at once', async () => {
  const [first, second] = await Promise.all([provision([bringing(real())]), provision([bringing(real())])]);
  expect(first).toEqual(second);
  expect((await readdir(cache)).sort()).toEqual(['chromium-1', 'chromium.json']);
});

it('replaces a damaged one', async () => {
  const { executable } = await provision([bringing(real())]);
  await rm(executable);
  const again = await provision([bringing(real())]);
  expect(await probeBrowser(again)).toMatch(/^\d+\./);
  expect((await readdir(cache)).sort()).toEqual(['chromium-1', 'chromium.json']);
});

it('stops when the caller aborts', async () => {
  const options = { allowSystem: false, environment: bareMachine(), sources: [failing('aborted')] };
  await expect(
    provisionBrowser('chromium', { ...options, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({
    code: 'aborted',
  });
});

it('does not change the system unless allowed to', async () => {
  await expect(provision([apt])).rejects.toMatchObject({
    message: expect.stringContaining('it changes the system'),
  });
});

it('does not offer another product instead', async () => {
  await expect(provisionBrowser('msedge', { allowSystem: false })).rejects.toMatchObject({
    code: 'browser-not-found',
  });
});

it('says so when the cache is not writable', async () => {
  const file = join(cache, 'file');
  await writeFile(file, '');
  const environment = { ...bareMachine(), env: { SIGHTLINE_CACHE: join(file, 'cache') } };
  await expect(provisionBrowser('chromium', { allowSystem: false, environment })).rejects.toMatchObject({
    code: 'browser-not-found',
    hint: expect.stringContaining('SIGHTLINE_CACHE'),
  });
});

function registryReachable(): boolean {
  try {
    execFileSync('npm', ['view', '@sparticuz/chromium', 'name'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

const fits = process.platform === 'linux' && process.arch === 'x64';
describe.skipIf(!fits || !registryReachable())(
  'the npm package (Linux on x64, with a registry in reach)',
  () => {
    it('has a Chromium that starts with nothing installed, also with its own libraries', async () => {
      const browser = await provision([npmChromium]);
      expect(browser).toMatchObject({
        headlessOnly: true,
        executable: join(cache, 'chromium-147.0.2', 'chromium'),
      });
      expect(await probeBrowser(browser)).toMatch(/^147\./);
      const libraries = join(cache, 'chromium-147.0.2', 'libraries', 'lib');
      expect(await probeBrowser({ ...browser, env: { LD_LIBRARY_PATH: libraries } })).toMatch(/^147\./);
    });
  },
);
