/**
 * A tool, declared once: every face (MCP, command line, docs) is made from the declaration. Tools do their
 * work and return data; what an answer looks like and what is captured for it is decided in `turn.ts`.
 */
import { z } from 'zod';
import { isSightlineError, SightlineError } from '../errors.js';
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import type { SnapshotOptions } from '../page/snapshot-options.js';
import { quote } from '../tree/quote.js';
import type { Agent } from './agent.js';
import type { Cap } from './caps.js';
import { oneLine } from './text-line.js';

/** What a call does to the page: looks, acts on it, or takes it elsewhere. */
export type Effect = 'read' | 'act' | 'navigate';

export interface Call {
  agent: Agent;
  signal?: AbortSignal;
  /** Says how a call that takes long is getting on. */
  onProgress?: (line: string) => void;
}

export interface Image {
  data: Uint8Array;
  mimeType: string;
}

export interface Outcome {
  /** What went wrong after something was done: the answer is an error, and shows what came of the rest. */
  error?: unknown;
  /** The page that the answer is about; without it the answer shows none. */
  page?: Page;
  /** One line each. */
  result?: string[];
  /** The same in Playwright, one statement each. */
  code?: string[];
  /** Their notes become part of the result. */
  reports?: ActionReport[];
  /** What the answer shows of the page. Default: everything after an action or a navigation, nothing after a look. */
  view?: 'none' | View;
  /** Show the list of tabs, changed or not. */
  tabs?: boolean;
  images?: Image[];
  /** What was entered or chosen, where it may be repeated: a part of the name of the diff that shows it. */
  entered?: string;
  /** The result as data, in the shape that the tool declares as its output. */
  data?: Readonly<Record<string, unknown>>;
}

export interface View extends SnapshotOptions {
  /** One frame with its iframes as boundaries; without it all frames, stitched. */
  frame?: string;
  /** Write the tree to this file instead of showing it. */
  filename?: string;
  /** All of it, whatever the agent has seen. */
  whole?: boolean;
}

export interface ToolDeclaration<Shape extends z.ZodRawShape> {
  name: string;
  /** One or two sentences for the model that chooses. */
  summary: string;
  input: Shape;
  /** Shape of `data`, for tools whose result programs read. */
  output?: z.ZodRawShape;
  effect: Effect;
  /** Off unless asked for by this name. */
  cap?: Cap;
  /** `filename` is a file to read; without this it is one to write. */
  readsFile?: true;
  /** Arguments of calls as somebody would make them, for the docs and for the help of the command line. */
  examples?: readonly z.input<z.ZodObject<Shape>>[];
  run(args: z.output<z.ZodObject<Shape>>, call: Call): Promise<Outcome>;
}

export interface Tool {
  readonly name: string;
  readonly summary: string;
  readonly effect: Effect;
  readonly cap?: Cap;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** JSON Schema of the input. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** JSON Schema of `data`, where the tool has any. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** Whether it has an argument of this name. */
  takes(name: string): boolean;
  /** Throws for arguments that can't be meant: nothing has been done then. */
  check(args: unknown, call: Call): Promise<void>;
  /** Checks the arguments, then runs. */
  call(args: unknown, call: Call): Promise<Outcome>;
}

/** Names that agents know from earlier releases of Playwright MCP. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  ref: 'target',
  startRef: 'startTarget',
  endRef: 'endTarget',
};

export function defineTool<Shape extends z.ZodRawShape>(declaration: ToolDeclaration<Shape>): Tool {
  const input = z.strictObject(declaration.input);
  const { output, cap } = declaration;
  // Who only looks can't do harm with an argument too many; agents remember those of other releases.
  const reads = declaration.effect === 'read';
  const unknownIn = (args: unknown) =>
    Object.keys(Object(renamed(args))).filter((key) => !Object.hasOwn(declaration.input, key));
  return {
    name: declaration.name,
    summary: declaration.summary,
    effect: declaration.effect,
    ...(cap && { cap }),
    examples: declaration.examples ?? [],
    schema: jsonSchema(input),
    ...(output && { outputSchema: jsonSchema(z.object(output)) }),
    takes: (name) => Object.hasOwn(declaration.input, name),
    async check(args, call) {
      await checked(args, call);
    },
    async call(args, call) {
      const given = await checked(args, call);
      const ignored = reads ? unknownIn(args) : [];
      if (ignored.length === 0) return declaration.run(given, call);
      const note = `Ignored, since ${declaration.name} has no such argument: ${ignored.map((key) => quote(key, 100)).join(', ')}`;
      return declaration.run(given, call).then(
        (outcome) => ({ ...outcome, result: [...(outcome.result ?? []), note] }),
        (error: unknown) => {
          throw isSightlineError(error) ? withNote(error, note) : error;
        },
      );
    },
  };

  async function checked(args: unknown, { agent }: Call): Promise<z.output<z.ZodObject<Shape>>> {
    const given = renamed(args ?? {});
    const parsed = (reads ? z.object(declaration.input) : input).safeParse(given);
    if (!parsed.success) throw badArguments(declaration, parsed.error);
    // Whether it can be written is known before anything is done.
    const { filename } = parsed.data as { filename?: unknown };
    if (typeof filename === 'string' && !declaration.readsFile) await agent.files.checkWritable(filename);
    // What a strict object parses to is what an object of the same shape does.
    return parsed.data as z.output<z.ZodObject<Shape>>;
  }
}

/** What was ignored may be what it lacked. */
function withNote({ code, message, hint, details, cause }: SightlineError, note: string): SightlineError {
  return new SightlineError(code, `${message}. ${note}`, { hint, details, cause });
}

/** What may be given; that more keys may come is the shorter schema. */
function jsonSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: 'input',
    override({ jsonSchema: each }) {
      // What no model needs to be told, and every list of tools would cost: the ends of integers.
      if (each.maximum === Number.MAX_SAFE_INTEGER) delete each.maximum;
      if (each.minimum === Number.MIN_SAFE_INTEGER) delete each.minimum;
    },
  });
  return schema;
}

function renamed(args: unknown): unknown {
  if (Array.isArray(args)) return args.map(renamed);
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const now = Object.hasOwn(FORMER_NAMES, key) ? FORMER_NAMES[key] : undefined;
      const name = now !== undefined && !Object.hasOwn(args, now) ? now : key;
      return [name, name === 'fields' ? renamed(value) : value];
    }),
  );
}

function badArguments(
  { name, input }: { name: string; input: z.ZodRawShape },
  error: z.ZodError,
): SightlineError {
  const takes = error.issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)
    ? ` ${name} takes ${Object.keys(input).join(', ')}.`
    : '';
  const problems = error.issues.map(({ path, message }) => {
    const where = path.map(String).join('.');
    const what = oneLine(message, 300);
    return where === '' ? what : `${quote(where, 100)}: ${what}`;
  });
  return new SightlineError('bad-argument', `Invalid arguments for ${name}: ${problems.join('; ')}`, {
    hint: `Nothing was done.${takes} Correct the arguments and call again.`,
  });
}
