/** What an agent may not reach: blocked origins, files outside its folder, the browser's own pages. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '../../src/folder-owner.js';
import { BROWSERS } from '../support/browsers.js';
import { sightline } from '../support/command-line.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const PAGE = `<!doctype html><title>Home</title><input type=file id=file><a id=link href="AWAY/x">Away</a>
<button onclick="fetch('AWAY/data').catch(() => 0)">Fetch</button><div id=drop>Drop</div><a id=save href="data:text/plain,saved" download="saved.txt">Save</a>`;

describe.each(BROWSERS)('fences (%s)', (browser) => {
  let server: FixtureServer;
  let mcp: McpClient;
  let folder: string;
  let work: string;

  beforeAll(async () => {
    server = await startServer({});
    server.serve({
      '/': PAGE.replaceAll('AWAY', server.otherOrigin),
      '/refresh': `<title>Refresh</title><meta http-equiv="refresh" content="0;url=${server.otherOrigin}/x">`,
      '/styled': (_, response) => {
        response.setHeader('content-type', 'text/xml');
        response.end(`<?xml-stylesheet type="text/xsl" href="${server.otherOrigin}/x"?><page/>`);
      },
      '/away': (_, response) => response.writeHead(302, { location: `${server.otherOrigin}/x` }).end(),
    });
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sightline-fence-')));
    work = join(folder, 'work');
    mkdirSync(work);
    writeFileSync(join(folder, 'outside.txt'), 'outside');
    writeFileSync(join(work, 'page.html'), '<title>File</title>');
    symlinkSync(folder, join(work, 'up'));
    const args = ['--browser', browser, '--blocked-origins', `localhost;http://evil.test`];
    mcp = await openClient(args, work);
    await mcp.call('browser_navigate', { url: `${server.origin}/` });
  });
  afterAll(async () => {
    await mcp?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a blocked origin is refused with the rule, by URL, redirect and link', async () => {
    const refused = `${server.otherOrigin} is blocked by the rule "localhost"`;
    for (const url of [`${server.otherOrigin}/`, `${server.origin}/away`, `localhost:${server.port}`]) {
      const reply = await mcp.call('browser_navigate', { url });
      expect(reply.isError).toBe(true);
      expect(reply.text).toContain(`Error (origin-blocked): Not loaded: ${refused}`);
    }
    await mcp.call('browser_navigate', { url: `${server.origin}/` });
    const fetched = await mcp.call('browser_click', { target: await mcp.ref('button "Fetch"') });
    expect(fetched.section('Events')).toContain(`Blocked: ${refused}`);
    const { text } = await mcp.call('browser_network_requests');
    expect(text).toContain(
      `[GET] ${server.otherOrigin}/data => [FAILED] blocked by the origin rules: ${refused}`,
    );
    await mcp.call('browser_tabs', { action: 'new', url: `${server.origin}/` });
    const clicked = await mcp.call('browser_click', { target: await mcp.ref('link "Away"') });
    expect(clicked.section('Events')).toContain(`Blocked: ${refused}`);
    await mcp.call('browser_tabs', { action: 'close' });
  });

  it('a page whose stylesheet or refresh is blocked is no failure of ours', async () => {
    for (const path of ['/refresh', '/styled', '/refresh', '/refresh']) {
      const { text } = await mcp.call('browser_navigate', { url: server.origin + path });
      expect(text).not.toMatch(/protocol-error|script-error/);
    }
  });

  it('files outside the folder are not read, written or opened', async () => {
    await mcp.call('browser_navigate', { url: `${server.origin}/` });
    const out = ['../outside.txt', join(folder, 'outside.txt'), 'up/outside.txt', '/etc/hostname'];
    for (const path of out) {
      for (const [name, args] of [
        ['browser_file_upload', { target: '#file', paths: [path] }],
        ['browser_drop', { target: '#drop', paths: [path] }],
        ['browser_take_screenshot', { filename: path }],
        ['browser_snapshot', { filename: path }],
        ['browser_evaluate', { function: '() => { document.title = "Ran" }', filename: path }],
        ['browser_find', { text: 'a', dom: true, filename: path }],
        [
          'browser_batch',
          {
            steps: [
              { tool: 'evaluate', args: { function: '() => { document.title = "Ran" }' } },
              { tool: 'browser_take_screenshot', args: { filename: path } },
            ],
          },
        ],
        ['browser_console_messages', { filename: path }],
        ['browser_network_requests', { filename: path }],
        ['browser_navigate', { url: pathToFileURL(path).href }],
        ['browser_navigate', { url: `view-source:${pathToFileURL(path).href}` }],
        ['browser_tabs', { action: 'new', url: pathToFileURL(path).href }],
      ] as const) {
        const reply = await mcp.call(name, args);
        expect(`${name} ${path} ${reply.text}`).toContain('Error (file-blocked)');
      }
    }
    expect(readdirSync(work).sort()).toEqual(['page.html', 'up']);
    expect(await mcp.evaluate('() => document.title')).not.toBe('Ran');
    const inside = await mcp.call('browser_navigate', { url: pathToFileURL(join(work, 'page.html')).href });
    expect(inside.text).toContain('Error (file-blocked)');
    expect(await mcp.evaluate('() => file.files.length')).toBe(0);
    const upload = await mcp.call('browser_file_upload', { target: '#file', paths: ['page.html'] });
    expect(upload.isError).toBe(false);
    expect(await mcp.evaluate('() => file.files[0].name')).toBe('page.html');
  });

  it.skipIf(process.platform === 'win32')('a FIFO is refused at once, and the server ends', async () => {
    execFileSync('mkfifo', [join(work, 'fifo')]);
    try {
      const other = await openClient(['--browser', browser], work);
      await other.call('browser_navigate', { url: `${server.origin}/` });
      for (const [name, args] of [
        ['browser_take_screenshot', { filename: 'fifo' }],
        ['browser_snapshot', { filename: 'fifo' }],
        ['browser_file_upload', { target: '#file', paths: ['fifo'] }],
      ] as const) {
        const reply = await other.call(name, args);
        expect(reply.text).toContain('Error (bad-file): "fifo" is not a regular file');
      }
      await other.close();
      await expect.poll(() => isAlive(other.pid), { timeout: 30_000 }).toBe(false);
    } finally {
      rmSync(join(work, 'fifo'));
    }
  });

  it('a link that was planted where downloads go saves nothing elsewhere and reads nothing there', async () => {
    const repository = join(folder, 'repository');
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(join(repository, '.sightline'), { recursive: true });
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'key.txt'), 'secret');
    const other = await openClient(['--browser', browser, '--caps', 'storage,pdf'], repository);
    try {
      await other.call('browser_navigate', { url: `${server.origin}/` });
      // Planted while it runs: the browser would still save downloads there.
      symlinkSync(elsewhere, join(repository, '.sightline/output'));
      for (const [name, args] of [
        ['browser_storage_state'],
        ['browser_pdf_save'],
        ['browser_click', { target: '#save' }],
      ] as const) {
        const reply = await other.call(name, args);
        expect(reply.text).toContain('.sightline/output" is a symbolic link');
      }
      for (const path of ['.sightline/output/key.txt', join(repository, '.sightline/output/key.txt')]) {
        const reply = await other.call('browser_file_upload', { target: '#file', paths: [path] });
        expect(reply.text).toMatch(/Error \((file-blocked|bad-file)\)/);
      }
      const named = await other.call('browser_take_screenshot', { filename: '.sightline/output/a.png' });
      expect(named.text).toContain('Error (file-blocked)');
    } finally {
      await other.close();
    }
    const started = await openClient(['--browser', browser], repository);
    const reply = await started.call('browser_navigate', { url: `${server.origin}/` });
    expect(reply.text).toContain('.sightline/output" is a symbolic link, and files would be saved below it');
    expect(reply.text).toContain('--output-dir');
    await started.close();
    const chosen = await openClient(['--browser', browser, '--output-dir', elsewhere], repository);
    expect((await chosen.call('browser_navigate', { url: `${server.origin}/` })).isError).toBe(false);
    await chosen.close();
    expect(readdirSync(elsewhere)).toEqual(['key.txt']);
  });

  it("the browser's own pages are refused", async () => {
    for (const url of ['about:config', 'chrome://settings', 'about:preferences']) {
      const reply = await mcp.call('browser_navigate', { url });
      expect(reply.isError).toBe(true);
    }
  });

  it('--allow-unrestricted-file-access lifts it', async () => {
    const free = await openClient(['--browser', browser, '--allow-unrestricted-file-access'], work);
    try {
      const page = pathToFileURL(join(work, 'page.html')).href;
      expect((await free.call('browser_navigate', { url: page })).text).toContain('Page Title: File');
      const shot = await free.call('browser_snapshot', { filename: join(folder, 'tree.yaml') });
      expect(shot.isError).toBe(false);
      expect(readdirSync(folder)).toContain('tree.yaml');
    } finally {
      await free.close();
    }
  });
});

it('an invalid rule is refused at the start', async () => {
  const ended = await sightline(['mcp', '--allowed-origins', 'https://example.com/path']);
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toContain('Not an origin: "https://example.com/path"');
});
