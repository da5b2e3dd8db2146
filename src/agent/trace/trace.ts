/**
 * A trace of an agent's calls: one entry per call with arguments, time and answer. Text that was entered is masked
 * unless the answer repeats it; passwords appear in neither.
 */
import { maskEntered } from '../secrets/mask-entered.js';

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

export class Trace {
  readonly #entries: TraceEntry[] = [];
  #dropped = 0;

  get length(): number {
    return this.#entries.length + this.#dropped;
  }

  add(entry: TraceEntry): void {
    this.#entries.push({ ...entry, args: maskEntered(entry.args, entry.answer) });
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
