/**
 * Installs both browsers for the tests, from every available source. Prints the version and path of each, or exits with
 * an error. Also installs what the tests of WebDriver use; without it, these are skipped.
 */
import { findBrowser } from '../src/browsers/find.js';
import { provisionBrowser } from '../src/browsers/provision.js';
import { apt } from '../src/browsers/sources/apt.js';
import { download } from '../src/browsers/sources/download.js';
import { ensureBrowser } from '../src/cli/commands/install.js';
import { errorText } from '../src/cli/output/error-text.js';
import { installSelenium } from '../test/support/selenium.js';

/** The Chromium on npm is an older headless shell, so tests prefer a full browser. */
async function preferWholeBrowser(name: 'chromium' | 'firefox'): Promise<void> {
  const found = findBrowser(name);
  if (found && !found.headlessOnly) return;
  const onProgress = (line: string) => console.error(line);
  // If this fails, `ensureBrowser` uses what is installed or reports what is missing.
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
for (const problem of await installSelenium()) console.error(problem);
// An abandoned download may keep its socket open.
process.exit();
