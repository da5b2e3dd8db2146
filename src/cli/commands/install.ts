/** `sightline install`: makes sure that a browser is installed and starts. It may install system packages. */
import { parseArgs } from 'node:util';
import { type BrowserName, parseBrowserName } from '../../browsers/browser-name.js';
import { type FoundBrowser, findBrowsers } from '../../browsers/find.js';
import { probeBrowser } from '../../browsers/probe.js';
import { provisionBrowser } from '../../browsers/provision.js';
import { EXIT } from '../command.js';
import { errorText } from '../output/error-text.js';
import { progressBar } from '../output/progress-bar.js';

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const names = positionals.length > 0 ? positionals.map(parseBrowserName) : (['chromium'] as const);
  let code: number = EXIT.ok;
  for (const name of names) {
    try {
      const { browser, version } = await ensureBrowser(name, { force: values.force });
      process.stdout.write(`${name} ${version} ${browser.executable}\n`);
    } catch (error) {
      process.stderr.write(`${errorText(error)}\n`);
      code = EXIT.failed;
    }
  }
  return code;
}

export interface EnsuredBrowser {
  browser: FoundBrowser;
  version: string;
}

/** The first installed browser that starts, else a newly installed one. Progress goes to stderr. */
export async function ensureBrowser(
  name: BrowserName,
  options: { force?: boolean } = {},
): Promise<EnsuredBrowser> {
  const bar = progressBar(process.stderr);
  try {
    for (const browser of options.force ? [] : findBrowsers(name)) {
      try {
        return { browser, version: await probeBrowser(browser) };
      } catch (error) {
        bar.show(`${browser.executable} does not start. ${errorText(error)}`);
      }
    }
    bar.show(`No working ${name} found. Installing one, once.`);
    const browser = await provisionBrowser(name, { allowSystem: true, onProgress: bar.show });
    return { browser, version: await probeBrowser(browser) };
  } finally {
    bar.end();
  }
}
