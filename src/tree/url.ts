/** URLs as a snapshot shows them: shortened where nothing is lost, clipped where they hold a document. */
import { clip } from './quote.js';

/** Enough to tell what a `data:` or `javascript:` URL is about; the rest is content. */
const MAX_CONTENT = 64;

const ORIGIN = /^(?:https?:\/\/[^/?#]+|file:\/\/)(?=\/)/i;
const CONTENT = /^(?:data|javascript|vbscript):/i;

/** The part of a URL that links of the same document need not repeat; undefined if it has none. */
export function originOf(url: string): string | undefined {
  return ORIGIN.exec(url)?.[0];
}

/**
 * Path, query and fragment for a URL of the given origin, the whole URL otherwise. Browsers return normalized
 * URLs, so comparing the text compares the origin.
 */
export function shortUrl(url: string, origin: string | undefined): string {
  if (CONTENT.test(url)) return clip(url, MAX_CONTENT);
  if (origin === undefined || !url.startsWith(origin)) return url;
  const path = url.slice(origin.length);
  // `//host/x` would read as a URL of another host.
  return path.startsWith('/') && !path.startsWith('//') ? path : url;
}

export const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '');

/** `/app.js?…` of the given origin: which address is meant, without what it was asked. */
export function shortAddress(url: string, origin?: string): string {
  const bare = withoutQuery(url);
  return `${shortUrl(bare, origin)}${bare === url ? '' : '?…'}`;
}

/** The browsers' own pages about a failed load: not page content, and different in each browser. */
export function isErrorPage(url: string): boolean {
  return /^(chrome-error:|about:(neterror|certerror|httpsonlyerror|blocked)\b)/.test(url);
}
