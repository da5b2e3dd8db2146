/**
 * An agent that reads: it acts only on what the answers have shown it. What it does not know it looks for: with `find`
 * where the task names what is wanted, else with a snapshot. Each look is a call, and all of every answer is counted.
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

  async click(what: What, words?: string): Promise<void> {
    await this.#do([{ do: 'click', target: await this.ref(what, words) }]);
  }

  async type(what: What, text: string, words?: string): Promise<void> {
    await this.#do([{ do: 'type', target: await this.ref(what, words), text }]);
  }

  /** Several fields, and a click at the end: one call where that can be. */
  async fill(
    fields: readonly { what: What; text: string; words?: string }[],
    click: What,
    words?: string,
  ): Promise<void> {
    const steps: Step[] = [];
    for (const field of fields)
      steps.push({ do: 'type', target: await this.ref(field.what, field.words), text: field.text });
    steps.push({ do: 'click', target: await this.ref(click, words) });
    await this.#do(steps);
  }

  /** Reads until it is there; looks again where the last answer did not show it. */
  async read(pattern: RegExp, words?: string): Promise<string> {
    return this.#until(pattern, words);
  }

  /** The ref of an element as it was last shown: `button Save` is its role (or several) and how its name begins. */
  async ref(what: What, words?: string): Promise<string> {
    return this.#until(typeof what === 'string' ? patternOf(what) : what, words);
  }

  /**
   * Looks with `find` where the task says words to look for. Nobody can search for what they have not been told: without
   * words it takes a snapshot.
   */
  async #until(pattern: RegExp, words: string | undefined): Promise<string> {
    const again: Step = { do: 'snapshot' };
    const looks: (Step | undefined)[] = [
      undefined,
      ...(words === undefined ? [] : [{ do: 'find', text: words } as const]),
      { do: 'snapshot' },
      again,
    ];
    for (const look of looks) {
      if (look === again) await new Promise((resolve) => setTimeout(resolve, POLL));
      if (look) await this.#do([look]);
      const found = [...this.#seen.matchAll(new RegExp(pattern.source, 'g'))].at(-1);
      if (found) return found[1] ?? found[0];
    }
    throw new Error(`${this.#agent.name} never saw ${pattern}:\n${this.#seen.slice(-3_000)}`);
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

/** Milliseconds. Apps that ask their server for news do so every few seconds. */
const POLL = 6_000;

/** `button|link Save`. */
type What = string | RegExp;

function patternOf(what: string): RegExp {
  const [, roles = '', name = ''] = /^(\S+)(?: (.*))?$/.exec(what) ?? [];
  const named = name === '' ? '' : ` "\\W*${escaped(name)}`;
  return new RegExp(`- '?(?:<[^>]*> )?(?:${roles})${named}.*\\[ref=(\\w+)\\]`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
