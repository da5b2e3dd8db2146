/** `sightline sessions`: lists the running background sessions. */
import { parseArgs } from 'node:util';
import { asWords } from '../background/flags.js';
import { type BackgroundInfo, listBackgrounds } from '../background/folder.js';
import { EXIT } from '../command.js';

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { json: { type: 'boolean', default: false }, names: { type: 'boolean', default: false } },
  });
  const sessions = await listBackgrounds();
  if (values.json) {
    const rows = sessions.map(({ name, pid, version, since, options }) => ({
      name,
      pid,
      version,
      since,
      options,
    }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  } else {
    const line = values.names ? ({ name }: BackgroundInfo) => name : asText;
    for (const session of sessions) process.stdout.write(`${line(session)}\n`);
    if (sessions.length === 0 && !values.names) process.stderr.write('No session is running.\n');
  }
  return EXIT.ok;
}

function asText({ name, pid, since, options }: BackgroundInfo): string {
  return [name.padEnd(16), `process ${pid}, since ${since}`, ...asWords(options)].join(' ');
}
