/** Reads and writes `localStorage` and `sessionStorage`, whatever the page did to these objects. */
import type { ReplyOf, RequestOf } from '../../wire/api.js';
import { getter, method } from './intrinsics.js';

const lengthOf = getter(Storage.prototype, 'length');
const keyAt = method(Storage.prototype, 'key');
const itemOf = method(Storage.prototype, 'getItem');
const setItem = method(Storage.prototype, 'setItem');
const removeItem = method(Storage.prototype, 'removeItem');
const clear = method(Storage.prototype, 'clear');

export function webStorage({
  kind,
  set = [],
  remove = [],
  wipe = false,
}: RequestOf<'webStorage'>): ReplyOf<'webStorage'> {
  try {
    // Opaque origins (sandboxed frames, `data:`), blocked cookies and error pages throw here.
    const storage = kind === 'local' ? localStorage : sessionStorage;
    if (wipe) clear(storage);
    for (const key of remove) removeItem(storage, key);
    for (const [key, value] of set) setItem(storage, key, value);
    return { ok: true, items: itemsOf(storage) };
  } catch (error) {
    // On an error page Firefox throws an exception of its own, without a name for pages.
    return { ok: false, reason: Object(error).name === 'QuotaExceededError' ? 'full' : 'none' };
  }
}

function itemsOf(storage: Storage): [key: string, value: string][] {
  const items: [string, string][] = [];
  for (let at = 0; at < lengthOf(storage); at++) {
    const key = keyAt(storage, at);
    if (key !== null) items.push([key, itemOf(storage, key) ?? '']);
  }
  return items;
}
