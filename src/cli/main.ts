#!/usr/bin/env node
/** The command line: finds the command, loads it, and turns its outcome into an exit code. */
import { type Command, EXIT, UsageError } from './command.js';
import { COMMANDS } from './commands.js';
import { packageVersion } from './version.js';

async function main(args: string[]): Promise<number> {
  const [first, ...more] = args;
  if (first === '--version' || first === '-v') return print(packageVersion());
  if (first === undefined || first === '--help' || first === '-h' || (first === 'help' && more.length === 0))
    return print(await help());
  const [name = '', ...rest] = first === 'help' ? [...more, '--help'] : args;
  const command = await find(name);
  if (!command) return misuse(`Unknown command "${name}".${await suggestion(name)}`);
  if (asksForHelp(rest)) return print(command.help());
  try {
    return await command.run(rest);
  } catch (error) {
    if (isArgumentError(error)) return misuse(error.message, name);
    const { errorText } = await import('./report.js');
    process.stderr.write(`${errorText(error)}\n`);
    return EXIT.failed;
  }
}

/** One of ours, or a tool. */
async function find(name: string): Promise<Required<Command> | undefined> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) return (await import('./tool.js')).toolCommandNamed(name);
  const { run, help: own } = await entry.load();
  return { run, help: own ?? (() => `sightline ${entry.usage}: ${entry.summary}`) };
}

/** After `--` nothing is a flag. */
function asksForHelp(words: string[]): boolean {
  const end = words.indexOf('--');
  const flags = end < 0 ? words : words.slice(0, end);
  return flags.includes('--help') || flags.includes('-h');
}

async function help(): Promise<string> {
  const { toolOverview } = await import('./tool.js');
  const { lines, more } = toolOverview(Object.keys(COMMANDS));
  const row = (typed: string, what: string) => `  ${typed.padEnd(32)} ${what}`;
  const ours = Object.values(COMMANDS).filter(({ hidden }) => !hidden);
  return [
    'Usage: sightline <command> [options]',
    '',
    ...ours.map(({ usage, summary }) => row(usage, summary)),
    '',
    'In a browser that stays open in the background until `sightline close`:',
    '',
    ...lines.map(({ usage, summary }) => row(usage, summary)),
    '',
    `  and ${more.join(', ')}.`,
    '',
    row('--version', 'print the version'),
    row('--help', 'print this; after a command, what it takes'),
    '',
    'Exit codes: 0 done; 1 failed, with the code and the next step on stderr; 2 typed wrongly, nothing was done.',
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
    import('./tool.js'),
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

/** About how the command was typed: ours, and those of parseArgs. */
function isArgumentError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

const code = await main(process.argv.slice(2));
// A download that was given up on may hold its socket open: leave as soon as the output is out.
process.stdout.write('', () => process.exit(code));
