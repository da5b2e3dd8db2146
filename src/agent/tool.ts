/**
 * A tool is declared once; MCP, command line and docs are made from the declaration. Tools do their work and return
 * data; `turn.ts` captures the page and writes the answer.
 */
import { z } from 'zod';
import { isSightlineError, SightlineError } from '../errors.js';
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import type { SnapshotOptions } from '../page/snapshot/snapshot-options.js';
import { quote } from '../tree/quote.js';
import type { Agent } from './agent.js';
import type { Cap } from './caps.js';
import type { Effect } from './effect.js';
import type { Invitation } from './person/invitation.js';
import { assertAllowed } from './policy/assert-allowed.js';
import type { Image } from './result.js';
import { oneLine } from './text-line.js';

export interface Call {
  agent: Agent;
  signal?: AbortSignal;
  /** The page is watched until it shows the outcome of the call's last action. */
  watched?: boolean;
  /** Reports the progress of a long call. */
  onProgress?: (line: string) => void;
  /** Asks the person. Absent where that is not possible: in a client that can't, and in a step of a batch or program. */
  confirm?: (question: string) => Promise<boolean>;
  /** Lets the client open the window for the person; false if they don't want to. Absent where a client can't. */
  invite?: (invitation: Invitation) => Promise<boolean>;
}

/**
 * The same for a step. A question would make the call begin again, and what was done would be done twice; and the page is
 * only watched after the last step.
 */
export function stepOf({ confirm: _, invite: __, watched: ___, ...call }: Call): Call {
  return call;
}

export interface Outcome {
  /** A failure after part of the work was done. The answer is an error that still shows the result. */
  error?: unknown;
  /** The page that the answer shows; none if absent. */
  page?: Page;
  /** One line each. */
  result?: string[];
  /** Markdown of the page, safe in each line (`tree/markdown`). It is shown in a fence. */
  document?: string;
  /** The equivalent Playwright code, one statement each. */
  code?: string[];
  /** Their notes are added to the result. */
  reports?: ActionReport[];
  /** What the answer shows of the page. Default: its view after an action or navigation, nothing after reading. */
  show?: 'none' | ShowOptions;
  /** Always show the list of tabs. */
  tabs?: boolean;
  images?: Image[];
  /** The text or option entered, for the file name of the diff. Absent for passwords. */
  entered?: string;
  /** The result as data, as declared in `output`. */
  data?: Readonly<Record<string, unknown>>;
}

export interface ShowOptions extends SnapshotOptions {
  /** Only this frame, with its iframes as boundaries. Default: all frames, stitched. */
  frame?: string;
  /** Write the tree to this file instead of showing it. */
  filename?: string;
  /** The whole page, even if the agent has seen it. */
  whole?: boolean;
}

export interface ToolDeclaration<Shape extends z.ZodRawShape> {
  name: string;
  /** One or two sentences for the model. */
  summary: string;
  input: Shape;
  /** Shape of `data`. */
  output?: z.ZodRawShape;
  effect: Effect;
  /** The group that turns it on; without one, the tool is always on. */
  cap?: Cap;
  /** It deals with the person itself. All others wait while one has taken over. */
  meetsPerson?: true;
  /** `filename` is read. Default: it is written. */
  readsFile?: true;
  /** Optional arguments in which an empty string is a value. In all others it means absent. */
  emptyIsValue?: readonly (keyof Shape & string)[];
  /** Arguments of typical calls, for the docs and the command line's help. */
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
  /** JSON Schema of `data`. */
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  /** Whether it has an argument of this name. */
  takes(name: string): boolean;
  /** Throws if the arguments are invalid. Does nothing else. */
  check(args: unknown, call: Call): Promise<void>;
  /** Checks the arguments, then runs. */
  call(args: unknown, call: Call): Promise<Outcome>;
}

