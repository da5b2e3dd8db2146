/**
 * The main job on a page that ships with the project: open it in a real browser, print what an agent
 * sees, act on it by ref, show what changed.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, type Page, type SnapshotNode } from '../src/index.js';

const SITE = join(fileURLToPath(new URL('..', import.meta.url)), 'examples', 'site');
const PAGES = new Set(['index.html', 'programme.html', 'payment.html']);

const say = (text = '') => process.stdout.write(`${text}\n`);

const server = createServer(async (request, response) => {
  const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
  if (!PAGES.has(name)) {
    response.writeHead(404).end();
    return;
  }
  // The same server under its other host name is another origin: the payment frame is cross-origin.
  const html = (await readFile(join(SITE, name), 'utf8')).replace('{{other}}', `http://localhost:${port}`);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
});
await new Promise<void>((resolve) => server.listen(0, resolve));
const { port } = server.address() as AddressInfo; // a TCP server has one

const browser = await launch({ onProgress: (line) => process.stderr.write(`${line}\n`) });
try {
  const page = await browser.newPage();
  say(`${browser.version} opens the registration form.\n`);
  await page.goto(`http://127.0.0.1:${port}/`);
  const before = await page.ariaSnapshotWithFrames();
  say('What an agent sees, all frames in place, the password left out:\n');
  say(before.text);

  const ref = refFinder(before.json.root);
  await act(page, `fill ${ref('textbox', 'Full name')} with "Ada"`, (p) =>
    p.locatorFromRef(ref('textbox', 'Full name')).fill('Ada'),
  );
  await act(page, `fill ${ref('textbox', 'E-mail')} with "ada"`, (p) =>
    p.locatorFromRef(ref('textbox', 'E-mail')).fill('ada'),
  );
  await act(page, `click ${ref('button', 'Register')}: the page refuses the address`, (p) =>
    p.locatorFromRef(ref('button', 'Register')).click(),
  );
  await act(page, `choose ${ref('radio', 'Window')}, inside a closed shadow root`, (p) =>
    p.locatorFromRef(ref('radio', 'Window')).check(),
  );
  await act(page, `click ${ref('button', 'Pay 120 €')}, in a frame of another site`, (p) =>
    p.locatorFromRef(ref('button', 'Pay 120 €')).click(),
  );
} finally {
  await browser.close();
  server.close();
}

async function act(
  page: Page,
  what: string,
  action: (page: Page) => Promise<{ notes: string[] }>,
): Promise<void> {
  const before = (await page.ariaSnapshotWithFrames()).text.split('\n');
  const { notes } = await action(page);
  const after = (await page.ariaSnapshotWithFrames()).text.split('\n');
  say(`▸ ${what}`);
  for (const note of notes) say(`  ${note}`);
  for (const line of before.filter((each) => !after.includes(each)))
    say(`  - ${line.trim().replace(/^- /, '')}`);
  for (const line of after.filter((each) => !before.includes(each)))
    say(`  + ${line.trim().replace(/^- /, '')}`);
  say();
}

function refFinder(root: SnapshotNode): (role: string, name: string) => string {
  const refs = new Map<string, string>();
  const visit = (node: SnapshotNode) => {
    refs.set(`${node.role} ${node.name}`, node.ref);
    for (const child of node.children) if ('ref' in child) visit(child);
  };
  visit(root);
  return (role, name) => {
    const ref = refs.get(`${role} ${name}`);
    if (ref === undefined) throw new Error(`The page shows no ${role} "${name}"`);
    return ref;
  };
}
