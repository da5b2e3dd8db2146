import { constants, existsSync, readFileSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { BrowserEngine } from '../../browsers/browser-name.js';
import { cacheFolder } from '../../browsers/cache-folder.js';
import { chromeSandbox } from '../../browsers/chrome.js';
import { type FoundBrowser, findBrowsers, machineEnvironment } from '../../browsers/find.js';
import { probeBrowser } from '../../browsers/probe.js';
import { isSightlineError, reasonOf } from '../../errors.js';

export interface Check {
  name: string;
  /** `note`: worth knowing, but not a failure. */
  state: 'ok' | 'note' | 'fail';
  detail: string;
  hint?: string;
}

export async function examine(): Promise<Check[]> {
  const browsers = await Promise.all([examineEngine('chromium'), examineEngine('firefox')]);
  return [
    nodeVersion(process.versions.node),
    ...anyBrowser(browsers.flat()),
    sandbox(browsers[0].some(({ state }) => state === 'ok')),
    display(process.platform, process.env),
    await writable('browser cache', cacheFolder(machineEnvironment)),
    await writable('temporary folder', tmpdir()),
  ];
}

/** As in package.json: the first Node 20 that loads ES modules from CommonJS without a flag. */
const NODE_MINIMUM = [20, 19] as const;

export function nodeVersion(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1]);
  if (enough) return { name: 'Node', state: 'ok', detail: version };
  return {
    name: 'Node',
    state: 'fail',
    detail: version,
    hint: `Install Node ${NODE_MINIMUM.join('.')} or newer.`,
  };
}

async function examineEngine(engine: BrowserEngine): Promise<Check[]> {
  const found = findBrowsers(engine);
  if (found.length === 0) {
    const hint = `Run \`sightline install ${engine}\`, or let the first call that needs it install it.`;
    return [{ name: engine, state: 'note', detail: 'not found', hint }];
  }
  return Promise.all(found.map(examineBrowser));
}

async function examineBrowser(browser: FoundBrowser): Promise<Check> {
  const { engine, title, executable, source } = browser;
  const what = `${title}, ${source}, ${executable}`;
  try {
    const version = await probeBrowser(browser);
    return { name: engine, state: 'ok', detail: `${what}: version ${version} starts and answers` };
  } catch (error) {
    const hint = isSightlineError(error) ? { hint: error.hint } : {};
    return { name: engine, state: 'fail', detail: `${what}: ${reasonOf(error)}`, ...hint };
  }
}

/** One engine is enough; none at all is a failure. */
function anyBrowser(checks: Check[]): Check[] {
  if (checks.some(({ state }) => state !== 'note')) return checks;
  return [
    ...checks,
    { name: 'browser', state: 'fail', detail: 'no browser found', hint: 'Run `sightline install`.' },
  ];
}

function sandbox(chromiumStarts: boolean): Check {
  const name = 'sandbox';
  if (!chromeSandbox(undefined)) {
    return {
      name,
      state: 'note',
      detail: "off: Chromium can't use its sandbox as root",
      hint: 'Run as another user to use the sandbox.',
    };
  }
  // Since 23.10, Ubuntu lets only programs with an AppArmor profile create user namespaces.
  const restriction = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  if (existsSync(restriction) && readFileSync(restriction, 'utf8').trim() === '1') {
    return {
      name,
      state: 'note',
      detail: 'this system allows the sandbox only for packaged browsers',
      hint: 'If a downloaded Chromium does not start, install the Chrome package or launch with `sandbox: false`.',
    };
  }
  if (!chromiumStarts) return { name, state: 'note', detail: 'not checked: no Chromium starts' };
  return { name, state: 'ok', detail: 'Chromium runs with its sandbox' };
}

export function display(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): Check {
  const name = 'display';
  if (platform === 'win32' || platform === 'darwin')
    return { name, state: 'ok', detail: 'the desktop of this system' };
  const where = env.WAYLAND_DISPLAY || env.DISPLAY;
  if (where) return { name, state: 'ok', detail: where };
  return { name, state: 'note', detail: 'none: browsers can only run headless' };
}

async function writable(name: string, folder: string): Promise<Check> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return { name, state: 'ok', detail: `${folder} is writable` };
  } catch (error) {
    const variable = name === 'browser cache' ? 'SIGHTLINE_CACHE' : 'TMPDIR';
    return {
      name,
      state: 'fail',
      detail: reasonOf(error),
      hint: `Make ${folder} writable, or set ${variable} to a folder that is.`,
    };
  }
}
