/**
 * What an agent did since it asked for a trace: one entry for each call, with its arguments, its time and its
 * answer. What was entered stands in an entry only where the answer repeats it: a password is in neither.
 */
import { literal } from '../text-line.js';

export interface TraceEntry {
  /** When it began, ISO 8601. */
  time: string;
  milliseconds: number;
  tool: string;
  args: unknown;
  isError: boolean;
  answer: string;
}

/** The oldest go first: a trace that nobody stops must not fill the memory. */
const KEPT = 5_000;

/** Arguments that hold what is entered into a page. */
const ENTERED = new Set(['text', 'value', 'values', 'key', 'promptText', 'data', 'body']);

export class Trace {
  readonly #entries: TraceEntry[] = [];
  #dropped = 0;

  get length(): number {
    return this.#entries.length + this.#dropped;
  }

  add(entry: TraceEntry): void {
    this.#entries.push({ ...entry, args: repeated(entry.args, entry.answer) });
    if (this.#entries.length <= KEPT) return;
    this.#entries.shift();
    this.#dropped++;
  }

  /** JSON, one entry a line. */
  text(): string {
    const first = this.#dropped > 0 ? [{ dropped: this.#dropped }] : [];
    return [...first, ...this.#entries].map((each) => `${JSON.stringify(each)}\n`).join('');
  }
}

/** A copy in which what was entered is masked, except what the answer says as code. */
function repeated(args: unknown, answer: string, entered = false): unknown {
  if (typeof args === 'string') return !entered || answer.includes(literal(args)) ? args : '***';
  if (Array.isArray(args)) return args.map((each) => repeated(each, answer, entered));
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      repeated(value, answer, entered || ENTERED.has(name)),
    ]),
  );
}