/** Argument names of earlier Playwright MCP releases. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  ref: 'target',
  startRef: 'startTarget',
  endRef: 'endTarget',
};

export function defineTool<Shape extends z.ZodRawShape>(declaration: ToolDeclaration<Shape>): Tool {
  const input = z.strictObject(declaration.input);
  const { output, cap } = declaration;
  // Read-only tools ignore unknown arguments: agents remember them from other releases, and they do no harm.
  const reads = declaration.effect === 'read';
  // Computed on use: a server has sixty tools, and most calls need one of them.
  const fillable = once(() => fillableIn(declaration));
  const schema = once(() => jsonSchema(input));
  const outputSchema = output && once(() => jsonSchema(z.object(output)));
  const unknownIn = (args: unknown) =>
    Object.keys(Object(renamed(args))).filter((key) => !Object.hasOwn(declaration.input, key));
  return {
    name: declaration.name,
    summary: declaration.summary,
    effect: declaration.effect,
    ...(cap && { cap }),
    examples: declaration.examples ?? [],
    get schema() {
      return schema();
    },
    get outputSchema() {
      return outputSchema?.();
    },
    takes: (name) => Object.hasOwn(declaration.input, name),
    async check(args, call) {
      await checked(args, call);
    },
    async call(args, call) {
      const given = await checked(args, call);
      if (!declaration.meetsPerson) await call.agent.host.people.takeover.untilFree(call);
      await assertAllowed(declaration, given, call);
      const ignored = reads ? unknownIn(args) : [];
      if (ignored.length === 0) return declaration.run(given, call);
      const note = `Ignored unknown arguments of ${declaration.name}: ${ignored.map((key) => quote(key, 100)).join(', ')}`;
      return declaration.run(given, call).then(
        (outcome) => ({ ...outcome, result: [...(outcome.result ?? []), note] }),
        (error: unknown) => {
          throw isSightlineError(error) ? withNote(error, note) : error;
        },
      );
    },
  };

  async function checked(args: unknown, { agent }: Call): Promise<z.output<z.ZodObject<Shape>>> {
    const given = withoutFillers(renamed(args ?? {}), fillable());
    const parsed = (reads ? z.object(declaration.input) : input).safeParse(given);
    if (!parsed.success) throw badArguments(declaration, parsed.error);
    // Checked before anything is done.
    const { filename } = parsed.data as { filename?: unknown };
    if (typeof filename === 'string' && !declaration.readsFile) await agent.files.checkWritable(filename);
    // A strict and a plain object of one shape have the same output type.
    return parsed.data as z.output<z.ZodObject<Shape>>;
  }
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** The ignored argument may be the cause of the failure. */
function withNote({ code, message, hint, details, cause }: SightlineError, note: string): SightlineError {
  return new SightlineError(code, `${message}. ${note}`, { hint, details, cause });
}

/** The input schema. Plain objects allow more keys, which makes the schema shorter. */
function jsonSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: 'input',
    override({ jsonSchema: each }) {
      // No model needs them, and they would cost tokens in every tool list.
      if (isRemote(each.maximum)) delete each.maximum;
      if (isRemote(each.minimum)) delete each.minimum;
    },
  });
  return schema;
}

/** A limit that only absurd numbers exceed. */
const isRemote = (limit: unknown): boolean => Math.abs(Number(limit)) >= 1_000_000;

/**
 * Optional arguments that a model may fill with an empty string or null because it has nothing to say, with the fillers
 * that are no values of theirs.
 */
function fillableIn<Shape extends z.ZodRawShape>({
  input,
  emptyIsValue = [],
}: ToolDeclaration<Shape>): ReadonlyMap<string, readonly unknown[]> {
  const takes = (type: z.ZodRawShape[string], value: unknown) => z.safeParse(type, value).success;
  const optional = Object.entries(input).filter(([, type]) => takes(type, undefined));
  return new Map(
    optional.map(([key, type]) => [
      key,
      [...(emptyIsValue.includes(key) ? [] : ['']), ...(takes(type, null) ? [] : [null])],
    ]),
  );
}

function withoutFillers(args: unknown, fillable: ReturnType<typeof fillableIn>): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(
    Object.entries(args).filter(([key, value]) => !fillable.get(key)?.includes(value)),
  );
}

/** Models fill optional arguments with these. */
export function isFiller(value: unknown): boolean {
  return value === '' || value === null;
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
