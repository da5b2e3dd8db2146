/** Addresses as a snapshot shows them: short where nothing is lost, clipped where they carry a document. */
import { clip } from './quote.js';

/** Enough to tell what a `data:` or `javascript:` address is about; the rest is content, not an address. */
const MAX_CONTENT = 64;

const ORIGIN = /^(?:https?:\/\/[^/?#]+|file:\/\/)(?=\/)/i;
const CONTENT = /^(?:data|javascript|vbscript):/i;

/** The part of an address that links of the same document need not repeat; undefined where it has none. */
export function originOf(url: string): string | undefined {
  return ORIGIN.exec(url)?.[0];
}

/**
 * Path, query and fragment for an address of the given origin, the whole address otherwise.
 * Browsers give addresses in normal form, so comparing the text is comparing the origin.
 */
export function shortUrl(url: string, origin: string | undefined): string {
  if (CONTENT.test(url)) return clip(url, MAX_CONTENT);
  if (origin === undefined || !url.startsWith(origin)) return url;
  const path = url.slice(origin.length);
  // `//host/x` would read as an address of another host.
  return path.startsWith('/') && !path.startsWith('//') ? path : url;
}
