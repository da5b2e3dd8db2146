/**
 * Gets a browser if none is installed. Sources are tried in order; each that fails says why. A source unpacks its
 * browser in a separate staging folder; it is started once to verify that it works, and only then moved into
 * place. If two processes provision at once, each finishes and the first result stays.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, SightlineError } from '../errors.js';
import { isAbandoned, stampFolder } from '../folder-owner.js';
import { type BrowserEngine, type BrowserName, engineOf } from './browser-name.js';
import { cacheFolder } from './cache-folder.js';
import { type FindEnvironment, type FoundBrowser, machineEnvironment } from './find.js';
import { writeManifest } from './manifest.js';
import { probeBrowser } from './probe.js';
import { apt, aptObstacle, installLibraries } from './sources/apt.js';
import { download } from './sources/download.js';
import { npmChromium } from './sources/npm-chromium.js';
import { isStaged, type ProvisionSource, type StagedBrowser } from './sources/source.js';

export interface ProvisionOptions {
  /** Whether the system may be changed (packages installed as root). A server never may. */
  allowSystem: boolean;
  /** A line of explanation and, if known, the progress of that step from 0 to 1. */
  onProgress?: ((line: string, share?: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  environment?: FindEnvironment | undefined;
  /** In the order in which they are tried; for tests. */
  sources?: readonly ProvisionSource[] | undefined;
}

export const SOURCES: readonly ProvisionSource[] = [download, npmChromium, apt];

export async function provisionBrowser(name: BrowserName, options: ProvisionOptions): Promise<FoundBrowser> {
  const engine = engineOf(name);
  if (name !== engine) {
    throw new SightlineError('browser-not-found', `${name} is not installed on this machine.`, {
      hint: `Install it from its vendor, or use \`${engine}\`, which Sightline can download.`,
    });
  }
  const { environment = machineEnvironment, sources = SOURCES, onProgress = () => undefined } = options;
  const cache = cacheFolder(environment);
  const staging = await openStaging(cache);
  const tried: { source: string; reason: string }[] = [];
  try {
    for (const source of sources.filter(({ engines }) => engines.includes(engine))) {
      const folder = join(staging, 'browser');
      await mkdir(folder);
      try {
        const got = await source.provide(engine, {
          folder,
          environment,
          allowSystem: options.allowSystem,
          progress: onProgress,
          signal: options.signal,
        });
        if (isStaged(got)) return await settle(engine, got, { cache, staging, folder }, options);
        await probeBrowser(got, { sandbox: false, signal: options.signal });
        return got;
      } catch (error) {
        refuseAborted(options.signal);
        tried.push({ source: source.name, reason: reasonOf(error) });
        onProgress(`No ${engine} from ${source.name}: ${reasonOf(error)}`);
      }
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
  }
  throw nothingFound(engine, tried);
}

interface Places {
  cache: string;
  staging: string;
  folder: string;
}

/** Starts the staged browser, moves it into place and registers it. */
async function settle(
  engine: BrowserEngine,
  browser: StagedBrowser,
  { cache, staging, folder }: Places,
  options: ProvisionOptions,
): Promise<FoundBrowser> {
  options.onProgress?.(`Starting ${browser.title} ${browser.version} once to verify that it works`);
  const env = await workingEnvironment(engine, browser, folder, options);
  const place = join(cache, `${engine}-${browser.version}`);
  await moveInto(folder, place, browser.executable, staging);
  const found = foundAt(engine, browser, place, env);
  await writeManifest(cache, engine, { ...found, version: browser.version });
  return found;
}

async function workingEnvironment(
  engine: BrowserEngine,
  browser: StagedBrowser,
  folder: string,
  options: ProvisionOptions,
): Promise<Record<string, string>> {
  const { signal } = options;
  const starts = (env: Record<string, string>) =>
    // The sandbox depends on who launches it and how, not on the unpacked files.
    probeBrowser(foundAt(engine, browser, folder, env), { sandbox: false, signal });
  let failure: unknown;
  for (const env of browser.environments) {
    try {
      await starts(env);
      return env;
    } catch (error) {
      failure = error;
    }
  }
  if (browser.libraries.length === 0 || aptObstacle(options.allowSystem)) throw failure;
  options.onProgress?.('Installing its missing libraries with apt');
  await installLibraries(browser.libraries, signal);
  await starts({});
  return {};
}

function foundAt(
  engine: BrowserEngine,
  { title, executable, headlessOnly }: StagedBrowser,
  folder: string,
  env: Record<string, string>,
): FoundBrowser {
  return {
    engine,
    title,
    executable: join(folder, executable),
    source: 'provisioned',
    env: Object.fromEntries(Object.entries(env).map(([name, path]) => [name, join(folder, path)])),
    headlessOnly,
  };
}

async function moveInto(folder: string, place: string, executable: string, staging: string): Promise<void> {
  try {
    await rename(folder, place);
  } catch (error) {
    // The same version is there: another process was faster, or it is damaged and must make room.
    if (!existsSync(place)) throw error;
    if (existsSync(join(place, executable))) return;
    await rename(place, join(staging, 'damaged'));
    await rename(folder, place);
  }
}

const STAGING = '.staging-';

async function openStaging(cache: string): Promise<string> {
  try {
    await mkdir(cache, { recursive: true });
    for (const name of await readdir(cache)) {
      const folder = join(cache, name);
      if (name.startsWith(STAGING) && (await isAbandoned(folder)))
        await rm(folder, { recursive: true, force: true });
    }
    const staging = await mkdtemp(join(cache, STAGING));
    await stampFolder(staging);
    return staging;
  } catch (error) {
    throw new SightlineError('browser-not-found', `Cannot store browsers in ${cache}: ${reasonOf(error)}`, {
      hint: 'Set SIGHTLINE_CACHE to a writable folder, or give the path of an installed browser.',
      cause: error,
    });
  }
}

function nothingFound(engine: BrowserEngine, tried: { source: string; reason: string }[]): SightlineError {
  const list = tried.map(({ source, reason }) => `\n- ${source}: ${reason}`).join('');
  const product = engine === 'firefox' ? 'Firefox' : 'Chrome, Chromium or Edge';
  return new SightlineError(
    'browser-not-found',
    `No ${engine} is installed, and none could be obtained. Tried:${list}`,
    {
      hint: `Install ${product} yourself and give its path, run \`sightline install ${engine}\` as root, or allow the download (HTTPS_PROXY is used).`,
      details: { tried },
    },
  );
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new SightlineError('aborted', 'The installation of a browser was aborted.', {
      cause: signal.reason,
    });
}
