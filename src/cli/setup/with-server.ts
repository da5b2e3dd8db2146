/** The text of a configuration file with Sightline in it. What else the file says stays. */
import { isDeepStrictEqual } from 'node:util';
import { reasonOf } from '../../errors.js';
import { UsageError } from '../command.js';
import { isRecord } from '../settings/kind.js';
import type { Client, ServerCommand } from './clients.js';
import { asPlainJson, withMember } from './commented-json.js';
import { withTable } from './toml-table.js';

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

function inToml(before: string, { servers }: Client, server: ServerCommand): string {
  const path = [...servers, NAME];
  const after = withTable(before, path, { ...server });
  if (after !== undefined) return after;
  throw new UsageError(
    `The file has ${path.join('.')} in a form that is not changed safely, so it was not changed. Set this by hand:\n${withTable('', path, { ...server })}`,
  );
}
