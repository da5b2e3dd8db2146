/** `sightline show`: opens the viewer of a run, or writes it to a file. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { untilToldToEnd } from '../../mcp/stdio.js';
import { playwrightTrace } from '../../show/export/playwright-trace.js';
import { exportHtml } from '../../show/export-html.js';
import { LiveProxy } from '../../show/live/live-proxy.js';
import { runOf } from '../../show/run.js';
import { TrailReader } from '../../show/trail-reader.js';
import { serveViewer } from '../../show/viewer-server.js';
import { EXIT, UsageError } from '../command.js';
import { liveSocketOf } from '../serve/live-socket.js';
import { runFolder } from './run-folder.js';

export const help = (): string => `Usage: sightline show [FOLDER] [options]

Shows what agents did: every call with the picture of the page, what the agent saw and what changed. FOLDER is a
workspace, whose newest run is shown, or the folder of a run in .sightline/trail. Without it, the newest run of the
working folder or of a background browser is shown. While its server works, the page is live, and you can take over.

  --export FILE.html   write one file with everything in it, instead of opening the viewer
  --export FILE.zip    write a trace for Playwright's viewer: npx playwright show-trace FILE.zip
  --port NUMBER        port to listen on (default: any free one)
  --no-open            print the address only`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: { export: { type: 'string' }, port: { type: 'string' }, open: { type: 'boolean' } },
  });
  if (positionals.length > 1) throw new UsageError(`show takes one folder, not ${positionals.length}`);
  const port = portOf(values.port);
  const target = values.export;
  const kind = target === undefined ? undefined : extname(target);
  if (kind !== undefined && kind !== '.html' && kind !== '.zip')
    throw new UsageError(`--export writes a file that ends in .html or .zip, not "${target}"`);
  const reader = new TrailReader(await runFolder(positionals[0]));
  if (target !== undefined) {
    const run = runOf((await reader.records()).records);
    await writeFile(target, kind === '.zip' ? await playwrightTrace(reader, run) : await exportHtml(reader));
    process.stderr.write(`${resolve(target)}\n`);
    return EXIT.ok;
  }
  const socket = await liveSocketOf(reader.folder);
  const live = socket === undefined ? undefined : new LiveProxy(socket);
  const viewer = await serveViewer({ reader: async () => reader, live }, port);
  process.stdout.write(`${viewer.url}\n`);
  process.stderr.write(`${reader.folder}\nCtrl+C ends the viewer.\n`);
  if (values.open ?? process.stdout.isTTY) openInBrowser(viewer.url);
  await untilToldToEnd();
  await viewer.close();
  return EXIT.ok;
}

function portOf(given = '0'): number {
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= 65_535) return port;
  throw new UsageError(`--port takes a number up to 65535, not "${given}"`);
}

/** In the person's default browser. If there is none, the printed address has to do. */
function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  if (command === undefined) return;
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
