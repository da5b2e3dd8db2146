/** Prints an answer: formatted in a terminal, plain into a pipe, or as JSON. */
import { styleText } from 'node:util';
import { CODE_TITLE } from '../../agent/result.js';
import type { SightlineError } from '../../errors.js';
import type { WireAnswer } from '../background/wire.js';
import { EXIT } from '../command.js';
import {
  type AnswerSection,
  errorOf,
  eventsInCommands,
  hintInCommands,
  keyOf,
  sectionsOf,
} from './answer-sections.js';

export interface PrintOptions {
  json: boolean;
  /** Whether the Playwright code is shown. */
  code?: boolean;
  session: string;
}

export function printAnswer(answer: WireAnswer, { json, session, code = false }: PrintOptions): number {
  const sections = sectionsOf(answer.text);
  const failed = sections.find(({ title }) => title === 'Error');
  const error = hintInCommands(failed?.body ?? '');
  const rest = sections
    .filter((section) => section !== failed && (json || code || section.title !== CODE_TITLE))
    .map((section) => (json ? section : eventsInCommands(section)));
  if (json) {
    const object = {
      ok: !answer.isError,
      session,
      ...(failed && { error: errorOf(error) }),
      ...Object.assign({}, ...rest.map(asProperties)),
      ...(answer.data && { data: answer.data }),
    };
    process.stdout.write(`${JSON.stringify(object, null, 2)}\n`);
  } else {
    if (failed) process.stderr.write(`${error}\n`);
    const shown = process.stdout.isTTY
      ? rest.map(readable).join('\n\n')
      : rest.map(({ whole }) => whole).join('\n');
    if (shown !== '') process.stdout.write(`${shown}\n`);
  }
  return answer.isError ? EXIT.failed : EXIT.ok;
}

function asProperties({ title, note, body }: AnswerSection): Record<string, string> {
  const key = keyOf(title);
  return { ...(body !== undefined && { [key]: body }), ...(note !== undefined && { [`${key}Note`]: note }) };
}

function readable({ title, note, body }: AnswerSection): string {
  return [styleText('bold', title), note, body].filter((text) => text !== undefined).join('\n');
}

/** Prints an error of the command itself in the JSON form of an answer. */
export function printError({ code, message, hint }: SightlineError, { session }: PrintOptions): number {
  const object = { ok: false, session, error: { code, message, hint } };
  process.stdout.write(`${JSON.stringify(object, null, 2)}\n`);
  return EXIT.failed;
}
