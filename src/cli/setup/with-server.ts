/** The text of a configuration file with Sightline in it. What else the file says stays. */
import { isDeepStrictEqual } from 'node:util';
import { reasonOf } from '../../errors.js';
import { UsageError } from '../command.js';
import { isRecord } from '../settings/kind.js';
import type { Client, ServerCommand } from './clients.js';
import { asPlainJson, withMember } from './commented-json.js';

const NAME = 'sightline';

/** `before` is empty for a new file. Throws a `UsageError` for a file that can't be changed safely. */
export function withServer(before: string, client: Client, server: ServerCommand): string {
  return client.format === 'toml' ? inToml(before, client, server) : inJson(before, client, server);
}

function inJson(before: string, { servers, entry }: Client, server: ServerCommand): string {
  const written = entry ? entry(server) : { ...server };
  const text = before.trim() === '' ? '{}\n' : before;
  let at = parse(text, { servers, written });
  for (const key of servers) {
    const inside = Object.hasOwn(at, key) ? at[key] : {};
    if (!isRecord(inside)) throw new UsageError(`${key} in the file is not an object`);
    at = inside;
  }
  if (isDeepStrictEqual(at[NAME], written)) return before;
  return withMember(text, [...servers, NAME], written, indentOf(text));
}

function parse(
  text: string,
  { servers, written }: { servers: readonly string[]; written: unknown },
): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(asPlainJson(text));
  } catch (cause) {
    const part = JSON.stringify({ [servers.join('.')]: { [NAME]: written } }, null, 2);
    throw new UsageError(
      `The file is not JSON (${reasonOf(cause)}), so it was not changed. Add this by hand:\n${part}`,
    );
  }
  if (!isRecord(content)) throw new UsageError('The file is not a JSON object');
  return content;
}

function indentOf(text: string): string {
  return /^\s*\{[^\n]*\r?\n([ \t]+)/m.exec(text)?.[1] ?? '  ';
}

function inToml(before: string, { servers }: Client, { command, args }: ServerCommand): string {
  const heading = `[${[...servers, NAME].join('.')}]`;
  // Basic strings of TOML have the escapes of JSON.
  const section = [
    heading,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
  ];
  const lines = before.split('\n');
  const from = lines.findIndex((line) => line.trim() === heading);
  if (from === -1) {
    const start = before.trimEnd();
    return `${start}${start === '' ? '' : '\n\n'}${section.join('\n')}\n`;
  }
  const next = lines.findIndex((line, at) => at > from && line.trimStart().startsWith('['));
  const rest = next === -1 ? [''] : ['', ...lines.slice(next)];
  // Of the old section, what is not written anew stays.
  const kept = lines
    .slice(from + 1, next === -1 ? undefined : next)
    .filter((line) => line.trim() !== '' && !/^\s*(?:command|args)\s*=/.test(line));
  return [...lines.slice(0, from), ...section, ...kept, ...rest].join('\n');
}
