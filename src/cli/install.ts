/** `sightline install`: makes sure that a browser is there and starts. May change the system: it was asked to. */
import { parseArgs } from 'node:util';
import { type BrowserName, parseBrowserName } from '../browsers/browser-name.js';
import { type FoundBrowser, findBrowsers } from '../browsers/find.js';
import { probeBrowser } from '../browsers/probe.js';
import { provisionBrowser } from '../browsers/provision.js';
import { EXIT } from './command.js';
import { progressBar } from './progress-bar.js';
import { errorText } from './report.js';

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

/** The first browser that starts; else one that is provisioned now, said on stderr. */
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
        bar.show(`${browser.executable} is there but does not start. ${errorText(error)}`);
      }
    }
    bar.show(`No ${name} that starts is on this machine: getting one. This happens once.`);
    const browser = await provisionBrowser(name, { allowSystem: true, onProgress: bar.show });
    return { browser, version: await probeBrowser(browser) };
  } finally {
    bar.end();
  }
}
