/**
 * Masks secret values in all output. A declared secret has a name: its value is shown as `<secret>NAME</secret>`, and
 * an agent that types the name enters the value. Passwords that an agent typed are learned and shown as `***`.
 *
 * Values are also found encoded (JSON, HTML, URL, base64), in another case, with collapsed spaces, line by line, and
 * clipped by our own `…`. Other transformations by the page (reversed, one letter per element) are not found.
 */
import { quote, wellFormed, yamlScalar } from '../../tree/quote.js';
import { literal } from '../text-line.js';
import { codeAt, parseTotp, type Totp } from './totp.js';

export interface SecretText {
  value: string;
  /** As Playwright code. */
  code: string;
}

/** Shorter values occur by chance: masking them would hide refs and ordinary words. */
const MIN_LENGTH = 4;
/** From this length on, case is ignored: `text-transform` changes it. */
const ANY_CASE_LENGTH = 8;
/** Characters of a clipped value that are enough to mask it. */
const MIN_PREFIX = 4;
const MIN_LINE = 8;
/** Typed passwords to remember: enough for a few accounts. */
const MAX_LEARNED = 20;
const MIN_LEARNED = 6;
const LEARNED = '***';
const CUT = '…';

interface Needle {
  text: string;
  mask: string;
}

interface Span {
  start: number;
  end: number;
  mask: string;
}

export class Secrets {
  readonly #values: ReadonlyMap<string, string>;
  /** Secrets that are one-time passwords: what is typed is the code of the moment. */
  readonly #totps: ReadonlyMap<string, Totp>;
  /** Codes that were given out, by their secret: masked like values until the next one. */
  readonly #codes = new Map<string, string>();
  readonly #learned = new Set<string>();
  #finder: Finder | undefined;

  constructor(values: Readonly<Record<string, string>> = {}) {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    const totps = given.flatMap(([name, value]) => {
      const totp = parseTotp(value);
      return totp ? [[name, totp] as const] : [];
    });
    this.#totps = new Map(totps);
    this.#values = new Map(given);
  }

