/** The structure of a regular expression; the engine decides what matches one character. */

export type PatternNode =
  | { kind: 'one'; test(character: string): boolean }
  | { kind: 'at'; place: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'sequence' | 'either'; parts: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number };

export type ParsedPattern = { ok: true; node: PatternNode } | { ok: false; message: string };

/** Longer than anyone writes by hand; it limits the nesting of groups. */
const MAX_SOURCE = 500;

class Unsupported extends Error {}

export function parsePattern(source: string, ignoreCase: boolean): ParsedPattern {
  if (source.length > MAX_SOURCE)
    return { ok: false, message: `the expression has ${source.length} characters, more than ${MAX_SOURCE}` };
  const flags = ignoreCase ? 'is' : 's';
  const checked = compiled(source, flags);
  if ('message' in checked) return { ok: false, message: checked.message };
  try {
    return { ok: true, node: new Reader(source, flags).either() };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { ok: false, message: error.message };
  }
}

/** Unicode mode if the expression allows it; that mode rejects needless escapes such as `\-`. */
function compiled(source: string, flags: string): RegExp | { message: string } {
  let message = '';
  for (const mode of [`${flags}u`, flags]) {
    try {
      return new RegExp(source, mode);
    } catch (error) {
      message = error instanceof Error ? error.message : String(error);
    }
  }
  return { message };
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const CLASS = /\[(?:[^\]\\]|\\.)*\]/suy;
const ESCAPE = /\\(?:u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|p\{[^}]*\}|c[a-z]|.)/isuy;
const ANY = /./suy;
const GROUP = /\((?:\?:|\?<[^=!][^>]*>)?/y;

class Reader {
  #index = 0;
  readonly #source: string;
  readonly #flags: string;

  /** The engine has accepted the source, so the only errors left are unsupported features. */
  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  either(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#source[this.#index] === '|') {
      this.#index++;
      parts.push(this.#sequence());
    }
    return { kind: 'either', parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#index < this.#source.length && !'|)'.includes(this.#source[this.#index] ?? '')) {
      const part = this.#atom();
      parts.push(this.#repeated(part));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(part: PatternNode): PatternNode {
    const match = this.#take(QUANTIFIER);
    if (!match) return part;
    const [, sign, from, comma, to] = match;
    if (sign)
      return {
        kind: 'repeat',
        part,
        min: sign === '+' ? 1 : 0,
        max: sign === '?' ? 1 : Number.POSITIVE_INFINITY,
      };
    const min = Number(from);
    return { kind: 'repeat', part, min, max: comma ? (to ? Number(to) : Number.POSITIVE_INFINITY) : min };
  }

  #atom(): PatternNode {
    const start = this.#source[this.#index];
    if (start === '(') return this.#group();
    if (start === '^' || start === '$') {
      this.#index++;
      return { kind: 'at', place: start === '^' ? 'start' : 'end' };
    }
    const [atom = ''] = this.#take(start === '[' ? CLASS : start === '\\' ? ESCAPE : ANY) ?? [];
    if (atom === '\\b' || atom === '\\B')
      return { kind: 'at', place: atom === '\\b' ? 'boundary' : 'inside' };
    if (/^\\[1-9k]/.test(atom)) throw new Unsupported(`back-references such as ${atom} are not supported`);
    return { kind: 'one', test: this.#tester(atom) };
  }

  #group(): PatternNode {
    const [open = ''] = this.#take(GROUP) ?? [];
    if (this.#source[this.#index] === '?')
      throw new Unsupported('look-around and modifiers, (?=, (?!, (?<=, (?<!, (?i:, are not supported');
    const node = this.either();
    this.#index += open === '' ? 0 : 1;
    return node;
  }

  /** Cached, because pages repeat the same few hundred characters. */
  #tester(atom: string): (character: string) => boolean {
    const expression = compiled(`^(?:${atom})$`, this.#flags);
    if ('message' in expression) throw new Unsupported(`${atom}: ${expression.message}`);
    const known = new Map<string, boolean>();
    return (character) => {
      let answer = known.get(character);
      if (answer === undefined) {
        answer = expression.test(character);
        if (known.size < 1_000) known.set(character, answer);
      }
      return answer;
    };
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#index;
    const match = expression.exec(this.#source);
    if (match) this.#index += match[0].length;
    return match;
  }
}
