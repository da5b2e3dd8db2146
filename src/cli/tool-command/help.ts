/** The help text of a tool's command, made from its declaration. */

import { inCommands } from '../output/in-commands.js';
import { exampleWords } from './example.js';
import { type Input, placeholder } from './input.js';
import { flagOf, type ToolCommand, usageOf } from './tool-command.js';

const INDENT = 26;

export function toolHelp(command: ToolCommand): string {
  const { tool, positionals, flags, choices } = command;
  const words = positionals.map((input) => row(placeholder(input), input));
  const options = flags
    .filter((input) => !positionals.includes(input))
    .map((input) => row(flagOf(input), input));
  const named = choices.flatMap(({ form }) => (form.type === 'choice' ? form.choices : []));
  // A word of several settings needs the name of one.
  const isTelling = (word: string) => named.indexOf(word) === named.lastIndexOf(word);
  const short = choices.map(({ name, form }) =>
    form.type === 'choice' ? `A bare ${form.choices.filter(isTelling).join(', ')} sets --${name}.` : '',
  );
  const needsNothing = positionals.every(({ required }) => !required);
  const typical = tool.examples.length === 0 && needsNothing ? [{}] : tool.examples;
  const examples = typical.map((example) => `  sightline ${exampleWords(command, example)}`);
  return [
    `Usage: sightline ${usageOf(command)}`,
    '',
    `${inCommands(tool.summary)}.`,
    ...block([...words, ...options]),
    ...block(short),
    ...block(examples.length > 0 ? ['Examples:', ...examples] : []),
    '',
    `  ${'--session NAME'.padEnd(INDENT)}the background session. Default: SIGHTLINE_SESSION, else "default"`,
    `  ${'--json'.padEnd(INDENT)}the answer as JSON`,
    '',
    'The first command of a session also takes flags of `sightline mcp --help`: --browser firefox, --headed, …',
  ].join('\n');
}

function block(lines: string[]): string[] {
  return lines.length > 0 ? ['', ...lines] : [];
}

function row(typed: string, input: Input): string {
  const description = inCommands(input.description);
  const name = `  ${typed}`;
  if (description === '') return name;
  return name.length < INDENT + 2
    ? `${name.padEnd(INDENT + 2)}${description}`
    : `${name}\n${' '.repeat(INDENT + 2)}${description}`;
}
