/** `sightline batch`: several commands in one call, one per line or one per argument, with one view at the end. */
import { UsageError } from '../command.js';
import { countLeadingFlags } from '../leading-flags.js';
import { commandOfTool, runTool, type Step, stepOf } from '../tool-command/run-tool.js';

const USAGE = `sightline batch COMMAND… [--session NAME] [--json] [--code]
sightline batch < FILE

Runs commands in order, as if each was typed after \`sightline\`, and shows the page once, at the end. Each argument is one
command; without any, each line of standard input is one. Empty lines and lines that begin with # are left out. A text in
double quotes may have several lines. All commands are checked before the first is run; the first that fails ends the
batch.

  sightline batch 'fill e5 Ada' 'click e9'
  sightline batch <<END
  fill e5 "Ada Lovelace"
  click e9
  END`;

export const help = (): string => USAGE;

export async function run(all: readonly string[]): Promise<number> {
  const leading = countLeadingFlags(all);
  const words = [...all.slice(leading), ...all.slice(0, leading)];
  const flags = words.findIndex((word) => word.startsWith('-'));
  const typed = flags < 0 ? words : words.slice(0, flags);
  const batch = commandOfTool('browser_batch');
  // The steps as JSON, as the tool takes them.
  if (/^\s*[[{]/.test(typed[0] ?? '')) return runTool(batch, words);
  const lines = typed.length > 0 ? typed : linesOf(await standardInput());
  const steps = lines.flatMap((line, at) => stepIn(line, at + 1));
  if (steps.length === 0)
    throw new UsageError('batch needs commands, one per argument or per line of standard input');
  return runTool(batch, [JSON.stringify(steps), ...(flags < 0 ? [] : words.slice(flags))]);
}

/** One command each; a text in double quotes may go on in the next lines. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const last = lines.at(-1);
    if (last !== undefined && !last.trim().startsWith('#') && /^\s+"/.test(split(last).rest))
      lines[lines.length - 1] = `${last}\n${line}`;
    else lines.push(line);
  }
  return lines;
}

function stepIn(line: string, number: number): Step[] {
  const words = wordsOf(line.trim(), number);
  const [name, ...rest] = words[0] === 'sightline' ? words.slice(1) : words;
  if (name === undefined || name.startsWith('#')) return [];
  try {
    return [stepOf(name, rest)];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(`Command ${number}: ${error.message}`);
  }
}

function wordsOf(line: string, number: number): string[] {
  const { words, rest } = split(line);
  if (rest.trim() !== '')
    throw new UsageError(`Command ${number}: a quote is not closed: ${rest.slice(0, 60)}`);
  return words;
}

/** As a shell splits them: quotes of both kinds, and a backslash before a character that is meant as it is. */
function split(line: string): { words: string[]; rest: string } {
  const words: string[] = [];
  const word = /\s*((?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/y;
  for (let from = 0; ; from = word.lastIndex) {
    const match = word.exec(line);
    if (!match) return { words, rest: line.slice(from) };
    words.push(unquoted(match[1] ?? ''));
  }
}

function unquoted(word: string): string {
  return word.replace(
    /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
    (_, escaped?: string, double?: string, single?: string) =>
      escaped !== undefined
        ? escaped
        : double !== undefined
          ? double.replace(/\\(["\\$`])/g, '$1')
          : (single ?? ''),
  );
}

async function standardInput(): Promise<string> {
  if (process.stdin.isTTY)
    throw new UsageError('batch needs commands, one per argument or per line of standard input');
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
