/** Attributes that matter to an agent: URLs and placeholders. */

import { FIELD_ROLES } from '../../tree/roles.js';
import { anchorHref, areaHref, documentBaseUri, getAttribute, getter } from '../dom/intrinsics.js';
import { clip } from './clip.js';

/** `data:` URLs may hold whole images; the beginning says what it is. */
const MAX_DATA_URL = 64;

const imageSrc = getter(HTMLImageElement.prototype, 'src');
const mediaSrc = getter(HTMLMediaElement.prototype, 'src');
const embedSrc = getter(HTMLEmbedElement.prototype, 'src');
const inputSrc = getter(HTMLInputElement.prototype, 'src');

/** The absolute URL that it links to or shows. `tag` as returned by `Aria.tagOf`. */
export function urlOf(element: Element, tag: string): string | undefined {
  const url = addressOf(element, tag);
  return url?.startsWith('data:') ? clip(url, MAX_DATA_URL) : url || undefined;
}

function addressOf(element: Element, tag: string): string | undefined {
  // The tag says which interface it has. In Firefox's sandbox, `instanceof` takes as long as ten reads of a style.
  switch (tag) {
    case 'a':
      return linkAddress(element as HTMLAnchorElement);
    case 'area':
      return areaHref(element as HTMLAreaElement);
    case 'img':
      return imageSrc(element as HTMLImageElement);
    case 'audio':
    case 'video':
      return mediaSrc(element as HTMLMediaElement);
    case 'embed':
      return embedSrc(element as HTMLEmbedElement);
    case 'input':
      return inputSrc(element as HTMLInputElement);
    case 'svg:a':
      return svgHref(element);
    default:
      return undefined;
  }
}

/** An absolute path with nothing to resolve or escape. */
const PLAIN_PATH = /^\/(?!\/)[\w~.,;:=?&#@!$*()+/-]*$/;

/** Pages are full of links, and resolving a URL costs as much as everything else about a link. */
function linkAddress(element: HTMLAnchorElement): string {
  const written = getAttribute(element, 'href') ?? '';
  return PLAIN_PATH.test(written) && !written.includes('/.') && isWebAddress(documentBaseUri(element))
    ? base.origin + written
    : anchorHref(element);
}

let base = { uri: '', origin: '' };

/** Whether paths resolve against a web server; `base.origin` is then its origin. */
function isWebAddress(uri: string): boolean {
  if (base.uri !== uri) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined;
    // A user name in the base would be part of every URL.
    const isPlain = url && /^https?:$/.test(url.protocol) && url.username + url.password === '';
    base = { uri, origin: isPlain ? url.origin : '' };
  }
  return base.origin !== '';
}

function svgHref(element: Element): string | undefined {
  const href = getAttribute(element, 'href') ?? getAttribute(element, 'xlink:href');
  if (href === null) return undefined;
  return URL.canParse(href, documentBaseUri(element)) ? new URL(href, documentBaseUri(element)).href : href;
}

export function placeholderOf(element: Element, role: string): string | undefined {
  if (!FIELD_ROLES.has(role)) return undefined;
  return getAttribute(element, 'placeholder') || getAttribute(element, 'aria-placeholder') || undefined;
}
