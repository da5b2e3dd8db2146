/**
 * Elements that embed a document: iframes and frames always, `<object>` and `<embed>` when their content is one.
 */
import { contentRects, getAttribute, getter, iframeSrc, queryAll } from './intrinsics.js';
import { noted } from './reads.js';

const iframeWindow = getter(HTMLIFrameElement.prototype, 'contentWindow');
const frameWindow = getter(HTMLFrameElement.prototype, 'contentWindow');
const objectWindow = getter(HTMLObjectElement.prototype, 'contentWindow');
const iframeDocument = getter(HTMLIFrameElement.prototype, 'contentDocument');
const frameDocument = getter(HTMLFrameElement.prototype, 'contentDocument');
const objectDocument = getter(HTMLObjectElement.prototype, 'contentDocument');
const frameSrc = getter(HTMLFrameElement.prototype, 'src');
const objectData = getter(HTMLObjectElement.prototype, 'data');
const embedSrc = getter(HTMLEmbedElement.prototype, 'src');

/** `tag` as returned by `Aria.tagOf`. */
export function holdsFrame(element: Element, tag: string): boolean {
  if (tag === 'iframe' || tag === 'frame') return true;
  if (tag !== 'object' && tag !== 'embed') return false;
  return holdsDocument(element);
}

const holdsDocument = noted(
  (element: Element): boolean => toldWindow(element) !== null || untoldWindow(element) !== null,
);

/** Null: it embeds no document, or it is unknown which. */
export function frameWindowOf(element: Element): Window | null {
  const told = toldWindow(element);
  if (told || !isObject(element)) return told;
  const untold = untoldWindow(element);
  return untold === 'unclear' ? null : untold;
}

const isObject = (element: Element): boolean =>
  element instanceof HTMLObjectElement || element instanceof HTMLEmbedElement;

function toldWindow(element: Element): Window | null {
  if (element instanceof HTMLIFrameElement) return iframeWindow(element);
  if (element instanceof HTMLFrameElement) return frameWindow(element);
  return element instanceof HTMLObjectElement ? objectWindow(element) : null;
}

/** The URL in the markup; Node knows what is loaded now. */
export function frameUrlOf(element: Element): string {
  if (element instanceof HTMLObjectElement) return objectData(element);
  if (element instanceof HTMLEmbedElement) return embedSrc(element);
  if (getAttribute(element, 'srcdoc') !== null) return 'about:srcdoc';
  if (element instanceof HTMLIFrameElement) return iframeSrc(element) || 'about:blank';
  return (element instanceof HTMLFrameElement && frameSrc(element)) || 'about:blank';
}

/** Whether the embedded document may act by itself: it has scripts, or this one has no access to it. */
export function mayAct(element: Element): boolean {
  const inside = element instanceof HTMLIFrameElement ? iframeDocument(element) : null;
  return inside === null || queryAll(inside, 'script').length > 0;
}

/** This document has no access to the embedded one. */
export function isCrossOrigin(element: Element): boolean {
  if (element instanceof HTMLIFrameElement) return iframeDocument(element) === null;
  if (element instanceof HTMLFrameElement) return frameDocument(element) === null;
  if (element instanceof HTMLObjectElement) return objectDocument(element) === null;
  const window = frameWindowOf(element);
  return window !== null && ownerOf(window) === undefined;
}

/**
 * `<embed>` does not expose its window, nor does `<object>` in Firefox for another origin. Windows of the same
 * origin reveal their frame element; those of other origins do not. A window that no other element holds belongs
 * to the only element that declares a document; anything else is unclear.
 */
function untoldWindow(element: Element): Window | 'unclear' | null {
  const foreign: Window[] = [];
  const owners = new Set<Element>();
  for (let at = 0; at < window.length; at++) {
    const inside = window[at];
    if (!inside) continue;
    const owner = ownerOf(inside);
    if (owner === element) return inside;
    if (owner) owners.add(owner);
    else foreign.push(inside);
  }
  if (foreign.length === 0) return null;
  const held = new Set([...queryAll(document, 'iframe, frame, object')].map(toldWindow));
  const free = foreign.filter((inside) => !held.has(inside));
  const untold = [...queryAll(document, 'object[data], embed[src]')].filter(
    (other) => toldWindow(other) === null && !owners.has(other) && contentRects(other).length === 0,
  );
  if (free.length === 0 || !untold.includes(element)) return null;
  const isSure =
    free.length === 1 && untold.length === 1 && /html|xml/.test(getAttribute(element, 'type') ?? '');
  return isSure ? (free[0] ?? null) : 'unclear';
}

/** Undefined: its document is of another origin. */
function ownerOf(inside: Window): Element | undefined {
  try {
    return inside.frameElement ?? undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
