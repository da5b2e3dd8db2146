/**
 * Parses Playwright locators, which agents use as targets: `getByRole('button', { name: 'Pay' }).first()`. No code is
 * run: the result is a list of calls with literal arguments.
 */
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';

export interface LocatorCall {
  name: string;
  args: Literal[];
}

/** A list is another locator. */
export type Literal = string | number | boolean | RegExp | LocatorCall[] | { [key: string]: Literal };

const STARTS = /^(?:page\s*\.\s*)?(?:getBy[A-Z]\w*|locator|frameLocator)\s*\(/;
const INNER = new RegExp(STARTS.source.slice(1), 'y');

/** No CSS or XPath selector starts like this. */
export function isLocatorCode(text: string): boolean {
  return STARTS.test(text.trim());
}

export function parseLocatorCode(text: string): LocatorCall[] {
  const reader = new Reader(text.trim());
  const calls = reader.calls();
  reader.end();
  return calls;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  calls(): LocatorCall[] {
    this.#token(/(?:page\s*\.\s*)?/y, 'a locator');
    const calls: LocatorCall[] = [];
    do calls.push(this.#call());
    while (this.takes('.'));
    return calls;
  }

  #call(): LocatorCall {
    const name = this.#token(/\w+/y, 'a name');
    this.#expect('(');
    const args: Literal[] = [];
    while (!this.takes(')')) {
      args.push(this.#literal());
      if (!this.takes(',') && !this.#isNext(')')) this.#fail(') or ,');
    }
    return { name, args };
  }

  takes(mark: string): boolean {
    if (!this.#isNext(mark)) return false;
    this.#at += mark.length;
    return true;
  }

  end(): void {
    this.takes(';');
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('its end');
  }

  #literal(): Literal {
    this.#skip();
    const start = this.#text[this.#at];
    if (start === "'" || start === '"' || start === '`') return this.#string(start);
    if (start === '/') return this.#expression();
    if (this.takes('{')) return this.#object();
    INNER.lastIndex = this.#at;
    if (INNER.test(this.#text)) return this.calls();
    const word = this.#token(/true|false|-?\d+/y, 'a string, a number, true or false');
    return word === 'true' || (word !== 'false' && Number(word));
  }

  #object(): Literal {
    const entries: [string, Literal][] = [];
    while (!this.takes('}')) {
      this.#skip();
      const start = this.#text[this.#at];
      const key = start === "'" || start === '"' ? this.#string(start) : this.#token(/\w+/y, 'a name');
      this.#expect(':');
      entries.push([key, this.#literal()]);
      if (!this.takes(',') && !this.#isNext('}')) this.#fail('} or ,');
    }
    return Object.fromEntries(entries);
  }

  #string(quoted: string): string {
    let value = '';
    for (this.#at++; this.#text[this.#at] !== quoted; this.#at++) {
      const escaped = this.#text[this.#at] === '\\';
      if (escaped) this.#at++;
      const char = this.#text[this.#at] ?? this.#fail(quoted);
      value += (escaped && ESCAPES[char]) || char;
    }
    this.#at++;
    return value;
  }

  #expression(): RegExp {
    const found = this.#token(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y, 'a regular expression');
    const end = found.lastIndexOf('/');
    try {
      return new RegExp(found.slice(1, end), found.slice(end + 1));
    } catch (cause) {
      throw notCode(`${quote(found, 100)} is not a regular expression`, cause);
    }
  }

  #token(pattern: RegExp, what: string): string {
    this.#skip();
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? this.#fail(what);
    this.#at += found.length;
    return found;
  }

  #expect(mark: string): void {
    if (!this.takes(mark)) this.#fail(mark);
  }

  #isNext(mark: string): boolean {
    this.#skip();
    return this.#text.startsWith(mark, this.#at);
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #fail(what: string): never {
    throw notCode(`${quote(this.#text, 200)}: expected ${what} at character ${this.#at + 1}`);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function notCode(message: string, cause?: unknown): SightlineError {
  return new SightlineError('bad-selector', message, { cause });
}
