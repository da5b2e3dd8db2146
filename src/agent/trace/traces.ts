/**
 * Running traces. Each belongs to the agent that started it. Stateless clients share theirs: a name selects the trace
 * to stop, and a trace can be limited to one page.
 */
import { SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import { Trace, type TraceEntry } from './trace.js';

/** Running traces kept. Some are never stopped, so the oldest is dropped. */
const KEPT = 16;

/** Who starts traces: an agent. */
interface Owner {
  readonly stateless: boolean;
}

interface Running {
  trace: Trace;
  /** Undefined for stateless clients. */
  owner: Owner | undefined;
  page: Page | undefined;
}

export class Traces {
  readonly #running = new Map<string, Running>();
  #started = 0;

  /** Records the agent's calls from now on; with a page, only those about it. */
  start(owner: Owner, page?: Page): string {
    const name = `t${++this.#started}`;
    this.#running.set(name, { trace: new Trace(), owner: known(owner), page });
    const [oldest = name] = this.#running.keys();
    if (this.#running.size > KEPT) this.#running.delete(oldest);
    return name;
  }

  add(owner: Owner, about: Page | undefined, entry: TraceEntry): void {
    for (const running of this.#running.values())
      if (running.owner === known(owner) && (running.page === undefined || running.page === about))
        running.trace.add(entry);
  }

  /** The trace with this name; without a name, the only one. */
  find(owner: Owner, name?: string): { name: string; trace: Trace } {
    const own = this.of(owner);
    const found = name === undefined ? (own.length === 1 ? own[0] : undefined) : name;
    const running = found !== undefined && own.includes(found) ? this.#running.get(found) : undefined;
    if (found !== undefined && running) return { name: found, trace: running.trace };
    if (own.length === 0)
      throw new SightlineError('bad-argument', 'No trace is running', {
        hint: 'Call browser_start_tracing first.',
      });
    const what = name === undefined ? 'Several traces are running' : `There is no trace ${quote(name, 40)}`;
    throw new SightlineError('bad-argument', `${what}. Running traces: ${own.join(', ')}`, {
      hint: 'Name one with the `trace` argument.',
    });
  }

  /** Names, oldest first. */
  of(owner: Owner): string[] {
    return [...this.#running].flatMap(([name, running]) => (running.owner === known(owner) ? [name] : []));
  }

  drop(name: string): void {
    this.#running.delete(name);
  }
}

function known(owner: Owner): Owner | undefined {
  return owner.stateless ? undefined : owner;
}
