/**
 * Makes sure that the tests have both browsers, by every means there is: a line per browser with its
 * version and path, or what is missing and a non-zero exit.
 */
import { ensureBrowser } from '../src/cli/install.js';
import { errorText } from '../src/cli/report.js';

for (const name of ['chromium', 'firefox'] as const) {
  try {
    const { browser, version } = await ensureBrowser(name);
    console.log(`${name} ${version} ${browser.executable}`);
  } catch (error) {
    console.error(`The tests need ${name}. ${errorText(error)}`);
    process.exitCode = 1;
  }
}
// A download that was given up on may hold its socket open.
process.exit();
