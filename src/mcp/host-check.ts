/**
 * Decides which HTTP requests are served. Any web page can send requests to local ports. The Host header reveals a page
 * that uses DNS rebinding, the Origin header any other page. A server that other machines can reach also needs a token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../tree/loopback.js';

export interface RequestCheckOptions {
  /** The address that the server listens on. */
  host: string;
  /** Host names, also with a port (`localhost:8931`); `*` accepts all. */
  allowedHosts?: readonly string[];
  token?: string;
  /** Its address may be opened from a link on another site: it contains a token. */
  linked?: boolean;
}

export interface Refusal {
  status: 401 | 403;
  message: string;
  headers?: Record<string, string>;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns a function that checks the headers of a request; undefined means that it is allowed. */
export function requestCheck({
  host,
  allowedHosts,
  token,
  linked = false,
}: RequestCheckOptions): (request: IncomingMessage) => Refusal | undefined {
  const names = (allowedHosts ?? defaultNames(host)).map((name) => name.toLowerCase());
  const any = names.includes('*');
  const isNamed = ({ host: address, hostname }: URL) => names.includes(hostname) || names.includes(address);
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);

  /** The server's own origin, or an allowed host. */
  function trusts(origin: string, target: URL): boolean {
    const from = URL.canParse(origin) ? new URL(origin) : undefined;
    if (!from) return false;
    if (from.host === target.host) return true;
    return allowedHosts !== undefined && !any && isNamed(from);
  }

  return (request) => {
    const { headers } = request;
    const asked = hostsOf(request);
    const targets = asked.map((each) =>
      URL.canParse(`http://${each}`) ? new URL(`http://${each}`) : undefined,
    );
    const [target] = targets;
    if (!target || !targets.every((each) => each && (any || isNamed(each))))
      return {
        status: 403,
        message: `Requests for host ${JSON.stringify(asked.join(', '))} are refused. Allow the host with --allowed-hosts.`,
      };
    if (headers.origin !== undefined && !trusts(headers.origin, target))
      return {
        status: 403,
        message: `Requests from ${JSON.stringify(headers.origin)} are refused. Allow the host with --allowed-hosts.`,
      };
    // A page that loads this as an image or a script sends no Origin; neither does a person who types the URL.
    const site = headers['sec-fetch-site'];
    const isForeign = site !== undefined && site !== 'none' && site !== 'same-origin';
    const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    if (headers.origin === undefined && isForeign && !(linked && isOpened))
      return { status: 403, message: 'Requests from pages of other sites are refused.' };
    // Digests have equal lengths, so the comparison reveals nothing about the token.
    if (expected && !timingSafeEqual(digest(headers.authorization ?? ''), expected))
      return {
        status: 401,
        message: "Missing or wrong token. Send the server's token: Authorization: Bearer <token>",
        headers: { 'www-authenticate': 'Bearer' },
      };
    return undefined;
  };
}

/** Every host that a request names: a proxy may go by another one than Node, which takes the first header. */
function hostsOf({ url = '', headersDistinct }: IncomingMessage): string[] {
  const [, whole] = /^\w+:\/\/([^/?#]*)/.exec(url) ?? [];
  return [...(headersDistinct.host ?? []), ...(whole === undefined ? [] : [whole])];
}

/** A server on all interfaces can have any name; its token protects it. */
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
