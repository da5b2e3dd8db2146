/** `localStorage` and `sessionStorage` of a frame's document. */
import type { DriverPage, FrameId } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { CallEnvelope, ReplyEnvelope, ReplyOf, RequestOf } from '../wire/api.js';
import type { CallLimits } from './deadline.js';
import type { Frame } from './frame.js';

export type StorageKind = RequestOf<'webStorage'>['kind'];

/** Key and value, in the browser's order. */
export type StorageItems = [key: string, value: string][];

/** Changes what is asked for, and gives what is there then. */
export async function useStorage(
  frame: Frame,
  request: RequestOf<'webStorage'>,
  limits: CallLimits = {},
): Promise<StorageItems> {
  return itemsIn(await frame.call('webStorage', request, limits), request.kind);
}

/** As `useStorage`, for a page that the model does not know. */
export async function useStorageOf(
  page: DriverPage,
  frame: FrameId,
  request: RequestOf<'webStorage'>,
): Promise<StorageItems> {
  const envelope: CallEnvelope<'webStorage'> = { method: 'webStorage', request, nextElement: 1 };
  const text = await page.call(frame, '(arg) => globalThis.sightline.call(arg)', JSON.stringify(envelope));
  // The text was written by our own code in a world that the page can't reach.
  const { reply } = JSON.parse(text) as ReplyEnvelope<'webStorage'>;
  return itemsIn(reply, request.kind);
}

function itemsIn(reply: ReplyOf<'webStorage'>, kind: StorageKind): StorageItems {
  if (reply.ok) return reply.items;
  throw new SightlineError('script-error', `This document has no ${kind} storage: ${reply.reason}`, {
    hint: 'Only pages with an address of their own (http, https) have one. Navigate to one first.',
  });
}
