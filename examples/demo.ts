/**
 * A demo: a real MCP client fills in a form that ships with the project, through a server process and a real browser.
 * Prints what the agent sees, what it does, and the answers it gets.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const SITE = join(fileURLToPath(new URL('..', import.meta.url)), 'examples', 'site');
const PAGES = new Set(['index.html', 'programme.html', 'payment.html']);
const SERVER = fileURLToPath(new URL('cli.js', import.meta.url));

const say = (text = '') => process.stdout.write(`${text}\n`);
const styled = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stdout.isTTY ? styleText(style, text) : text;

const site = createServer(async (request, response) => {
  const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
  if (!PAGES.has(name)) {
    response.writeHead(404).end();
    return;
  }
  // The same server under another host name is another origin, so the payment frame is cross-origin.
  const html = (await readFile(join(SITE, name), 'utf8')).replace('{{other}}', `http://localhost:${port}`);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
});
await new Promise<void>((resolve) => site.listen(0, resolve));
const { port } = site.address() as AddressInfo; // a TCP server has one

const workspace = mkdtempSync(join(tmpdir(), 'sightline-demo-'));
const client = new Client({ name: 'demo', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    // The whole page, not its outline.
    args: [SERVER, 'mcp', '--workspace', workspace, '--outline-tokens', '0'],
    env: Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
    stderr: 'inherit',
  }),
);
try {
  const { tools } = await client.listTools();
  say(`An agent connects to the server and finds ${tools.length} tools. It opens a registration form:\n`);
  const opened = await call('browser_navigate', { url: `http://127.0.0.1:${port}/` });
  say(opened.get('Snapshot'));
  say('\nThe tree contains all frames and the closed shadow root. The password is left out.\n');

  const ref = (text: string) => refIn(opened.get('Snapshot') ?? '', text);
  await act('types a name', 'browser_type', { target: ref('textbox "Full name"'), text: 'Ada' });
  await act('types half an address', 'browser_type', { target: ref('textbox "E-mail"'), text: 'ada' });
  await act('registers: the page refuses', 'browser_click', { target: ref('button "Register"') });
  await act('chooses a seat, inside a closed shadow root', 'browser_click', {
    target: ref('radio "Window"'),
  });
  await act('pays, in a frame of another site', 'browser_click', { target: ref('button "Pay 120 €"') });
} finally {
  await client.close();
  site.close();
  rmSync(workspace, { recursive: true, force: true });
}

/** Makes one call and prints the answer. */
async function act(what: string, name: string, args: Record<string, string>): Promise<void> {
  say(styled('bold', `▸ The agent ${what}`));
  say(styled('dim', `  ${name} ${JSON.stringify(args)}`));
  const answer = await call(name, args);
  for (const title of ['Result', 'Snapshot', 'Events'])
    for (const line of (answer.get(title) ?? '').split('\n')) if (line !== '') say(`  ${line}`);
  const [, file] = /- Diff: (.*\.diff)$/m.exec(answer.get('Browser State') ?? '') ?? [];
  if (file !== undefined) {
    say(styled('dim', `  ${file}`));
    for (const line of readFileSync(join(workspace, file), 'utf8').split('\n'))
      if (/^[-+](?![-+])/.test(line)) say(styled(line.startsWith('-') ? 'red' : 'green', `    ${line}`));
  }
  say();
}

/** The sections of the answer, without code fences. */
async function call(name: string, args: Record<string, string>): Promise<Map<string, string>> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (isError) throw new Error(text);
  const parts = text.split(/^### (.*)\n/m).slice(1);
  return new Map(
    parts.flatMap((title, at) =>
      at % 2 === 0 ? [[title, (parts[at + 1] ?? '').replaceAll(/^```.*\n?/gm, '').trimEnd()] as const] : [],
    ),
  );
}

function refIn(snapshot: string, text: string): string {
  const line = snapshot.split('\n').find((each) => each.includes(text)) ?? '';
  const ref = /\[ref=([a-z0-9]+)\]/.exec(line)?.[1];
  if (ref === undefined) throw new Error(`The page shows no ${text}`);
  return ref;
}
