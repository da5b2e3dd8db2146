/** `sightline connect`: starts a background session on a running browser and lists its tabs. */
import { parseArgs } from 'node:util';
import { isSightlineError } from '../../errors.js';
import { callBackground, startBackground } from '../background/client.js';
import { backgroundFlags } from '../background/flags.js';
import { findBackground } from '../background/folder.js';
import { UsageError } from '../command.js';
import { printAnswer, printError } from '../output/print-answer.js';
import { backgroundName, refuseOthers } from '../tool-command/run-tool.js';

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      ...backgroundFlags,
      session: { type: 'string', short: 's' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw new UsageError('Give one name or URL');
  const { session, json, ...rest } = values;
  const flags: Record<string, string | boolean | (string | boolean)[] | undefined> = rest;
  const name = backgroundName(session);
  const how = { json: json === true, session: name };
  const options = { ...flags, 'cdp-endpoint': positionals[0] ?? flags['cdp-endpoint'] ?? 'chrome' };
  try {
    const found = await findBackground(name);
    if (found.state === 'running') refuseOthers(found.info, options);
    const info = found.state === 'running' ? found.info : await startBackground(name, options);
    const request = { tool: 'browser_tabs', args: { action: 'list' } };
    return printAnswer(await callBackground(info, request, (line) => process.stderr.write(`${line}\n`)), how);
  } catch (error) {
    if (!how.json || !isSightlineError(error)) throw error;
    return printError(error, how);
  }
}

export function help(): string {
  return [
    'Usage: sightline connect [NAME|URL] [--session NAME] [--json] [--cdp-header NAME:VALUE]',
    '',
    'Connects to a running browser by name (chrome, chrome-beta, chrome-dev, chrome-canary, chromium, msedge, brave) or by',
    'URL (http://host:9222, ws://…), and lists its tabs. Later commands work on its tabs. `sightline close` disconnects and',
    'leaves the browser running. To connect by name, the browser must allow remote debugging: open',
    'chrome://inspect/#remote-debugging in it and turn on "Allow remote debugging for this browser instance".',
  ].join('\n');
}
