/**
 * The distribution's package, or the libraries that a downloaded browser lacks. This changes the system, so it
 * runs only if somebody asked for it (`allowSystem`) and only as root.
 */
import { existsSync } from 'node:fs';
import type { BrowserEngine } from '../browser-name.js';
import { findBrowser } from '../find.js';
import { run } from './run.js';
import type { ProvisionSource, SourceRequest } from './source.js';

const PACKAGES: Record<BrowserEngine, string[]> = {
  chromium: ['chromium', 'chromium-browser'],
  firefox: ['firefox-esr', 'firefox'],
};

const UPDATE_MS = 120_000;
const INSTALL_MS = 900_000;

export const apt: ProvisionSource = {
  name: 'the package of the distribution (apt)',
  engines: ['chromium', 'firefox'],
  async provide(engine, request) {
    const obstacle = aptObstacle(request.allowSystem);
    if (obstacle) throw new Error(obstacle);
    const name = await choosePackage(engine, request);
    request.progress(`Installing the package ${name} with apt`);
    await aptGet(
      ['install', '--no-install-recommends', name, 'fonts-liberation'],
      INSTALL_MS,
      request.signal,
    );
    const found = findBrowser(engine, { environment: request.environment });
    if (!found)
      throw new Error(`the package ${name} is installed, but brought no browser that could be found`);
    return found;
  },
};

/** Why apt cannot be used here, or undefined if it can. */
export function aptObstacle(allowSystem: boolean): string | undefined {
  if (!allowSystem) return 'it changes the system, which only `sightline install` may do';
  if (!existsSync('/usr/bin/apt-get')) return 'this machine has no apt';
  if (process.getuid?.() !== 0) return 'it needs root';
  return undefined;
}

export async function installLibraries(
  expressions: string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await update(signal);
  await aptGet(['satisfy', '--no-install-recommends', expressions.join(', ')], INSTALL_MS, signal);
}

async function choosePackage(engine: BrowserEngine, request: SourceRequest): Promise<string> {
  request.progress('Asking apt for packages');
  await update(request.signal);
  for (const name of PACKAGES[engine]) {
    const policy = await run('apt-cache', ['policy', name], {
      timeoutMs: UPDATE_MS,
      signal: request.signal,
      env: PLAIN,
    });
    if (candidateVersion(policy)) return name;
  }
  throw new Error(
    `apt offers none of ${PACKAGES[engine].join(', ')} as a real package (snap stubs do not count)`,
  );
}

/** From `apt-cache policy`. Ubuntu's stubs, which only start a snap, have `snap` in the version. */
export function candidateVersion(policy: string): string | undefined {
  const version = /^\s*Candidate:\s*(\S+)/m.exec(policy)?.[1];
  return version === undefined || version === '(none)' || version.includes('snap') ? undefined : version;
}

async function update(signal: AbortSignal | undefined): Promise<void> {
  await aptGet(['update'], UPDATE_MS, signal);
}

const PLAIN = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };

async function aptGet(args: string[], timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
  const options = ['Acquire::Retries=1', 'Acquire::http::Timeout=30', 'DPkg::Lock::Timeout=120'];
  await run('apt-get', ['-y', '-q', ...options.flatMap((option) => ['-o', option]), ...args], {
    timeoutMs,
    signal,
    env: PLAIN,
  });
}
