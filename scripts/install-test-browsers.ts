/**
 * Makes sure that the tests have both browsers, by every means there is: a line per browser with its
 * version and path, or what is missing and a non-zero exit.
 */
import { findBrowser } from '../src/browsers/find.js';
import { provisionBrowser } from '../src/browsers/provision.js';
import { apt } from '../src/browsers/sources/apt.js';
import { download } from '../src/browsers/sources/download.js';
import { ensureBrowser } from '../src/cli/install.js';
import { errorText } from '../src/cli/report.js';

/** The Chromium that npm carries is an older headless shell: good to work with, second choice to test with. */
async function preferWholeBrowser(name: 'chromium' | 'firefox'): Promise<void> {
  const found = findBrowser(name);
  if (found && !found.headlessOnly) return;
  const onProgress = (line: string) => console.error(line);
  // Where neither works, `ensureBrowser` takes what there is, or says what is missing.
  await provisionBrowser(name, { allowSystem: true, onProgress, sources: [download, apt] }).catch(
    () => undefined,
  );
}

for (const name of ['chromium', 'firefox'] as const) {
  try {
    await preferWholeBrowser(name);
    const { browser, version } = await ensureBrowser(name);
    console.log(`${name} ${version} ${browser.executable}`);
  } catch (error) {
    console.error(`The tests need ${name}. ${errorText(error)}`);
    process.exitCode = 1;
  }
}
// A download that was given up on may hold its socket open.
process.exit();
