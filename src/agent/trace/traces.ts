/**
 * Traces that are being kept. One belongs to the agent that started it; clients that come for one call each are not
 * known again, so theirs have a name to be stopped by, and may keep to a page.
 */
import { SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import type { Agent } from '../agent.js';
import { Trace, type TraceEntry } from './trace.js';

/** Nobody may ever come to stop one: beyond this the oldest goes. */
const KEPT = 16;

interface Running {
  trace: Trace;
  /** Undefined: whoever comes and is not known again. */
  agent: Agent | undefined;
  page: Page | undefined;
}

export class Traces {
  readonly #running = new Map<string, Running>();
  #started = 0;

  /** Calls of the agent from now on; with a page, those about it. */
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

  /** The trace of this name, or the only one. */
  find(agent: Agent, name?: string): { name: string; trace: Trace } {
    const own = this.of(agent);
    const found = name === undefined ? (own.length === 1 ? own[0] : undefined) : name;
    const running = found !== undefined && own.includes(found) ? this.#running.get(found) : undefined;
    if (found !== undefined && running) return { name: found, trace: running.trace };
    if (own.length === 0)
      throw new SightlineError('bad-argument', 'No trace is kept', {
        hint: 'Call browser_start_tracing first.',
      });
    const which = name === undefined ? 'Which trace?' : `There is no trace ${quote(name, 40)}.`;
    throw new SightlineError('bad-argument', `${which} Kept are ${own.join(', ')}`, {
      hint: 'Say it with `trace`.',
    });
  }

  /** Names, the oldest first. */
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
