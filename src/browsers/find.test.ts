import { describe, expect, it } from 'vitest';
import { parseBrowserName } from './browser-name.js';
import { cacheFolder } from './cache-folder.js';
import { type FindEnvironment, findBrowser, findBrowsers } from './find.js';

interface Machine {
  platform?: NodeJS.Platform;
  env?: Record<string, string>;
  home?: string;
  /** Paths of programs, each with the start of its content. */
  files?: Record<string, string>;
}

function machine({ platform = 'linux', env = {}, home = '/home/ann', files = {} }: Machine): FindEnvironment {
  return {
    platform,
    env,
    home,
    exists: (path) => Object.hasOwn(files, path),
    read: (path) => files[path],
  };
}

const executableOf = (name: Parameters<typeof findBrowser>[0], options: Machine) =>
  findBrowser(name, { environment: machine(options) })?.executable;

describe('on Linux', () => {
  it('searches PATH, Chrome before Chromium before Edge', () => {
    const env = { PATH: '/usr/local/bin:/usr/bin' };
    const files = { '/usr/bin/chromium': '', '/usr/local/bin/microsoft-edge': '' };
    expect(executableOf('chromium', { env, files })).toBe('/usr/bin/chromium');
    expect(executableOf('chromium', { env, files: { ...files, '/usr/bin/google-chrome': '' } })).toBe(
      '/usr/bin/google-chrome',
    );
    expect(executableOf('msedge', { env, files })).toBe('/usr/local/bin/microsoft-edge');
    expect(executableOf('chrome', { env, files })).toBeUndefined();
    expect(executableOf('firefox', { env, files })).toBeUndefined();
  });

  it('knows places outside PATH, and never searches the current folder', () => {
    const files = { '/opt/google/chrome/chrome': '', '/usr/lib/firefox-esr/firefox-esr': '', chromium: '' };
    const env = { PATH: ':.' };
    expect(executableOf('chromium', { env, files })).toBe('/opt/google/chrome/chrome');
    expect(executableOf('firefox', { env, files })).toBe('/usr/lib/firefox-esr/firefox-esr');
    expect(executableOf('chromium', { env, files: { chromium: '', './chromium': '' } })).toBeUndefined();
  });

  it('skips the stub of a missing snap', () => {
    const stub =
      '#!/bin/sh\nif ! [ -x /snap/bin/firefox ]; then echo "requires the firefox snap"; exit 1; fi\n';
    const env = { PATH: '/usr/bin' };
    expect(executableOf('firefox', { env, files: { '/usr/bin/firefox': stub } })).toBeUndefined();
    expect(
      executableOf('firefox', { env, files: { '/usr/bin/firefox': stub, '/snap/bin/firefox': '' } }),
    ).toBe('/usr/bin/firefox');
  });

  it('lists each product once', () => {
    const env = { PATH: '/usr/bin:/bin' };
    const files = { '/usr/bin/chromium': '', '/bin/chromium': '', '/opt/microsoft/msedge/msedge': '' };
    expect(findBrowsers('chromium', machine({ env, files })).map(({ title }) => title)).toEqual([
      'Chromium',
      'Microsoft Edge',
    ]);
  });
});

describe('on macOS', () => {
  it("finds the machine's and the user's applications", () => {
    const firefox = '/Applications/Firefox.app/Contents/MacOS/firefox';
    const chrome = '/Users/ann/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const options: Machine = {
      platform: 'darwin',
      home: '/Users/ann',
      files: { [firefox]: '', [chrome]: '' },
    };
    expect(executableOf('firefox', options)).toBe(firefox);
    expect(executableOf('chromium', options)).toBe(chrome);
  });
});

describe('on Windows', () => {
  const env = {
    PROGRAMFILES: 'C:\\Program Files',
    'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
    LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local',
  };

  it.each([
    ['chromium', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    ['chromium', 'C:\\Users\\Ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'],
    ['msedge', 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
    ['firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe'],
  ] as const)('finds %s at %s', (name, path) => {
    expect(executableOf(name, { platform: 'win32', env, files: { [path]: '' } })).toBe(path);
  });

  it('works without variables that are not set', () => {
    expect(executableOf('firefox', { platform: 'win32', env: {}, files: {} })).toBeUndefined();
  });
});

describe('a provisioned browser', () => {
  const manifest = JSON.stringify({
    title: 'Chromium headless shell',
    version: '147',
    executable: '/cache/chromium-147/chromium',
    env: { LD_LIBRARY_PATH: '/cache/chromium-147/lib' },
    headlessOnly: true,
  });
  const env = { SIGHTLINE_CACHE: '/cache', PATH: '/usr/bin' };
  const files = { '/cache/chromium.json': manifest, '/cache/chromium-147/chromium': '' };

  it('is found with everything that it needs', () => {
    expect(findBrowser('chromium', { environment: machine({ env, files }) })).toEqual({
      engine: 'chromium',
      title: 'Chromium headless shell',
      executable: '/cache/chromium-147/chromium',
      source: 'provisioned',
      env: { LD_LIBRARY_PATH: '/cache/chromium-147/lib' },
      headlessOnly: true,
    });
  });

  it('comes after an installed one and does not replace a named product', () => {
    expect(executableOf('chromium', { env, files: { ...files, '/usr/bin/chromium': '' } })).toBe(
      '/usr/bin/chromium',
    );
    expect(executableOf('chrome', { env, files })).toBeUndefined();
  });

  it.each([
    ['the browser is gone', { '/cache/chromium.json': manifest }],
    ['the manifest is half written', { '/cache/chromium.json': manifest.slice(0, 40) }],
    ['the manifest is something else', { '/cache/chromium.json': 'null' }],
  ])('is not found when %s', (_, remaining) => {
    expect(executableOf('chromium', { env, files: remaining })).toBeUndefined();
  });

  it.each([
    ['linux', { XDG_CACHE_HOME: '/xdg' }, '/xdg/sightline/browsers'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/ann/.cache/sightline/browsers'],
    ['darwin', {}, '/home/ann/Library/Caches/sightline/browsers'],
    ['win32', { LOCALAPPDATA: 'C:\\Local' }, 'C:\\Local\\sightline\\browsers'],
    ['linux', { SIGHTLINE_CACHE: '/mine' }, '/mine'],
  ] as const)('is kept on %s with %o in %s', (platform, variables, folder) => {
    expect(cacheFolder(machine({ platform, env: variables }))).toBe(folder);
  });
});

describe('an explicit path', () => {
  it('wins over everything', () => {
    expect(findBrowser('firefox', { executable: process.execPath })).toMatchObject({
      engine: 'firefox',
      executable: process.execPath,
      source: 'path',
    });
  });

  it.each(['/nowhere/at/all', import.meta.dirname])('is never replaced silently: %s', (executable) => {
    expect(() => findBrowser('chromium', { executable })).toThrow(
      expect.objectContaining({ code: 'browser-not-found', message: expect.stringContaining(executable) }),
    );
  });
});

it('refuses an unknown browser, and names the known ones', () => {
  expect(parseBrowserName('Firefox')).toBe('firefox');
  expect(() => parseBrowserName('webkit')).toThrow(
    expect.objectContaining({ code: 'bad-argument', hint: expect.stringContaining('chromium, firefox') }),
  );
});
