/** Parses the words of a tool's command into the tool's arguments. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { reasonOf } from '../../errors.js';
import { parseRef } from '../../tree/ref.js';
import { UsageError } from '../command.js';
import { type Input, typedValue } from './input.js';
import { type ToolCommand, usageOf } from './tool-command.js';

export type Flags = NonNullable<ParseArgsConfig['options']>;

export interface Typed {
  /** Arguments of the tool. */
  args: Record<string, unknown>;
  /** Values of all other flags. */
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** `others` are the flags of all commands. A flag of the tool with the same name wins. */
export function parseToolWords(command: ToolCommand, words: readonly string[], others: Flags): Typed {
  const { values, positionals } = wordsIn(command, words, others);
  const isGiven = ({ name }: Input) => values[name] !== undefined;
  const args = positionalValues(command, positionals, isGiven);
  const options: Typed['options'] = { ...values };
  for (const input of command.flags) {
    const given = values[input.name];
    delete options[input.name];
    if (given === undefined) continue;
    if (Object.hasOwn(args, input.key)) throw new UsageError(`${input.name} was given twice`);
    const typed = [given].flat().filter((each) => typeof each === 'string');
    args[input.key] = input.form.type === 'switch' ? given : typedValue(input, typed);
  }
  return { args, options };
}

export function allFlags({ flags }: ToolCommand, others: Flags): Flags {
  return { ...others, ...Object.fromEntries(flags.map((input) => [input.name, flagConfig(input)])) };
}

function flagConfig({ form }: Input): Flags[string] {
  return form.type === 'switch' ? { type: 'boolean' } : { type: 'string', multiple: form.type === 'list' };
}

function takesWords({ form }: Input): boolean {
  return form.type === 'list' || (form.type === 'json' && form.words === true);
}

function positionalValues(
  command: ToolCommand,
  words: readonly string[],
  isGiven: (input: Input) => boolean,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  const usage = `Usage: sightline ${usageOf(command)}`;
  const left = words.filter((word) => {
    const [input, another] = command.choices.filter(
      ({ key, form }) => form.type === 'choice' && form.choices.includes(word) && !Object.hasOwn(args, key),
    );
    if (!input || another) return true; // Unknown or ambiguous.
    args[input.key] = typedValue(input, [word]);
    return false;
  });
  // `type --target e5 Ada`: the word is the text.
  const isShort = left.length < command.positionals.length;
  const positionals = command.positionals.filter((input) => !isShort || !isGiven(input));
  let at = 0;
  const needed = positionals.filter(({ required }) => required).length;
  for (const [index, input] of positionals.entries()) {
    const rest = left.slice(at);
    // `type Ada` has a text and no target, `type e5` lacks the text.
    const isFirst = !input.required && index < positionals.length - 1;
    if (isFirst && rest.length <= needed && !isRef(rest[0])) continue;
    if (rest.length === 0) {
      if (!input.required) continue;
      // `tabs` alone lists the tabs.
      if (input.form.type === 'choice' && input.form.choices.includes('list')) {
        args[input.key] = 'list';
        continue;
      }
      throw new UsageError(`${command.name} needs ${input.name}. ${usage}`);
    }
    // A list at the end takes all remaining words.
    const taken = takesWords(input) && index === positionals.length - 1 ? rest : rest.slice(0, 1);
    args[input.key] = typedValue(input, taken);
    at += taken.length;
  }
  const [extra, ...others] = left.slice(at);
  const taker = extra === undefined ? undefined : extraFor(command, extra);
  if (taker && extra !== undefined) args[taker.key] = typedValue(taker, [extra]);
  const more = taker ? others[0] : extra;
  if (more !== undefined) throw new UsageError(`${command.name} takes no "${more}". ${usage}`);
  return args;
}

const isRef = (word: string | undefined): boolean => word !== undefined && parseRef(word).ok;

/** A number for an input that takes one, any other word for one that takes text. */
function extraFor({ extras }: ToolCommand, word: string): Input | undefined {
  const type = /^\d+$/.test(word) ? 'number' : 'text';
  return extras.find(({ form }) => form.type === type);
}

function wordsIn(command: ToolCommand, words: readonly string[], others: Flags) {
  try {
    return parseArgs({
      args: [...words],
      options: allFlags(command, others),
      allowPositionals: true,
      allowNegative: true,
    });
  } catch (cause) {
    // Only the first sentence of parseArgs is helpful here.
    const [problem] = reasonOf(cause).split(/(?<=')\. |\n/);
    throw new UsageError(`${problem}. Usage: sightline ${usageOf(command)}`, { cause });
  }
}
