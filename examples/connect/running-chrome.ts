/** Connects to a running browser, lists its tabs, and prints the front tab as an agent sees it. */
import { connect } from '../../src/index.js'; // In your program: from 'sightline'.

const [where = 'chrome'] = process.argv.slice(2);
const browser = await connect(where);
for (const page of browser.pages()) console.log(`${page.handle} ${page.url}`);
const page = browser.pages().find(({ driver }) => driver.inFront) ?? browser.pages()[0];
if (page) console.log((await page.ariaSnapshotWithFrames()).text);
await browser.close(); // The browser and its tabs stay open.
