/** Whether the document says that it will give way to another one: `<meta http-equiv="refresh">`. */
import { documentBaseUri, documentHead, elementQuery, getAttribute } from '../../dom/intrinsics.js';

/** Seconds and an address: HTML, "shared declarative refresh steps". */
const REFRESH = /^\s*(\d+)(?:\.[\d.]*)?[\s;,]+(?:url\s*=\s*)?["']?([^"']+?)["']?\s*$/i;

/** When it was first noticed. */
const noticed = new WeakMap<Element, number>();

/** Milliseconds that are left. Undefined if the document only loads itself again, and once the time has come. */
export function leavesAfter(): number | undefined {
  const head = documentHead(document);
  const meta = head && elementQuery(head, 'meta[http-equiv="refresh" i]');
  if (!meta) return undefined;
  const began = noticed.get(meta) ?? performance.now();
  noticed.set(meta, began);
  const [, seconds = '', address = ''] = REFRESH.exec(getAttribute(meta, 'content') ?? '') ?? [];
  const base = documentBaseUri(document);
  if (seconds === '' || !URL.canParse(address, base)) return undefined;
  if (withoutFragment(new URL(address, base).href) === withoutFragment(location.href)) return undefined;
  const left = began + Number(seconds) * 1_000 - performance.now();
  return left > 0 ? Math.round(left) : undefined;
}

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');
