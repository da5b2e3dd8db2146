/** Uses a browser behind a WebDriver endpoint: chromedriver, geckodriver or a Selenium Grid. */
import { connect } from '../../src/index.js'; // In your program: from 'sightline'.

const [webdriver = 'http://localhost:4444', url = 'https://example.com', capabilities = '{}'] =
  process.argv.slice(2);
const browser = await connect({ webdriver, capabilities: JSON.parse(capabilities) });
console.log(`${browser.version} over ${browser.driver.protocol}`);
const page = browser.pages()[0] ?? (await browser.newPage());
await page.goto(url);
console.log((await page.ariaSnapshotWithFrames()).text);
await page.getByRole('button').first().click();
await browser.close(); // Deletes the session and closes its browser.
