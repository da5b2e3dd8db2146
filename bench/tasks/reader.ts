/**
 * An agent that reads: it acts only on what the answers have shown it. What it does not know it looks for, with every
 * tool in the same way: with `find` for the words of the task (or else for the name or role of what it needs), once more after a
 * while, and then with a snapshot. Each look is a call, and all of every answer is counted. A result counts only where an
 * answer to the last action or to a later look shows it; code that repeats what was typed is no result.
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
  /** Each call and its answer, as they were read. */
  readonly transcript: string[] = [];
  readonly count: Count = { calls: 0, tokens: 0, characters: 0 };
  /** What it has read of the present document. */
  #seen = '';
  /** How much of that it had read before the last action. */
  #before = 0;

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

  async type(what: What, text: string, words?: string, submit = false): Promise<void> {
    await this.#do([{ do: 'type', target: await this.ref(what, words), text, submit }]);
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

  /** Reads until it is there; looks again where the answer to the last action did not show it. */
  async read(pattern: RegExp, words: string): Promise<string> {
    return this.#until(pattern, words, () => this.#seen.slice(this.#before));
  }

  /** The ref of an element as it was last shown: `button Save` is its role (or several) and how its name begins. */
  async ref(what: What, words?: string): Promise<string> {
    const pattern = typeof what === 'string' ? patternOf(what) : what;
    return this.#until(pattern, words ?? wordsOf(what), () => this.#seen);
  }

  async #until(pattern: RegExp, words: string, read: () => string): Promise<string> {
    const find: Step = { do: 'find', text: words };
    const again: Step = { ...find };
    for (const look of [undefined, find, again, { do: 'snapshot' } as const]) {
      if (look === again) await new Promise((resolve) => setTimeout(resolve, POLL));
      if (look) await this.#do([look]);
      const found = [...read().matchAll(new RegExp(pattern.source, 'g'))].at(-1);
      if (found) return found[1] ?? found[0];
    }
    throw new Error(`${this.#agent.name} never saw ${pattern}:\n${this.#seen.slice(-3_000)}`);
  }

  /** What fails is tried once more, as the errors of all tools ask for or allow. */
  async #do(steps: readonly Step[], isAgain = false): Promise<void> {
    if (steps.some((step) => step.do !== 'find' && step.do !== 'snapshot')) this.#before = this.#seen.length;
    const calls = this.#agent.batches ? [steps] : steps.map((step) => [step]);
    for (const call of calls) {
      const answer: Answer = await this.#agent.run(call);
      const tokens = this.#tokensIn(answer.text);
      this.transcript.push(`>>> ${JSON.stringify(call)} (${tokens} tokens)\n${answer.text}`);
      this.count.calls++;
      this.count.tokens += tokens;
      this.count.characters += answer.text.length;
      this.#seen += `\n${oneByOne(answer.text.replace(CODE, ''))}`;
      if (answer.failed && !isAgain) return this.#do([...steps.slice(calls.indexOf(call))], true);
      if (answer.failed)
        throw new Error(`${this.#agent.name}: ${JSON.stringify(call)} failed:\n${answer.text}`);
    }
  }
}

/** Milliseconds. Apps that ask their server for news do so every few seconds. */
const POLL = 6_000;

const CODE = /```js\n[\s\S]*?```/g;

/** Controls that share a line, `links "Read" e5, "Edit" e6`, as lines of their own. */
function oneByOne(text: string): string {
  return text.replace(
    /^ *- '?(link|button|generic|heading|tab|menuitem|option|radio)s ((?:\[[^\]]*\] )*(?="))?["[].*$/gm,
    (line, role: string, ofAll = '') =>
      Array.from(
        line.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*" )?((?:\[[^\]]*\] )*)(\w+)(?=, |'?$)/g),
        ([, name = '', flags = '', ref = '']) => `- ${role} ${name}${ofAll}${flags}[ref=${ref}]`,
      ).join('\n'),
  );
}

/** `button|link Save`. */
type What = string | RegExp;

/** What one searches for: the name, or the role where the thing has none. */
function wordsOf(what: What): string {
  const [, role = 'textbox', name] =
    typeof what === 'string' ? (/^(\w+)\S*(?: (.*))?$/.exec(what) ?? []) : [];
  return name ?? role;
}

function patternOf(what: string): RegExp {
  const [, roles = '', name = ''] = /^(\S+)(?: (.*))?$/.exec(what) ?? [];
  const named = name === '' ? '' : ` "\\W*${escaped(name)}`;
  return new RegExp(`- '?(?:<[^>]*> )?(?:${roles})${named}.*\\[ref=(\\w+)\\]`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
