/**
 * Which origins a browser may contact: an allow list and a block list, of which the block list wins; an empty
 * allow list allows everything. Rules compare host names as written in a URL (normalized as browsers do), not
 * what a name resolves to. A rule is an origin (`https://example.com`, `http://localhost:3000`), a host with or
 * without a port (`example.com`, `[::1]:8080`), or either with `*.` before the host (subdomains, not the domain
 * itself), `*` as the host or `*` as the port. WebSockets count as http or https of the same host and port. A
 * bare host means the default ports in the allow list and every port in the block list: both err on the safe
 * side.
 */
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

export interface OriginLists {
  allowed?: readonly string[];
  blocked?: readonly string[];
}

export interface Origin {
  scheme: Scheme;
  /** As returned by `hostOf`. */
  host: string;
  port: number;
}

type Scheme = 'http' | 'https';

interface Rule {
  /** As it was written. */
  text: string;
  scheme: Scheme | undefined;
  host: { kind: 'any' } | { kind: 'exact' | 'below'; name: string };
  port: number | 'any' | 'default' | 'unsaid';
}

const DEFAULT_PORT = { http: 80, https: 443 } as const;
const SCHEMES: Readonly<Record<string, Scheme>> = {
  'http:': 'http',
  'https:': 'https',
  'ws:': 'http',
  'wss:': 'https',
};
/** How many allowed origins a message names; the rest is counted. */
const NAMED = 5;

export class OriginRules {
  readonly #allowed: Rule[];
  readonly #blocked: Rule[];

  constructor({ allowed = [], blocked = [] }: OriginLists) {
    this.#allowed = rulesIn(allowed);
    this.#blocked = rulesIn(blocked);
  }

  /** There are no rules. */
  get empty(): boolean {
    return this.#allowed.length === 0 && this.#blocked.length === 0;
  }

  /** Why a URL may not be requested; undefined if it may, or if nothing would be requested. */
  refusal(url: string): string | undefined {
    const origin = originOf(url);
    return origin && this.refusalOf(origin);
  }

  refusalOf(origin: Origin): string | undefined {
    const blocking = this.#blocked.find((rule) => matches(rule, origin, true));
    if (blocking) return `${written(origin)} is blocked by the rule ${quote(blocking.text, 200)}`;
    if (this.#allowed.length === 0 || this.#allowed.some((rule) => matches(rule, origin, false)))
      return undefined;
    return `${written(origin)} is not among the allowed origins: ${this.#allowedNames()}`;
  }

  /** Throws if a URL may not be requested. */
  check(url: string): void {
    const refusal = this.refusal(url);
    if (refusal !== undefined) throw originBlocked(refusal);
  }

  #allowedNames(): string {
    const names = this.#allowed.slice(0, NAMED).map(({ text }) => quote(text, 200));
    const more = this.#allowed.length - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
}

export function originBlocked(refusal: string): SightlineError {
  return new SightlineError('origin-blocked', `Not loaded: ${refusal}`);
}

/** The origin of a URL; undefined for one without a server (`about:`, `data:`, `file:`, not a URL). */
export function originOf(url: string): Origin | undefined {
  const text = url.trim();
  const wrapped = /^(?:view-source|blob|filesystem):/i.exec(text);
  if (wrapped) return originOf(text.slice(wrapped[0].length));
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port } = new URL(text);
  const scheme = SCHEMES[protocol];
  const host = scheme && hostOf(hostname);
  if (scheme === undefined || host === undefined) return undefined;
  return { scheme, host, port: port === '' ? DEFAULT_PORT[scheme] : Number(port) };
}

/**
 * The canonical form of a host: lower case, punycode, numbers as addresses, no final dot, and IPv4-mapped IPv6
 * addresses as IPv4. Undefined if it is not a host.
 */
export function hostOf(text: string): string | undefined {
  const url = `http://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}`;
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/\.+$/, '');
  return mappedAddress(host) ?? (host === '' ? undefined : host);
}

/** `[::ffff:7f00:1]` → `127.0.0.1` */
function mappedAddress(host: string): string | undefined {
  const words = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host)?.slice(1);
  if (!words) return undefined;
  const numbers = words.map((word) => Number.parseInt(word, 16));
  return numbers.flatMap((number) => [number >> 8, number & 0xff]).join('.');
}

function matches({ scheme, host, port }: Rule, origin: Origin, blocks: boolean): boolean {
  if (scheme !== undefined && scheme !== origin.scheme) return false;
  if (host.kind === 'exact' && host.name !== origin.host) return false;
  if (host.kind === 'below' && !origin.host.endsWith(`.${host.name}`)) return false;
  if (port === 'any' || (port === 'unsaid' && blocks)) return true;
  return origin.port === (typeof port === 'number' ? port : DEFAULT_PORT[origin.scheme]);
}

function written({ scheme, host, port }: Origin): string {
  return `${scheme}://${host}${port === DEFAULT_PORT[scheme] ? '' : `:${port}`}`;
}

function rulesIn(texts: readonly string[]): Rule[] {
  return texts.map((text) => text.trim()).flatMap((text) => (text === '' ? [] : [parseRule(text)]));
}

const RULE =
  /^(?:(?<scheme>\*|[a-z][a-z0-9+.-]*):\/\/)?(?<host>\[[^\]]*\]|[^:/?#@[\]]+)(?::(?<port>\d+|\*))?\/?$/i;

function parseRule(text: string): Rule {
  const parts = RULE.exec(text)?.groups;
  if (!parts?.host) throw badRule(text);
  const scheme = schemeOf(parts.scheme, text);
  const host = hostRule(parts.host, text);
  if (parts.port === undefined) {
    const any = host.kind === 'any' && parts.scheme === undefined;
    return { text, scheme, host, port: any ? 'any' : scheme ? 'default' : 'unsaid' };
  }
  if (parts.port === '*') return { text, scheme, host, port: 'any' };
  const port = Number(parts.port);
  if (port < 1 || port > 65_535) throw badRule(text);
  return { text, scheme, host, port };
}

function schemeOf(written: string | undefined, text: string): Scheme | undefined {
  if (written === undefined || written === '*') return undefined;
  const scheme = SCHEMES[`${written.toLowerCase()}:`];
  if (scheme === undefined) throw badRule(text);
  return scheme;
}

function hostRule(written: string, text: string): Rule['host'] {
  if (written === '*') return { kind: 'any' };
  const below = written.startsWith('*.');
  const name = hostOf(below ? written.slice(2) : written);
  // A star elsewhere would look like a pattern without being one; IP addresses have no subdomains.
  if (name === undefined || name.includes('*') || (below && /^\[|^[\d.]+$/.test(name))) throw badRule(text);
  return { kind: below ? 'below' : 'exact', name };
}

function badRule(text: string): SightlineError {
  return new SightlineError('bad-argument', `Not an origin: ${quote(text, 200)}`, {
    hint: 'Write https://example.com, example.com, *.example.com, localhost:3000 or http://localhost:*; no path, no user.',
  });
}
