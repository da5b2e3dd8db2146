/**
 * What a view costs: characters and tokens (o200k) of an agent's answers, next to Playwright MCP and Chrome
 * DevTools MCP on the same pages in the same Chromium. Everything in an answer is counted.
 */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { findBrowser } from '../src/browsers/find.js';
import { startServer } from '../test/support/server.js';
import { locateForTokens } from './peer.js';
import { tokenPages } from './token-pages.js';

const CLI = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

interface Server {
  call(name: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function benchTokens(): Promise<void> {
  const peers = locateForTokens();
  const executable = findBrowser('chromium', {})?.executable ?? '/usr/bin/chromium';
  const pages = await startServer();
  const routes = tokenPages(pages.otherOrigin);
  pages.serve({ '/favicon.ico': '' });
  pages.serve(Object.fromEntries(Object.entries(routes).map(([name, html]) => [`/${name}`, html])));
  const shared = ['--headless', '--isolated', '--no-sandbox', '--executable-path', executable];
  const devtools = ['--headless', '--isolated', '--chromeArg=--no-sandbox', '--executablePath', executable];
  const [ours, playwright, chrome] = await Promise.all([
    start(['--import', import.meta.resolve('tsx'), CLI, 'mcp', ...shared]),
    start([peers.playwrightMcp, ...shared]),
    start([peers.chromeDevtoolsMcp, ...devtools, '--no-usage-statistics']),
  ]);
  const pageId = Number(/^(\d+):/m.exec(await chrome.call('list_pages', {}))?.[1]);
  const count = (text: string) => `${text.length} / ${peers.countTokens(text)}`;
  console.log(
    `Views: characters / o200k tokens; Playwright MCP ${peers.versions.playwrightMcp}, Chrome DevTools MCP ${peers.versions.chromeDevtoolsMcp}`,
  );
  const line = (...cells: string[]) =>
    console.log(`  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(20) : cell.padStart(17))).join(' ')}`);
  line('page', 'ours', 'interactive', 'unfolded', 'Playwright MCP', 'Chrome DevTools');
  try {
    for (const name of Object.keys(routes)) {
      const url = `${pages.origin}/${name}`;
      await ours.call('browser_navigate', { url });
      await playwright.call('browser_navigate', { url });
      await chrome.call('navigate_page', { pageId, type: 'url', url });
      line(
        name,
        count(await ours.call('browser_snapshot', {})),
        count(await ours.call('browser_snapshot', { view: 'interactive' })),
        count(await ours.call('browser_snapshot', { view: 'all' })),
        count(await playwright.call('browser_snapshot', {})),
        count(await chrome.call('take_snapshot', { pageId })),
      );
    }
    // The last page is the app: the answer to a click that changes two of its elements.
    const button = 'Finish 100';
    const mine = await ours.call('browser_snapshot', { view: 'all' });
    const changed = await ours.call('browser_click', { target: /Finish 100" \[ref=(\w+)\]/.exec(mine)?.[1] });
    const theirs = await playwright.call('browser_snapshot', {});
    const target = /Finish 100".*?\[ref=(\w+)\]/.exec(theirs)?.[1];
    const after = await playwright.call('browser_click', { element: button, target });
    const uid = /uid=(\S+) button "Finish 100"/.exec(await chrome.call('take_snapshot', { pageId }))?.[1];
    const last = await chrome.call('click', { pageId, uid, includeSnapshot: true });
    line('a small change', count(changed), '', '', count(after), count(last));
  } finally {
    await Promise.all([ours.close(), playwright.close(), chrome.close(), pages.close()]);
    peers.dispose();
  }
}

async function start(args: string[]): Promise<Server> {
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    async call(name, given) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      if (isError) throw new Error(text);
      return text;
    },
    close: () => client.close(),
  };
}
