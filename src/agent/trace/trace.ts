/**
 * A trace of an agent's calls: one entry per call with arguments, time and answer. Text that was entered is masked
 * unless the answer repeats it; passwords appear in neither.
 */
import { literal } from '../text-line.js';

export interface TraceEntry {
  /** Start of the call, ISO 8601. */
  time: string;
  milliseconds: number;
  tool: string;
  args: unknown;
  isError: boolean;
  answer: string;
}

/** Entries kept. The oldest are dropped, so a trace that is never stopped does not fill the memory. */
const KEPT = 5_000;

/** Arguments whose text is entered into a page. */
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

  /** JSON Lines. */
  text(): string {
    const first = this.#dropped > 0 ? [{ dropped: this.#dropped }] : [];
    return [...first, ...this.#entries].map((each) => `${JSON.stringify(each)}\n`).join('');
  }
}

/** Masks entered text, unless the code in the answer shows it. */
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
