/** The statements of an answer's code as data, so that they can be written in another language. */
export type Expression =
  | { type: 'text'; value: string }
  | { type: 'number'; value: string }
  | { type: 'word'; value: 'true' | 'false' | 'null' }
  | { type: 'pattern'; source: string; ignoreCase: boolean }
  | { type: 'list'; items: Expression[] }
  | { type: 'object'; entries: [key: string, value: Expression][] }
  | Chain;

/** `page.getByRole('button').first()` */
export interface Chain {
  type: 'chain';
  /** A variable, or a function with its arguments: `page`, `expect(…)`. */
  root: Call;
  steps: Call[];
}

export interface Call {
  name: string;
  /** Absent for a property. */
  args?: Expression[];
}

/** Undefined for statements that other languages write differently, such as functions. */
export function parseStatement(text: string): Chain | undefined {
  try {
    const reader = new Reader(text.replace(/^await /, '').replace(/;$/, ''));
    const expression = reader.expression();
    return expression.type === 'chain' && reader.isAtEnd ? expression : undefined;
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

class Untranslatable extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#match(/$/y) !== undefined;
  }

  expression(): Expression {
    const quoted = this.#match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y);
    if (quoted !== undefined) return { type: 'text', value: unquoted(quoted) };
    const number = this.#match(/-?\d+(?:\.\d+)?/y);
    if (number !== undefined) return { type: 'number', value: number };
    const pattern = this.#match(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y);
    if (pattern !== undefined) return patternOf(pattern);
    if (this.#takes('[')) return { type: 'list', items: this.#list(']', () => this.expression()) };
    if (this.#takes('{')) return { type: 'object', entries: this.#list('}', () => this.#entry()) };
    const word = this.#match(/(?:true|false|null)\b/y);
    if (word !== undefined) return { type: 'word', value: word as 'true' }; // one of the three
    return this.#chain();
  }

  #chain(): Chain {
    const root = this.#call();
    const steps: Call[] = [];
    for (;;) {
      if (this.#takes('.')) steps.push(this.#call());
      else if (this.#takes('[')) {
        const [item, ...more] = this.#list(']', () => this.expression());
        if (item?.type !== 'text' || more.length > 0) throw new Untranslatable();
        steps.push({ name: item.value });
      } else return { type: 'chain', root, steps };
    }
  }

  #call(): Call {
    const name = this.#match(/[A-Za-z_$][\w$]*/y);
    if (name === undefined) throw new Untranslatable();
    return this.#takes('(') ? { name, args: this.#list(')', () => this.expression()) } : { name };
  }

  #entry(): [string, Expression] {
    const key = this.#match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w$]+/y);
    if (key === undefined || !this.#takes(':')) throw new Untranslatable();
    return [/^['"]/.test(key) ? unquoted(key) : key, this.expression()];
  }

  #list<T>(end: string, item: () => T): T[] {
    const items: T[] = [];
    while (!this.#takes(end)) {
      items.push(item());
      if (!this.#takes(',') && !this.#text.slice(this.#at).trimStart().startsWith(end))
        throw new Untranslatable();
    }
    return items;
  }

  #takes(mark: string): boolean {
    this.#match(/\s*/y);
    if (!this.#text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

/** Our own literals: JSON escapes, in either quotes. */
function unquoted(literal: string): string {
  const body = literal.slice(1, -1).replaceAll("\\'", "'");
  return JSON.parse(`"${literal.startsWith("'") ? body.replaceAll(/(?<!\\)((?:\\\\)*)"/g, '$1\\"') : body}"`);
}

function patternOf(literal: string): Expression {
  const end = literal.lastIndexOf('/');
  const flags = literal.slice(end + 1);
  if (flags !== '' && flags !== 'i') throw new Untranslatable();
  return { type: 'pattern', source: literal.slice(1, end), ignoreCase: flags === 'i' };
}
