/**
 * Real apps that tasks are done on, each a process of its own with a folder that is removed at the end: TiddlyWiki and
 * Swagger UI from npm, Transmission and Syncthing from Debian.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { PETS } from './pet-api.js';

export interface Apps {
  wiki: string;
  torrents: string;
  sync: string;
  api: string;
  close(): Promise<void>;
}

export async function startApps(require: NodeJS.Require): Promise<Apps> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-apps-'));
  const processes: ChildProcess[] = [];
  const run = (command: string, args: string[]) => {
    processes.push(spawn(command, args, { cwd: folder, stdio: 'ignore' }));
  };
  const [wiki, torrents, sync] = [await freePort(), await freePort(), await freePort()];
  const script = join(dirname(require.resolve('tiddlywiki/package.json')), 'tiddlywiki.js');
  execFileSync(process.execPath, [script, 'wiki', '--init', 'server'], { cwd: folder, stdio: 'ignore' });
  run(process.execPath, [script, 'wiki', '--listen', `port=${wiki}`, 'host=127.0.0.1']);
  const local = ['--no-auth', '--rpc-bind-address', '127.0.0.1', '--no-portmap', '--no-dht', '--no-lpd'];
  run('transmission-daemon', ['--foreground', '--config-dir', 'torrents', '--port', `${torrents}`, ...local]);
  refuseReports(join(folder, 'sync'));
  const quiet = ['--no-browser', '--no-default-folder', '--no-upgrade', `--gui-address=127.0.0.1:${sync}`];
  run('syncthing', ['serve', '--home=sync', ...quiet]);
  const api = await serveApi(dirname(require.resolve('swagger-ui-dist/package.json')));
  const apps = {
    wiki: `http://127.0.0.1:${wiki}/`,
    torrents: `http://127.0.0.1:${torrents}/transmission/web/`,
    sync: `http://127.0.0.1:${sync}/`,
    api: api.url,
  };
  await Promise.all(Object.values(apps).map(untilServed));
  return {
    ...apps,
    async close() {
      await api.close();
      await Promise.all(processes.map(ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Else Syncthing asks whether it may report its use, some time after a page has loaded. */
function refuseReports(home: string): void {
  execFileSync('syncthing', ['generate', `--home=${home}`, '--no-default-folder'], { stdio: 'ignore' });
  const file = join(home, 'config.xml');
  const config = readFileSync(file, 'utf8');
  writeFileSync(file, config.replace(/<urAccepted>0</, '<urAccepted>-1<'));
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill();
  });
}

async function untilServed(url: string): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined); // Not listening yet.
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error(`${url} is not served: is the app installed?`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};

const PAGE = `<!doctype html><title>Pets</title><link rel="stylesheet" href="swagger-ui.css"><div id="ui"></div>
<script src="swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ url: 'api.json', dom_id: '#ui' })</script>`;

/** Swagger UI, and the API that it is about. */
async function serveApi(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (path === '/') return response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    if (path === '/api.json') return json(200, PETS);
    const pet = /^\/pets\/(\d+)$/.exec(path)?.[1];
    if (pet !== undefined)
      return pet === '7'
        ? json(200, { id: 7, name: 'Rex', status: 'sold' })
        : json(404, { message: 'No such pet' });
    if (path === '/orders') return json(201, { id: 4711, status: 'placed' });
    if (!/^\/[\w.-]+$/.test(path)) return json(404, {});
    try {
      const file = readFileSync(join(folder, path));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(file);
    } catch {
      json(404, {}); // No such file.
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
