/** `sightline multiplex`: one MCP server in front of several `sightline mcp` processes with one browser each. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { InstanceCommand } from '../../mcp/multiplex/instance.js';
import { Instances } from '../../mcp/multiplex/instances.js';
import { Multiplexer } from '../../mcp/multiplex/multiplexer.js';
import { RANGE } from '../../mcp/multiplex/route.js';
import { packageVersion } from '../../version.js';
import { EXIT, UsageError } from '../command.js';
import { chosenTools } from '../options/chosen-tools.js';
import { checkReach, serveEndpoint } from '../serve/serve-endpoint.js';
import { readSettings } from '../settings/read.js';
import type { Setting } from '../settings/setting.js';
import { GROUPS, type Settings } from '../settings/table.js';

const MAX_INSTANCES = 8;
/** A starting browser uses all of the CPU and disk that it can get. */
const STARTING_AT_ONCE = 3;
/** Flags that the multiplexer uses itself or sets differently for each instance. */
const NOT_PASSED_ON = new Set([
  'port',
  'host',
  'allowed-hosts',
  'token',
  'ping-timeout',
  'workspace',
  'first-context',
  'context-count',
  'user-data-dir',
]);

export function help(): string {
  return [
    'Usage: sightline multiplex [--max-instances N] [options of sightline mcp]',
    '',
    'Serves agents over MCP like `sightline mcp`, but with several browsers. Each instance (inst-1, inst-2, …) is a',
    'separate process. The tool browser_instances creates, lists and closes instances. Refs and pages name their',
    'instance; every other tool takes an optional `instance`.',
    '',
    `  --max-instances N         maximum number of running instances. Default: ${MAX_INSTANCES}`,
    '',
    'With --user-data-dir, each instance keeps its profile in a subfolder with its name. Page state is written to',
    '<workspace>/.sightline/browser-state/<instance>/.',
  ].join('\n');
}

export async function run(args: string[]): Promise<number> {
  const { max, rest } = takeLimit(args);
  const { settings, notes } = readSettings(rest);
  checkReach(settings);
  const tools = await chosenTools(settings);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const passedOn = wordsToPassOn(rest);
  const instances = new Instances({
    limit: max,
    startingAtOnce: STARTING_AT_ONCE,
    command: (instance) => serverCommand(settings, passedOn, instance),
  });
  const multiplexer = new Multiplexer({ instances, tools, version: packageVersion() });
  try {
    await serveEndpoint(multiplexer, settings);
  } finally {
    await multiplexer.end();
  }
  return EXIT.ok;
}

function serverCommand(
  { workspace: flag, userDataDir }: Settings,
  passedOn: readonly string[],
  { name, number, browser }: Parameters<ConstructorParameters<typeof Instances>[0]['command']>[0],
): InstanceCommand {
  const workspace = flag === undefined ? undefined : resolve(flag);
  const [, entry = ''] = process.argv;
  return {
    command: process.execPath,
    args: [
      ...process.execArgv,
      entry,
      'mcp',
      ...passedOn,
      ...(browser === undefined ? [] : [`--browser=${browser}`]),
      ...(userDataDir === undefined ? [] : [`--user-data-dir=${join(userDataDir, name)}`]),
      `--first-context=${(number - 1) * RANGE}`,
      `--context-count=${RANGE}`,
    ],
    // Without a workspace, the roots of the client say where.
    env: environment({
      ...(workspace !== undefined && { SIGHTLINE_WORKSPACE: workspace }),
      SIGHTLINE_INSTANCE_ID: name,
    }),
  };
}

/** Our own environment, with the workspace variables replaced. */
function environment(workspace: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(?:SIGHTLINE|PW_DOM_STATE)_(?:WORKSPACE|INSTANCE_ID)$/.test(name)
      ? []
      : [[name, value] as const],
  );
  return { ...Object.fromEntries(own), ...workspace };
}

function takeLimit(args: string[]): { max: number; rest: string[] } {
  const at = args.findIndex((word) => /^--max-instances(?:=|$)/.test(word));
  const word = args[at];
  if (word === undefined) return { max: MAX_INSTANCES, rest: args };
  const joined = word.includes('=');
  const value = joined ? word.slice(word.indexOf('=') + 1) : (args[at + 1] ?? '');
  const max = Number(value);
  if (!/^\d+$/.test(value) || max < 1)
    throw new UsageError(`--max-instances must be a whole number of at least 1, not "${value}"`);
  return { max, rest: args.toSpliced(at, joined ? 1 : 2) };
}

/** The flags for the instances, each with its values. */
function wordsToPassOn(args: string[]): string[] {
  const rows: Setting<unknown>[] = GROUPS.flatMap(({ settings }) =>
    Object.values<Setting<unknown>>(settings),
  );
  const options = Object.fromEntries(
    rows.flatMap(({ flag, kind }) =>
      flag === undefined || kind.placeholder === undefined ? [] : [[flag, { type: 'string' as const }]],
    ),
  );
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  let last = '';
  return tokens.flatMap((token) => {
    if (token.kind === 'option') last = token.name;
    if (NOT_PASSED_ON.has(last) || token.kind === 'option-terminator') return [];
    return token.value === undefined ? [`--${last}`] : [`--${last}=${token.value}`];
  });
}
