#!/usr/bin/env node
/** The command line: finds the command, loads it, and turns its outcome into an exit code. */
import { EXIT, UsageError } from './command.js';
import { COMMANDS } from './commands.js';
import { packageVersion } from './version.js';

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') return print(packageVersion());
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return print(help());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return misuse(`Unknown command "${name}".`);
  if (rest.includes('--help') || rest.includes('-h'))
    return print((await command.load()).help?.() ?? `sightline ${command.usage}: ${command.summary}`);
  try {
    return await (await command.load()).run(rest);
  } catch (error) {
    if (isArgumentError(error)) return misuse(error.message);
    const { errorText } = await import('./report.js');
    process.stderr.write(`${errorText(error)}\n`);
    return EXIT.failed;
  }
}

function help(): string {
  const commands = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(32)} ${summary}`);
  return [
    'Usage: sightline <command> [options]',
    '',
    ...commands,
    '',
    `  ${'--version'.padEnd(32)} print the version`,
    `  ${'--help'.padEnd(32)} print this`,
  ].join('\n');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
}

function misuse(message: string): number {
  process.stderr.write(`${message}\nSee \`sightline --help\`.\n`);
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
