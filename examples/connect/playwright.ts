/** Uses Sightline on a page that Playwright controls. Playwright keeps the page. */
import { chromium } from 'playwright-core';
import { fromPlaywright, playwrightLocator, refOf } from '../../src/index.js'; // In your program: from 'sightline'.

const [url = 'https://example.com', executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ ...(executablePath && { executablePath, args: ['--no-sandbox'] }) });
const host = await browser.newPage();
await host.goto(url);

const page = await fromPlaywright(host);
console.log((await page.ariaSnapshotWithFrames()).text);

// A locator as a ref, and a ref as a locator.
const ref = await refOf(page, host.getByRole('button').first());
await page.locatorFromRef(ref).click();
const locator = await playwrightLocator(host, page, ref);
console.log(`${ref} is ${await locator.textContent()}`);

await page.context.browser.close();
console.log(`Playwright goes on: ${await host.title()}`);
await browser.close();
