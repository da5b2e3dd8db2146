/** `sightline mcp`: the MCP server over standard input and output. Nothing else is written to stdout. */
import { parseArgs } from 'node:util';
import { parseBrowserName } from '../browsers/browser-name.js';
import { SightlineError } from '../errors.js';
import { type LaunchOptions, launch } from '../launch.js';
import { Host } from '../session/host.js';
import { TOOLS } from '../tools/index.js';
import { EXIT } from './command.js';
import { refStyle } from './ref-style.js';
import { packageVersion } from './version.js';

export async function run(args: string[]): Promise<number> {
  const options = launchOptions(args);
  const { serve } = await import('../mcp/server.js');
  const host = new Host({
    open: (onProgress) =>
      launch({
        ...options,
        onProgress(line) {
          process.stderr.write(`${line}\n`);
          onProgress(line);
        },
      }),
    root: process.cwd(),
    tools: TOOLS,
  });
  await serve(host, packageVersion());
  return EXIT.ok;
}

function launchOptions(args: string[]): LaunchOptions {
  const { values } = parseArgs({
    args,
    options: {
      browser: { type: 'string' },
      'executable-path': { type: 'string' },
      headless: { type: 'boolean', default: false },
      headed: { type: 'boolean', default: false },
      isolated: { type: 'boolean', default: false },
      'user-data-dir': { type: 'string' },
      'viewport-size': { type: 'string' },
      'no-sandbox': { type: 'boolean', default: false },
      refs: { type: 'string', default: 'short' },
    },
  });
  const profile = values['user-data-dir'];
  const viewport = values['viewport-size'];
  if (values.headless && values.headed)
    throw new SightlineError('bad-argument', 'Give --headless or --headed, not both');
  if (values.isolated && profile !== undefined)
    throw new SightlineError('bad-argument', '--isolated keeps no profile: leave out --user-data-dir');
  return {
    headless: !values.headed,
    snapshot: { refs: refStyle(values.refs) },
    ...(values.browser !== undefined && { browser: parseBrowserName(values.browser) }),
    ...(values['executable-path'] !== undefined && { executablePath: values['executable-path'] }),
    ...(profile !== undefined && { userDataDir: profile }),
    ...(viewport !== undefined && { viewport: viewportSize(viewport) }),
    ...(values['no-sandbox'] && { sandbox: false }),
  };
}

function viewportSize(text: string): { width: number; height: number } {
  const match = /^(\d{1,5})[x,](\d{1,5})$/.exec(text.trim());
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (width > 0 && height > 0) return { width, height };
  throw new SightlineError('bad-argument', `--viewport-size is like 1280x720, not "${text}"`);
}
