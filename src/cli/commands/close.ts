/** `sightline close`: ends a background session and its browser, or with `--page` closes only that page. */
import { parseArgs } from 'node:util';
import { endBackground } from '../background/client.js';
import { findBackground, listBackgrounds } from '../background/folder.js';
import { EXIT } from '../command.js';
import { backgroundName, commandOfTool, runTool } from '../tool-command/run-tool.js';

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean', default: false },
      page: { type: 'string' },
      session: { type: 'string', short: 's' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.page !== undefined) return runTool(commandOfTool('close'), args);
  const name = backgroundName(values.session);
  const found = await findBackground(name);
  const ending = values.all ? await listBackgrounds() : found.state === 'running' ? [found.info] : [];
  await Promise.all(ending.map(endBackground));
  const names = ending.map((session) => session.name);
  if (values.json) process.stdout.write(`${JSON.stringify({ ok: true, closed: names })}\n`);
  else if (names.length === 0)
    process.stderr.write(values.all ? 'No session is running.\n' : `The session "${name}" is not running.\n`);
  else process.stdout.write(`Closed ${names.join(', ')}\n`);
  return EXIT.ok;
}