  /** Warnings for the person who declared the secrets, one line each. */
  get problems(): string[] {
    const short = [...this.#values].filter(([, value]) => value.trim().length < MIN_LENGTH);
    const unread = [...this.#values].filter(
      ([name, value]) => value.startsWith('otpauth:') && !this.#totps.has(name),
    );
    return [
      ...short.map(
        ([name]) => `The secret ${name} is shorter than ${MIN_LENGTH} characters: it can't be masked`,
      ),
      ...unread.map(
        ([name]) =>
          `The secret ${name} is no one-time password that can be made here: give otpauth://totp/LABEL?secret=BASE32`,
      ),
    ];
  }

  /** The value, if the text is the name of a secret. */
  lookup(text: string): SecretText | undefined {
    const value = this.#codeOf(text) ?? this.#values.get(text);
    return value === undefined ? undefined : { value, code: `process.env[${literal(text)}]` };
  }

  #codeOf(name: string): string | undefined {
    const totp = this.#totps.get(name);
    if (!totp) return undefined;
    const code = codeAt(totp, Date.now());
    if (this.#codes.get(name) !== code) this.#finder = undefined;
    this.#codes.set(name, code);
    return code;
  }

  /** Remembers a typed password. Plain words and numbers are ignored, because they occur on ordinary pages. */
  learn(password: string): void {
    const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u].filter((kind) => kind.test(password));
    if (password.length < MIN_LEARNED || kinds.length < 2 || this.#learned.has(password)) return;
    this.#learned.add(password);
    const [oldest] = this.#learned;
    if (this.#learned.size > MAX_LEARNED && oldest !== undefined) this.#learned.delete(oldest);
    this.#finder = undefined;
  }

  mask(text: string): string {
    if (this.#values.size === 0 && this.#learned.size === 0) return text;
    this.#finder ??= new Finder(this.#needles());
    return this.#finder.mask(text);
  }

  /** Masks all strings in the data, including keys. */
  maskData<T>(data: T): T {
    if (this.#values.size === 0 && this.#learned.size === 0) return data;
    return this.#masked(data) as T; // the same shape, with other strings
  }

  #masked(data: unknown): unknown {
    if (typeof data === 'string') return this.mask(data);
    if (Array.isArray(data)) return data.map((each) => this.#masked(each));
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [this.mask(key), this.#masked(value)]),
    );
  }

  #needles(): Needle[] {
    const keys = [...this.#totps].map(([name, { secret }]) => [`${name}_KEY`, secret] as const);
    const declared = [...this.#values, ...keys, ...this.#codes].map(([name, value]) => ({
      value,
      mask: maskOf(name),
    }));
    const learned = [...this.#learned].map((value) => ({ value, mask: LEARNED }));
    return [...declared, ...learned].flatMap(({ value, mask }) =>
      formsOf(value).map((text) => ({ text, mask })),
    );
  }
}

const maskOf = (name: string): string => `<secret>${name.replace(/[^\w.-]/g, '_')}</secret>`;

class Finder {
  readonly #needles: readonly Needle[];
  readonly #exact: RegExp | undefined;
  readonly #anyCase: RegExp | undefined;
  /** Matches the first characters of all values. */
  readonly #heads: RegExp | undefined;
  readonly #masks = new Map<string, string>();
  /** Matches existing masks, which are skipped: a value may be part of a secret's name. */
  readonly #done: RegExp;

  constructor(needles: Needle[]) {
    // Longest first: it wins where several match.
    this.#needles = needles.toSorted((one, other) => other.text.length - one.text.length);
    for (const { text, mask } of this.#needles) {
      const key = text.toLowerCase();
      if (!this.#masks.has(key)) this.#masks.set(key, mask);
    }
    const texts = [...new Set(this.#needles.map(({ text }) => text))];
    this.#exact = anyOf(
      texts.filter((text) => text.length < ANY_CASE_LENGTH),
      'g',
    );
    this.#anyCase = anyOf(
      texts.filter((text) => text.length >= ANY_CASE_LENGTH),
      'gi',
    );
    this.#heads = anyOf([...new Set(texts.map((text) => text.slice(0, MIN_PREFIX)))], 'g');
    const masks = [...new Set(needles.map(({ mask }) => mask))];
    this.#done = new RegExp(`(${masks.map(escaped).join('|')})`, 'g');
  }

  mask(text: string): string {
    return text
      .split(this.#done)
      .map((part, at) => (at % 2 === 1 ? part : this.#maskPart(part)))
      .join('');
  }

  #maskPart(text: string): string {
    const spans = [
      ...this.#found(text, this.#exact),
      ...this.#found(text, this.#anyCase),
      ...this.#cut(text),
    ];
    if (spans.length === 0) return text;
    let masked = '';
    let end = 0;
    for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
      // Overlapping values are masked as one.
      if (span.start >= end) masked += text.slice(end, span.start) + span.mask;
      end = Math.max(end, span.end);
    }
    return masked + text.slice(end);
  }

  *#found(text: string, pattern: RegExp | undefined): Generator<Span> {
    if (!pattern) return;
    for (const match of text.matchAll(pattern)) {
      const [, found = ''] = match;
      const mask = this.#masks.get(found.toLowerCase()) ?? LEARNED;
      yield { start: match.index, end: match.index + found.length, mask };
    }
  }

  /** Values clipped by `…`. */
  *#cut(text: string): Generator<Span> {
    if (!this.#heads || !text.includes(CUT)) return;
    for (const { index } of text.matchAll(this.#heads)) {
      for (const { text: whole, mask } of this.#needles) {
        const length = sharedLength(text, index, whole);
        if (length < MIN_PREFIX || text[index + length] !== CUT) continue;
        yield { start: index, end: index + length, mask };
        break;
      }
    }
  }
}

/** How many characters of `whole` match at this position. */
function sharedLength(text: string, start: number, whole: string): number {
  let length = 0;
  while (length < whole.length && text[start + length] === whole[length]) length++;
  return length;
}

/** A lookahead, so that overlapping values are all found. */
function anyOf(texts: string[], flags: string): RegExp | undefined {
  return texts.length === 0 ? undefined : new RegExp(`(?=(${texts.map(escaped).join('|')}))`, flags);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** All forms in which a value may occur in text. */
function formsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const plain = [
    value,
    value.trim(),
    value.replace(/\s+/g, ' ').trim(),
    value.normalize('NFC'),
    value.normalize('NFD'),
    ...(lines.length > 1 ? lines.filter((line) => line.length >= MIN_LINE) : []),
  ];
  const encoded = plain.flatMap((text) => [text, ...WRITTEN.map((write) => write(text)), ...base64Of(text)]);
  // Nested encodings: a URL in JSON, JSON in JSON, an attribute in a string.
  const twice = encoded.flatMap((text) => [inJson(text), inHtml(text)]);
  return [...new Set([...encoded, ...twice])].filter((text) => text.length >= MIN_LENGTH);
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => HTML[character] ?? '');
const percent = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);

const WRITTEN: readonly ((text: string) => string)[] = [
  inJson,
  inHtml,
  (text) => inHtml(text).replaceAll("'", '&#39;'),
  (text) => text.replace(/[&<>]/g, (character) => HTML[character] ?? ''),
  (text) => literal(text).slice(1, -1),
  (text) => quote(text).slice(1, -1),
  (text) => yamlScalar(text).replace(/^"(.*)"$/s, '$1'),
  percent,
  (text) => percent(text).replaceAll('+', '%20'),
  (text) => encodeURIComponent(wellFormed(text)),
  (text) => encodeURI(wellFormed(text)),
  (text) => new URL(`http://x/?${text.replaceAll('#', '%23')}`).search.slice(1),
  (text) => new URL(`http://x/#${text}`).hash.slice(1),
];

/** Base64 depends on the position modulo 3: one form for each, without the characters that neighboring bytes change. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const shared = (before + bytes.length) % 3 === 0 ? 0 : 1;
    const inner = whole.slice(before === 0 ? 0 : before + 1, whole.length - shared);
    if (inner.length < ANY_CASE_LENGTH) return [];
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
