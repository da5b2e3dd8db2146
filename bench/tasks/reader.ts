/**
 * An agent that reads: it acts only on what the answers have shown it. What it does not know it looks for, first with
 * `find`, then with a snapshot; each look is a call, and every character of every answer is counted.
 */
import type { Answer, Step, TaskAgent } from './agents.js';

export interface Count {
  calls: number;
  tokens: number;
  characters: number;
}

export class Reader {
  readonly #agent: TaskAgent;
  readonly #tokensIn: (text: string) => number;
  readonly count: Count = { calls: 0, tokens: 0, characters: 0 };
  /** What it has read of the present document. */
  #seen = '';

  constructor(agent: TaskAgent, tokensIn: (text: string) => number) {
    this.#agent = agent;
    this.#tokensIn = tokensIn;
  }

  /** Where no agent can tell which one did it: a name of its own. */
  get name(): string {
    return this.#agent.name.replaceAll(' ', '');
  }

  async open(url: string): Promise<void> {
    this.#seen = '';
    await this.#do([{ do: 'open', url }]);
  }

  /** `leads`: to another document. */
  async click(what: string, { leads = false } = {}): Promise<void> {
    const target = await this.ref(what);
    if (leads) this.#seen = '';
    await this.#do([{ do: 'click', target }]);
  }

  /** `words`: what an element that a pattern describes is looked for by. */
  async type(what: string | RegExp, text: string, { submit = false, words = '' } = {}): Promise<void> {
    await this.#do([{ do: 'type', target: await this.ref(what, words), text, submit }]);
  }

  async select(what: string, value: string): Promise<void> {
    await this.#do([{ do: 'select', target: await this.ref(what), value }]);
  }

  async press(key: string): Promise<void> {
    await this.#do([{ do: 'press', key }]);
  }

  /** Fields that are all known, and a click at the end: one call where that can be. */
  async fill(fields: Readonly<Record<string, string>>, click?: string): Promise<void> {
    const steps: Step[] = [];
    for (const [what, text] of Object.entries(fields))
      steps.push({ do: 'type', target: await this.ref(what), text });
    if (click !== undefined) steps.push({ do: 'click', target: await this.ref(click) });
    await this.#do(steps);
  }

  /** Reads until the text is there; looks again where the last answer did not show it. */
  async read(pattern: RegExp, words: string): Promise<string> {
    for (const look of [undefined, { do: 'find', text: words }, { do: 'snapshot' }] as const) {
      if (look) await this.#do([look]);
      const match = pattern.exec(this.#seen);
      if (match) return match[1] ?? match[0];
    }
    throw new Error(`${this.#agent.name} never read ${pattern}:\n${this.#seen.slice(-3_000)}`);
  }

  /** The ref of `button Save`, as it was last shown: role (or several), and how the name begins (or may begin). */
  async ref(what: string | RegExp, words = ''): Promise<string> {
    const [, role = '', name = ''] = typeof what === 'string' ? (/^(\S+)(?: (.*))?$/.exec(what) ?? []) : [];
    const names = name.split('|').map(escaped).join('|');
    const named = name === '' ? '' : ` "\\W*(?:${names})`;
    const pattern = `- '?(?:<[^>]*> )?(?:${role})${named}.*\\[ref=(\\w+)\\]`;
    const line = new RegExp(typeof what === 'string' ? pattern : what.source, 'g');
    const text = words || name.split('|')[0] || role;
    for (const look of [undefined, { do: 'find', text }, { do: 'snapshot' }] as const) {
      if (look) await this.#do([look]);
      const ref = [...this.#seen.matchAll(line)].at(-1)?.[1];
      if (ref !== undefined) return ref;
    }
    throw new Error(`${this.#agent.name} never saw ${what}:\n${this.#seen.slice(-3_000)}`);
  }

  async #do(steps: readonly Step[]): Promise<void> {
    const calls = this.#agent.batches ? [steps] : steps.map((step) => [step]);
    for (const call of calls) {
      const answer: Answer = await this.#agent.run(call);
      this.count.calls++;
      this.count.tokens += this.#tokensIn(answer.text);
      this.count.characters += answer.text.length;
      this.#seen += `\n${answer.text}`;
      if (answer.failed)
        throw new Error(`${this.#agent.name}: ${JSON.stringify(call)} failed:\n${answer.text}`);
    }
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
