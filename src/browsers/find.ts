/**
 * Finds an existing browser: the explicit path, else an installed one, else one provisioned earlier. Pure over
 * `FindEnvironment`, so every platform's rules are tested on any platform.
 */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { SightlineError } from '../errors.js';
import { type BrowserEngine, type BrowserName, engineOf } from './browser-name.js';
import { cacheFolder } from './cache-folder.js';
import { candidates, type PlatformEnvironment } from './locations.js';
import { manifestPath, parseManifest } from './manifest.js';

export interface FindEnvironment extends PlatformEnvironment {
  /** Whether an executable program is at this path. */
  exists(path: string): boolean;
  /** The start of a text file, or undefined if it cannot be read. */
  read(path: string): string | undefined;
}

export interface FoundBrowser {
  engine: BrowserEngine;
  /** For people: `Google Chrome`, `Chromium`, `Firefox`. */
  title: string;
  executable: string;
  source: 'path' | 'installed' | 'provisioned';
  env: Record<string, string>;
  headlessOnly: boolean;
}

export interface FindOptions {
  /**
   * An explicit path overrides everything; if nothing is there, that is an error, never silently another browser.
   */
  executable?: string | undefined;
  environment?: FindEnvironment | undefined;
}

export const machineEnvironment: FindEnvironment = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: isProgram,
  read: readHead,
};

/** The first browser of that name, or undefined. Throws only if an explicit path is wrong. */
export function findBrowser(name: BrowserName, options: FindOptions = {}): FoundBrowser | undefined {
  if (options.executable !== undefined) return explicit(name, options.executable);
  return findBrowsers(name, options.environment)[0];
}

/** Every browser of that name in order of preference, each product once (`chromium` is often on PATH twice). */
export function findBrowsers(name: BrowserName, environment = machineEnvironment): FoundBrowser[] {
  const engine = engineOf(name);
  const found = new Map<string, FoundBrowser>();
  for (const { title, path } of candidates(name, environment)) {
    if (found.has(title) || !environment.exists(path) || isEmptySnapStub(path, environment)) continue;
    found.set(title, { engine, title, executable: path, source: 'installed', env: {}, headlessOnly: false });
  }
  const before = provisioned(name, environment);
  return before ? [...found.values(), before] : [...found.values()];
}

function explicit(name: BrowserName, executable: string): FoundBrowser {
  const stats = statSync(executable, { throwIfNoEntry: false });
  if (!stats) throw new SightlineError('browser-not-found', `There is no file at ${executable}.`);
  if (!stats.isFile()) {
    throw new SightlineError('browser-not-found', `${executable} is a folder or device, not a program.`, {
      hint: 'Give the path of the program itself, such as /Applications/Firefox.app/Contents/MacOS/firefox.',
    });
  }
  const engine = engineOf(name);
  const title = engine === 'firefox' ? 'Firefox' : 'Chromium';
  return { engine, title, executable, source: 'path', env: {}, headlessOnly: false };
}

function provisioned(name: BrowserName, environment: FindEnvironment): FoundBrowser | undefined {
  // A provisioned browser stands for an engine; a caller who names a product wants that product.
  if (name !== 'chromium' && name !== 'firefox') return undefined;
  const text = environment.read(manifestPath(cacheFolder(environment), name));
  const manifest = text === undefined ? undefined : parseManifest(text);
  if (!manifest || !environment.exists(manifest.executable)) return undefined;
  const { title, executable, env, headlessOnly } = manifest;
  return { engine: name, title, executable, source: 'provisioned', env, headlessOnly };
}

/**
 * Ubuntu's packages `chromium-browser` and `firefox` are scripts that only start the snap; without snap (in
 * containers) they print a message and exit. Such a script is not a browser.
 */
function isEmptySnapStub(path: string, environment: FindEnvironment): boolean {
  if (environment.platform !== 'linux') return false;
  const snap = /\/snap\/bin\/(?:chromium|firefox)/.exec(scriptText(path, environment))?.[0];
  return snap !== undefined && !environment.exists(snap);
}

function scriptText(path: string, environment: FindEnvironment): string {
  const text = environment.read(path) ?? '';
  return text.startsWith('#!') ? text : '';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // missing or forbidden: nothing that we could start
  }
}

/** Enough for a manifest and for the script of a stub; programs are hundreds of megabytes. */
const HEAD_BYTES = 16_384;

function readHead(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString('utf8', 0, readSync(file, head));
  } catch {
    return undefined; // unreadable is undefined, as documented above
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
