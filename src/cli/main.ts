#!/usr/bin/env node
/** The command line: finds and loads the command, runs it and returns its exit code. */
import { isDiskSilent } from '../fence/disk.js';
import { packageVersion } from '../version.js';
import { type Command, EXIT, UsageError } from './command.js';
import { COMMANDS } from './commands.js';
import { countLeadingFlags } from './leading-flags.js';

async function main(words: string[]): Promise<number> {
  const args = commandFirst(spelledOut(words));
  const [first, ...more] = args;
  if (first === '--version' || first === '-v') return print(packageVersion());
  if (
    first === undefined ||
    first === '--help' ||
    first === '-h' ||
    (first === 'help' && helped(more) === undefined)
  )
    return print(await help());
  const [name = '', ...rest] = first === 'help' ? [helped(more) ?? '', '--help'] : args;
  const command = await find(name);
  if (!command) return misuse(`Unknown command "${name}".${await suggestion(name)}`);
  if (asksForHelp(rest)) return print(command.help());
  try {
    return await command.run(rest);
  } catch (error) {
    if (isArgumentError(error)) return misuse(error.message, name);
    const { errorText } = await import('./output/error-text.js');
    process.stderr.write(`${errorText(error)}\n`);
    return EXIT.failed;
  }
}

/** `-s=work`, as in other command lines: Node reads `-swork` and `-s work` only. Words after `--` are not flags. */
function spelledOut(words: string[]): string[] {
  const end = words.indexOf('--');
  const isFlag = (at: number) => end < 0 || at < end;
  return words.map((word, at) => (isFlag(at) ? word.replace(/^-s=/, '--session=') : word));
}

/** Which session, and how to answer, may also be said before the command: `-s=work click e5`. */
function commandFirst(words: string[]): string[] {
  const flags = countLeadingFlags(words);
  const [command, ...rest] = words.slice(flags);
  if (command === undefined) return words;
  return [command, ...words.slice(0, flags), ...rest];
}

/** The command that help is asked for. Flags before `help` stand after it here. */
const helped = (more: readonly string[]): string | undefined => more[countLeadingFlags(more)];

/** A command, or a tool as a command. */
async function find(name: string): Promise<Required<Command> | undefined> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) return (await import('./tool-command/run-tool.js')).toolCommandNamed(name);
  const { run, help: own } = await entry.load();
  const text = own ?? (() => `sightline ${entry.usage}: ${entry.summary}`);
  const examples = entry.examples.map((example) => `  sightline ${example}`);
  return { run, help: () => [text(), '', 'Examples:', ...examples].join('\n') };
}

/** Words after `--` are not flags. */
function asksForHelp(words: string[]): boolean {
  const end = words.indexOf('--');
  const flags = end < 0 ? words : words.slice(0, end);
  return flags.includes('--help') || flags.includes('-h');
}

async function help(): Promise<string> {
  const { toolOverview } = await import('./tool-command/run-tool.js');
  const { lines, more } = toolOverview(Object.keys(COMMANDS));
  const row = (typed: string, what: string) => `  ${typed.padEnd(32)} ${what}`;
  const ours = Object.values(COMMANDS).filter(({ hidden }) => !hidden);
  return [
    'Usage: sightline <command> [options]',
    '',
    ...ours.map(({ usage, summary }) => row(usage, summary)),
    '',
    'Commands for a browser that stays open in the background until `sightline close`:',
    '',
    ...lines.map(({ usage, summary }) => row(usage, summary)),
    '',
    `  and ${more.join(', ')}.`,
    '',
    row('--version', 'print the version'),
    row('--help', 'print this, or the help of a command'),
    '',
    'Exit codes: 0 done; 1 failed, with error code and next step on stderr; 2 wrong arguments, nothing was done.',
  ].join('\n');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
}

async function suggestion(typed: string): Promise<string> {
  if (typed.startsWith('-')) return ' Flags come after the command.';
  const [{ nearestWord }, { toolWords }] = await Promise.all([
    import('../tree/nearest-word.js'),
    import('./tool-command/run-tool.js'),
  ]);
  const meant = nearestWord(typed.replace(/^browser_/, ''), [...Object.keys(COMMANDS), ...toolWords()]);
  return meant === undefined ? '' : ` Did you mean \`sightline ${meant}\`?`;
}

function misuse(message: string, command?: string): number {
  process.stderr.write(
    `${message}\nSee \`sightline${command === undefined ? '' : ` ${command}`} --help\`.\n`,
  );
  return EXIT.usage;
}

/** Our own usage errors and those of parseArgs. */
function isArgumentError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

const code = await main(process.argv.slice(2));
// An abandoned download may keep its socket open, so exit as soon as the output is written.
process.stdout.write('', () => {
  // A thread that waits for a disk keeps the process alive; nothing else ends it.
  if (isDiskSilent()) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
});
