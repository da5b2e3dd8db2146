/** The inputs of a tool as command-line arguments, made from its JSON Schema. */

import type { Tool } from '../../agent/tool.js';
import { UsageError } from '../command.js';
import { readBoolean } from '../settings/kind.js';

export interface Input {
  /** In the tool: `doubleClick`. */
  readonly key: string;
  /** On the command line: `double-click`. */
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly form: Form;
}

/** How a value is typed; if the tool accepts null, the word `null` is it. */
export type Form = ValueForm & { readonly nullable?: true };

type ValueForm =
  | { readonly type: 'text' }
  | { readonly type: 'number'; readonly whole: boolean }
  | { readonly type: 'switch' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'list'; readonly item: Form }
  /** JSON. An object with exactly two required strings can be typed as `first=second`. */
  | {
      readonly type: 'json';
      readonly pair?: readonly [string, string];
      readonly orText: boolean /** A text or a list of texts: several words are a list. */;
      readonly words?: true;
    };

type Schema = Readonly<Record<string, unknown>>;

export function inputsOf(tool: Pick<Tool, 'schema'>): Input[] {
  const required = listOf(tool.schema.required);
  return Object.entries(recordOf(tool.schema.properties)).map(([key, value]) => {
    const schema = recordOf(value);
    return {
      key,
      name: dashed(key),
      required: required.includes(key),
      description: typeof schema.description === 'string' ? schema.description : '',
      form: formOf(schema),
    };
  });
}

/** `doubleClick` → `double-click`, `navigate_back` → `navigate-back`. */
export function dashed(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** The name of a value in a usage line. */
export function placeholder({ key, form }: Input): string {
  const of = (each: Form): string => {
    switch (each.type) {
      case 'choice':
        return each.choices.join('|');
      case 'switch':
        return 'true|false';
      case 'list':
        return `${of(each.item)}…`;
      case 'json':
        if (each.words) return `${dashed(key).toUpperCase()}…`;
        return each.pair ? `${each.pair[0].toUpperCase()}=${each.pair[1].toUpperCase()}` : 'JSON';
      default:
        return dashed(key).toUpperCase();
    }
  };
  return of(form);
}

/** Parses the typed words of one input; a list gets all of them. */
export function typedValue(input: Input, typed: readonly string[]): unknown {
  const { form } = input;
  if (form.type === 'json' && form.words && typed.length > 1) return [...typed];
  if (form.type !== 'list') return read(input, form, typed.at(-1) ?? '');
  const { item } = form;
  // Choices contain no commas, so one word can list several.
  const words = item.type === 'choice' ? typed.flatMap((word) => word.split(',')) : typed;
  return words.flatMap((word) => {
    const value = read(input, item, word);
    return item.type === 'json' && Array.isArray(value) ? value : [value];
  });
}

function read(input: Input, form: Form, word: string): unknown {
  const wrong = (expected: string) => new UsageError(`${input.name} must be ${expected}, not "${word}"`);
  if (form.nullable && word === 'null') return null;
  switch (form.type) {
    case 'number': {
      const value = word.trim() === '' ? Number.NaN : Number(word);
      if (form.whole ? Number.isInteger(value) : Number.isFinite(value)) return value;
      throw wrong(form.whole ? 'a whole number' : 'a number');
    }
    case 'switch': {
      const value = readBoolean(word);
      if (value !== undefined) return value;
      throw wrong('true or false');
    }
    case 'choice':
      if (form.choices.includes(word)) return word;
      throw wrong(`one of ${form.choices.join(', ')}`);
    case 'json':
      return readJson(form, word, wrong);
    default:
      return word;
  }
}

function readJson(
  { pair, orText }: Extract<Form, { type: 'json' }>,
  word: string,
  wrong: (expected: string) => Error,
): unknown {
  const [, first, second] = /^([^={[]+)=(.*)$/s.exec(word) ?? [];
  if (pair && first !== undefined) return { [pair[0]]: first, [pair[1]]: second };
  try {
    const value: unknown = JSON.parse(word);
    // 978 is a text where a text or a list may be given.
    return orText && (typeof value !== 'object' || value === null) ? word : value;
  } catch {
    if (orText) return word; // The schema also allows a string.
    throw wrong(pair ? `JSON or ${pair[0]}=${pair[1]}` : 'JSON');
  }
}

function formOf(schema: Schema): Form {
  if (Array.isArray(schema.type)) {
    const [type, ...others] = schema.type.filter((each) => each !== 'null');
    if (others.length === 0) return { ...formOf({ ...schema, type }), nullable: true };
  }
  const choices = listOf(schema.enum);
  if (choices.length > 0) return { type: 'choice', choices };
  switch (schema.type) {
    case 'string':
      return { type: 'text' };
    case 'boolean':
      return { type: 'switch' };
    case 'integer':
    case 'number':
      return { type: 'number', whole: schema.type === 'integer' };
    case 'array':
      return { type: 'list', item: formOf(recordOf(schema.items)) };
    default:
      return jsonForm(schema);
  }
}

function jsonForm(schema: Schema): Form {
  const ways = Array.isArray(schema.anyOf) ? schema.anyOf.map(recordOf) : [];
  const [way, ...others] = ways.filter(({ type }) => type !== 'null');
  if (way && others.length === 0) {
    const form = formOf(way);
    const choices = form.type === 'choice' ? { choices: [...form.choices, 'null'] } : {};
    return { ...form, ...choices, nullable: true };
  }
  const orText = ways.some(({ type }) => type === 'string');
  if (orText && others.length === 1 && recordOf(others[0]?.items).type === 'string')
    return { type: 'json', orText, words: true };
  const properties = recordOf(schema.properties);
  const [first, second, ...more] = listOf(schema.required);
  const isText = (key: string) => recordOf(properties[key]).type === 'string';
  if (first === undefined || second === undefined || more.length > 0 || !isText(first) || !isText(second))
    return { type: 'json', orText };
  return { type: 'json', orText, pair: [first, second] };
}

function recordOf(value: unknown): Schema {
  // JSON Schema requires an object here.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
