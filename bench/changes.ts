/**
 * The cost of showing changes: two captures of a page with one change are compared and the changes written, next
 * to the whole snapshot of each. Medians, ms.
 */
import { launch, type Page } from '../src/index.js';
import { answerChanges, refsIn } from '../src/tree/diff/answer.js';
import { startServer } from '../test/support/server.js';
import { productPage, shopPage, tablePage } from './pages.js';

const PAGES = [
  { name: 'a product', path: '/product', html: productPage(), rounds: 15 },
  { name: 'a shop', path: '/shop', html: shopPage(10_000), rounds: 7 },
  { name: 'a table', path: '/table', html: tablePage(15_000), rounds: 7 },
];

/** One text in the middle of the page. */
const CHANGE = `(text) => {
  const links = document.querySelectorAll('a, button, td');
  links[Math.floor(links.length / 2)].textContent = text;
}`;

export async function benchChanges(): Promise<void> {
  const server = await startServer(Object.fromEntries(PAGES.map(({ path, html }) => [path, html])));
  try {
    for (const name of ['chromium', 'firefox'] as const) {
      const browser = await launch({ browser: name });
      console.log(`Changes: ${browser.version}`);
      try {
        for (const { name: title, path, rounds } of PAGES) {
          const page = await browser.newPage();
          await page.goto(server.origin + path);
          await measure(page, title, rounds);
          await page.close();
        }
      } finally {
        await browser.close();
      }
    }
  } finally {
    await server.close();
  }
}

async function measure(page: Page, title: string, rounds: number): Promise<void> {
  const wholes: number[] = [];
  const compared: number[] = [];
  let text = '';
  let before = await page.ariaSnapshotWithFrames();
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(CHANGE, [`Changed ${round}`]);
    const asked = performance.now();
    const now = await page.ariaSnapshotWithFrames();
    // The text is rendered when it is read.
    const whole = now.text.length;
    const answered = performance.now();
    const answer = answerChanges(before.json.root, now.json.root, () => now, {
      url: now.json.url,
      shown: refsIn(before.text),
    });
    compared.push(performance.now() - answered);
    wholes.push(answered - asked);
    if (answer.kind !== 'diff') throw new Error(`the change was told as ${answer.kind}`);
    text = `${answer.text.length} characters instead of ${whole}`;
    before = now;
  }
  const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const [whole, compare] = [median(wholes), median(compared)];
  console.log(
    `  ${title}: snapshot ${whole.toFixed(1)}, comparison ${compare.toFixed(1)} (${((100 * compare) / whole).toFixed(1)} %); ${text}`,
  );
}
