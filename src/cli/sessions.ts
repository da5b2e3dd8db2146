/** `sightline sessions`: lists the running background sessions. */
import { parseArgs } from 'node:util';
import { listSessions, type SessionInfo } from './background/session-folder.js';
import { EXIT } from './command.js';
import { asWords } from './session-flags.js';

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { json: { type: 'boolean', default: false }, names: { type: 'boolean', default: false } },
  });
  const sessions = await listSessions();
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
    const line = values.names ? ({ name }: SessionInfo) => name : asText;
    for (const session of sessions) process.stdout.write(`${line(session)}\n`);
    if (sessions.length === 0 && !values.names) process.stderr.write('No session is running.\n');
  }
  return EXIT.ok;
}

function asText({ name, pid, since, options }: SessionInfo): string {
  return [name.padEnd(16), `process ${pid}, since ${since}`, ...asWords(options)].join(' ');
}
