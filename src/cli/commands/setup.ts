/** `sightline setup CLIENT`: adds the MCP server to a client's configuration. */
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { linkOnPath } from '../../fence/link-on-path.js';
import { unifiedDiff } from '../../tree/diff/unified-diff.js';
import { EXIT, UsageError } from '../command.js';
import { readText } from '../settings/read-text.js';
import { CLIENTS, type Place, type ServerCommand } from '../setup/clients.js';
import { withServer } from '../setup/with-server.js';

export function help(): string {
  return [
    'Usage: sightline setup CLIENT [--project] [--dry-run] [-- options of sightline mcp]',
    '',
    "Adds Sightline to a client's configuration, shows the change, and keeps a copy of the file as it was.",
    '',
    ...Object.entries(CLIENTS).map(([name, { title }]) => `  ${name.padEnd(16)} ${title}`),
    '',
    '  --project        write the file of the project in this folder, not your own',
    '  --dry-run        show the change only',
  ].join('\n');
}

export async function run(args: string[]): Promise<number> {
  const end = args.indexOf('--');
  const { positionals, values } = parseArgs({
    args: end === -1 ? args : args.slice(0, end),
    allowPositionals: true,
    options: { project: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
  });
  const [name = '', ...more] = positionals;
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (!client || more.length > 0) throw new UsageError(`Name one client: ${Object.keys(CLIENTS).join(', ')}`);
  const place: Place = {
    home: homedir(),
    folder: process.cwd(),
    platform: process.platform,
    env: process.env,
  };
  if (values.project && client.project === undefined)
    throw new UsageError(`${client.title} has no configuration for a project`);
  const file = values.project ? resolve(place.folder, client.project ?? '') : client.user(place);
  // A repository can contain links, and files below them belong to somebody else.
  const link = values.project ? await linkOnPath(place.folder, file) : undefined;
  if (link !== undefined) throw new UsageError(`${file} is reached through ${link}: nothing was changed`);
  const before = existsSync(file) ? readText(file) : '';
  const after = withServer(before, client, serverCommand(end === -1 ? [] : args.slice(end + 1)));
  if (after === before) {
    process.stdout.write(`${client.title} has it already: ${file}\n`);
    return EXIT.ok;
  }
  process.stdout.write(unifiedDiff(before, after, { file, before: 'now', after: 'with Sightline' }));
  if (values['dry-run']) return EXIT.ok;
  const copy = await write(file, after);
  process.stdout.write(
    `${copy === undefined ? '' : `The file as it was: ${copy}\n`}Restart ${client.title}.\n`,
  );
  return EXIT.ok;
}

/** As this command was started: by npx or an installed package, or from a folder with the sources. */
function serverCommand(more: string[]): ServerCommand {
  const script = realpathSync(process.argv[1] ?? '');
  if (script.includes(`${sep}node_modules${sep}`))
    return { command: 'npx', args: ['-y', 'sightline', 'mcp', ...more] };
  return { command: process.execPath, args: [script, 'mcp', ...more] };
}

/** Returns the path of the copy, if there was a file. A link to the file stays a link. */
async function write(file: string, content: string): Promise<string | undefined> {
  const target = existsSync(file) ? realpathSync(file) : file;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const copy = existsSync(target) ? `${target}.${stamp}.bak` : undefined;
  if (copy === undefined) await mkdir(dirname(target), { recursive: true });
  else await copyFile(target, copy);
  // A name that nobody can plant a link at.
  const half = `${target}.${randomUUID()}.new`;
  // The copy has the rights of the file.
  if (copy !== undefined) await copyFile(target, half);
  await writeFile(half, content);
  await rename(half, target);
  return copy;
}
