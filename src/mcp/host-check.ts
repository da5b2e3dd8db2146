/**
 * Who may ask. A page in any browser of this machine can send requests to a port on it: the Host header tells
 * a page whose name was pointed here (DNS rebinding), the Origin header any other page. A server that others
 * can reach has a token besides.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface GuardOptions {
  /** The address that the server listens on. */
  host: string;
  /** Host names besides; `*` accepts every name. */
  allowedHosts?: readonly string[];
  token?: string;
}

export interface Refusal {
  status: 401 | 403;
  message: string;
  headers?: Record<string, string>;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Looks at a request's headers: what is wrong with it, or nothing. */
export function guard({
  host,
  allowedHosts,
  token,
}: GuardOptions): (request: Pick<IncomingMessage, 'headers'>) => Refusal | undefined {
  const names = (allowedHosts ?? defaultNames(host)).map((name) => name.toLowerCase());
  const any = names.includes('*');
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);

  /** From our own address, or from a host that the server was told to trust. */
  function trusts(origin: string, target: URL): boolean {
    const from = URL.canParse(origin) ? new URL(origin) : undefined;
    if (!from) return false;
    if (from.host === target.host) return true;
    return allowedHosts !== undefined && !any && names.includes(from.hostname);
  }

  return ({ headers }) => {
    const address = `http://${headers.host ?? ''}`;
    const target = headers.host !== undefined && URL.canParse(address) ? new URL(address) : undefined;
    if (!target || !(any || names.includes(target.hostname)))
      return {
        status: 403,
        message: `Requests for host ${JSON.stringify(headers.host ?? '')} are not served. --allowed-hosts names more.`,
      };
    if (headers.origin !== undefined && !trusts(headers.origin, target))
      return {
        status: 403,
        message: `Requests from ${JSON.stringify(headers.origin)} are not served. --allowed-hosts names more.`,
      };
    // A page that loads this as a picture or a script names no origin; a person who types the address, none either.
    const site = headers['sec-fetch-site'];
    if (headers.origin === undefined && site !== undefined && site !== 'none' && site !== 'same-origin')
      return { status: 403, message: 'Requests from pages of other sites are not served.' };
    // Digests are of one length, so that comparing them tells nothing about the token.
    if (expected && !timingSafeEqual(digest(headers.authorization ?? ''), expected))
      return {
        status: 401,
        message: 'Send the token of the server: Authorization: Bearer <token>',
        headers: { 'www-authenticate': 'Bearer' },
      };
    return undefined;
  };
}

/** A server on all addresses has no name of its own; its token says who may ask. */
function defaultNames(host: string): string[] {
  if (isLoopback(host)) return [...LOOPBACK, bracketed(host)];
  return host === '0.0.0.0' || host === '::' ? ['*'] : [bracketed(host)];
}

export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
