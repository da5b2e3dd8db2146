/**
 * Running traces. Each belongs to the agent that started it. Stateless clients share theirs: a name selects the trace
 * to stop, and a trace can be limited to one page.
 */
import { SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import type { Agent } from '../agent.js';
import { Trace, type TraceEntry } from './trace.js';

/** Running traces kept. Some are never stopped, so the oldest is dropped. */
const KEPT = 16;

interface Running {
  trace: Trace;
  /** Undefined for stateless clients. */
  agent: Agent | undefined;
  page: Page | undefined;
}

export class Traces {
  readonly #running = new Map<string, Running>();
  #started = 0;

  /** Records the agent's calls from now on; with a page, only those about it. */
  start(agent: Agent, page?: Page): string {
    const name = `t${++this.#started}`;
    this.#running.set(name, { trace: new Trace(), agent: knownAgent(agent), page });
    const [oldest = name] = this.#running.keys();
    if (this.#running.size > KEPT) this.#running.delete(oldest);
    return name;
  }

  add(agent: Agent, about: Page | undefined, entry: TraceEntry): void {
    for (const { trace, agent: owner, page } of this.#running.values())
      if (owner === knownAgent(agent) && (page === undefined || page === about)) trace.add(entry);
  }

  /** The trace with this name; without a name, the only one. */
  find(agent: Agent, name?: string): { name: string; trace: Trace } {
    const own = this.of(agent);
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
  of(agent: Agent): string[] {
    return [...this.#running].flatMap(([name, { agent: owner }]) =>
      owner === knownAgent(agent) ? [name] : [],
    );
  }

  drop(name: string): void {
    this.#running.delete(name);
  }
}

function knownAgent(agent: Agent): Agent | undefined {
  return agent.stateless ? undefined : agent;
}
