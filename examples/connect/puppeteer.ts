/** Uses Sightline on a page that Puppeteer controls. */
import puppeteer from 'puppeteer-core';
import { fromPuppeteer } from '../../src/index.js'; // In your program: from 'sightline'.

const [url = 'https://example.com', executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
const host = await browser.newPage();
await host.goto(url);

const page = await fromPuppeteer(host);
const { text } = await page.ariaSnapshotWithFrames();
console.log(text);
await page.getByRole('button').first().click();

await page.context.browser.close();
console.log(`Puppeteer goes on: ${await host.title()}`);
await browser.close();
