/**
 * The vendors' own builds: Chrome for Testing and Firefox, the current stable version, through
 * `@puppeteer/browsers` (which knows the URLs and uses the proxy settings of the environment). It has 80 dependencies
 * that most users never need, so it is fetched when a browser has to be downloaded.
 */
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type * as Downloader from '@puppeteer/browsers';
import type { BrowserEngine } from '../browser-name.js';
import { fetchNpmPackage } from './npm-package.js';
import type { ProvisionSource, SourceRequest, StagedBrowser } from './source.js';
import { stallWatch } from './stall-watch.js';

/** Milliseconds: a server that is silent for this long will not answer. */
const SILENCE_MS = 30_000;
/** Milliseconds: unpacking reports no progress; on a slow disk it takes minutes. */
const UNPACK_MS = 300_000;

/** What Firefox from the vendor needs and a bare Debian or Ubuntu lacks; names differ between releases. */
const FIREFOX_LIBRARIES = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libdbus-1-3',
  'libx11-xcb1',
  'libxtst6',
  'libasound2 | libasound2t64',
  'fonts-liberation | fonts-dejavu-core',
];

export const download: ProvisionSource = {
  name: 'the download of the current stable version',
  engines: ['chromium', 'firefox'],
  async provide(engine, request) {
    const { Browser, detectBrowserPlatform, install, resolveBuildId } = await downloader(request);
    const browser = engine === 'firefox' ? Browser.FIREFOX : Browser.CHROME;
    const title = engine === 'firefox' ? 'Firefox' : 'Chrome for Testing';
    const platform = detectBrowserPlatform();
    if (!platform) throw new Error(`no build exists for ${process.platform} on ${process.arch}`);

    // The package offers no way to cancel: an abandoned connection ends with its socket.
    const stall = stallWatch(request.signal);
    try {
      stall.expect(SILENCE_MS, 'the list of versions');
      const buildId = await stall.watch(resolveBuildId(browser, platform, 'stable'));
      stall.expect(SILENCE_MS, 'the download');
      const line = `Downloading ${title} ${buildId}`;
      request.progress(line, 0);
      const installed = await stall.watch(
        install({
          browser,
          platform,
          buildId,
          cacheDir: request.folder,
          downloadProgressCallback(done, total) {
            if (done < total) stall.expect(SILENCE_MS, 'the download');
            else stall.expect(UNPACK_MS, 'unpacking');
            request.progress(
              done < total ? line : `Unpacking ${title} ${buildId}`,
              total ? done / total : undefined,
            );
          },
        }),
      );
      return staged(engine, title, buildId, installed.executablePath, request);
    } finally {
      stall.stop();
      // It loads its own dependencies while it works.
      await rm(modulesIn(request.folder), { recursive: true, force: true });
    }
  },
};

const PACKAGE = '@puppeteer/browsers';
const VERSION = '2.13.2';

const modulesIn = (folder: string): string => join(folder, 'npm');

/** The package of the project that uses Sightline, if it has it. */
async function downloader({ folder, signal, progress }: SourceRequest): Promise<typeof Downloader> {
  try {
    return await import('@puppeteer/browsers');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
  }
  progress(`Fetching ${PACKAGE}@${VERSION} from the npm registry`);
  return createRequire(import.meta.url)(await fetchNpmPackage(PACKAGE, VERSION, modulesIn(folder), signal));
}

async function staged(
  engine: BrowserEngine,
  title: string,
  version: string,
  executable: string,
  request: SourceRequest,
): Promise<StagedBrowser> {
  return {
    staged: true,
    title,
    version,
    executable: relative(request.folder, executable),
    headlessOnly: false,
    environments: [{}],
    libraries: engine === 'firefox' ? FIREFOX_LIBRARIES : await chromeLibraries(dirname(executable)),
  };
}

/** Chrome for Testing for Linux lists its own dependencies. */
async function chromeLibraries(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'deb.deps'), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line.trim() !== '');
}
