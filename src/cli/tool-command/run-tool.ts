/** Runs a tool as a command in the background session, which it starts if the tool opens a URL. */
import { resolve } from 'node:path';
import { isSightlineError, SightlineError } from '../../errors.js';
import { packageVersion } from '../../version.js';
import { addressOf } from '../address.js';
import { callBackground, hasEnded, startBackground } from '../background/client.js';
import { backgroundFlags } from '../background/flags.js';
import { type BackgroundInfo, checkName, findBackground, type Options } from '../background/folder.js';
import { type Command, UsageError } from '../command.js';
import { inCommands } from '../output/in-commands.js';
import { printAnswer, printError } from '../output/print-answer.js';
import { DECLARED_TOOLS } from './declared-tools.js';
import { toolHelp } from './help.js';
import { inputsOf } from './input.js';
import { allFlags, type Flags, parseToolWords } from './parse.js';
import {
  type DeclaredTool,
  findToolCommand,
  type ToolCommand,
  toolCommand,
  usualWord,
  wordsOf,
} from './tool-command.js';

/** Paths typed by a person are relative to their working folder, not to that of the session. */
const FILE_INPUTS = ['filename', 'paths'];

/** The tool's command with this name, if there is one. */
export function toolCommandNamed(name: string): (Command & { help(): string }) | undefined {
  const command = findToolCommand(DECLARED_TOOLS, name);
  return command && { run: (words) => runTool(command, words), help: () => toolHelp(command) };
}

/** All names and aliases of tool commands. */
export function toolWords(): string[] {
  return DECLARED_TOOLS.map(toolCommand).flatMap(({ name, aliases }) => [...aliases, name]);
}

/** For commands that build on a tool. */
export function commandOfTool(name: string): ToolCommand {
  const command = findToolCommand(DECLARED_TOOLS, name);
  if (!command) throw new Error(`There is no tool for ${name}`);
  return command;
}

/** One line for each tool that is on by default, and the names of the others. Skips names that are taken. */
export function toolOverview(taken: readonly string[]): {
  lines: { usage: string; summary: string }[];
  more: string[];
} {
  const commands = DECLARED_TOOLS.map(toolCommand).filter(({ name }) => !taken.includes(name));
  return {
    lines: commands
      .filter(({ tool }) => tool.cap === undefined)
      .map((command) => ({
        usage: [usualWord(command), ...wordsOf(command.positionals)].join(' '),
        summary: inCommands(command.tool.summary),
      })),
    more: commands.filter(({ tool }) => tool.cap !== undefined).map(({ name }) => name),
  };
}

/** Flags that all tool commands take. */
const COMMON: Flags = {
  ...backgroundFlags,
  session: { type: 'string', short: 's' },
  json: { type: 'boolean' },
  code: { type: 'boolean' },
};

export function toolFlags(command: ToolCommand): Flags {
  return allFlags(command, COMMON);
}

export async function runTool({ tool, ...command }: ToolCommand, words: readonly string[]): Promise<number> {
  const { args, options } = parseToolWords({ tool, ...command }, words, COMMON);
  const { session: name, json, code, ...started } = options;
  const session = backgroundName(name);
  const how = { json: json === true, code: code === true, session };
  try {
    const find = () => runningBackground(session, given(started), opens(tool));
    const request = { tool: tool.name, args: asMeant(tool, args) };
    const call = (to: BackgroundInfo) =>
      callBackground(to, request, (line) => process.stderr.write(`${line}\n`));
    const info = await find();
    const answer = await call(info).catch(async (error: unknown) => {
      if (!isSightlineError(error, 'no-session') || !(await hasEnded(info))) throw error;
      return call(await find());
    });
    return printAnswer(answer, how);
  } catch (error) {
    if (!how.json || !isSightlineError(error)) throw error;
    return printError(error, how);
  }
}

/** A command as a step of a batch. */
export interface Step {
  tool: string;
  args: Record<string, unknown>;
}

export function stepOf(name: string, words: readonly string[]): Step {
  const command = findToolCommand(DECLARED_TOOLS, name);
  if (!command) throw new UsageError(`"${name}" can't be a step of a batch`);
  const { args, options } = parseToolWords(command, words, {});
  const [other] = Object.keys(options);
  if (other !== undefined) throw new UsageError(`--${other} is for the batch, not for a step`);
  return { tool: command.tool.name, args: asMeant(command.tool, args) };
}

/** `--session`, else SIGHTLINE_SESSION, else `default`. */
export function backgroundName(given: unknown): string {
  return checkName(typeof given === 'string' ? given : process.env.SIGHTLINE_SESSION || 'default');
}

async function runningBackground(name: string, options: Options, mayStart: boolean): Promise<BackgroundInfo> {
  const found = await findBackground(name);
  if (found.state === 'running') {
    refuseOthers(found.info, options);
    return found.info;
  }
  const what = `The session "${name}"`;
  const lost = `${what} ended unexpectedly. Its pages and refs are gone`;
  if (!mayStart)
    throw new SightlineError('no-session', found.state === 'dead' ? lost : `${what} is not running`);
  if (found.state === 'dead') process.stderr.write(`${lost}. Starting a new one.\n`);
  return startBackground(name, options);
}

/** Flags apply only when a session starts. Refuses flags that differ from those of the running session. */
export function refuseOthers(info: BackgroundInfo, options: Options): void {
  const version = packageVersion();
  if (info.version !== version)
    throw new SightlineError(
      'session-differs',
      `The session "${info.name}" runs version ${info.version}, but this is version ${version}`,
    );
  const other = Object.keys(options).find(
    (flag) => JSON.stringify(options[flag]) !== JSON.stringify(info.options[flag]),
  );
  if (other !== undefined)
    throw new SightlineError(
      'session-differs',
      `The session "${info.name}" was started with a different --${other}`,
    );
}

/** Tools that take a URL can start a session. All others need an open page. */
function opens(tool: DeclaredTool): boolean {
  return tool.effect !== 'read' && inputsOf(tool).some(({ key }) => key === 'url');
}

/** Resolves paths and URLs relative to where they were typed. */
function asMeant(tool: DeclaredTool, args: Record<string, unknown>): Record<string, unknown> {
  const meant: Record<string, unknown> = {
    ...(tool.name === 'browser_take_screenshot' && { filename: screenshotName(args) }),
    ...args,
  };
  for (const key of FILE_INPUTS) {
    const value = meant[key];
    if (typeof value === 'string') meant[key] = resolve(value);
    if (Array.isArray(value)) meant[key] = value.map((each) => resolve(String(each)));
  }
  if (opens(tool) && typeof meant.url === 'string') meant.url = addressOf(meant.url);
  return meant;
}

/** In the working folder of the person. */
function screenshotName({ type = 'png' }: Record<string, unknown>): string {
  return `page-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.${type}`;
}

function given(options: Record<string, Options[string] | undefined>): Options {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
