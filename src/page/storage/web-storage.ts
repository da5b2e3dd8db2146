/** `localStorage` and `sessionStorage` of a frame's document. */
import type { DriverPage, FrameId } from '../../driver/driver.js';
import { SightlineError } from '../../errors.js';
import type { CallEnvelope, ReplyEnvelope, ReplyOf, RequestOf } from '../../wire/api.js';
import type { CallLimits } from '../deadline.js';

export type StorageKind = RequestOf<'webStorage'>['kind'];

/** Keys and values, in the browser's order. */
export type StorageItems = [key: string, value: string][];

export interface StoringFrame {
  call(
    method: 'webStorage',
    request: RequestOf<'webStorage'>,
    limits: CallLimits,
  ): Promise<ReplyOf<'webStorage'>>;
}

/** Applies the changes and returns all items. */
export async function useStorage(
  frame: StoringFrame,
  request: RequestOf<'webStorage'>,
  limits: CallLimits = {},
): Promise<StorageItems> {
  return itemsIn(await frame.call('webStorage', request, limits), request.kind);
}

/** Like `useStorage`, for a page that the model does not know. */
export async function useStorageOf(
  page: DriverPage,
  frame: FrameId,
  request: RequestOf<'webStorage'>,
): Promise<StorageItems> {
  const envelope: CallEnvelope<'webStorage'> = { method: 'webStorage', request, nextElement: 1 };
  const text = await page.call(frame, '(arg) => globalThis.sightline.call(arg)', JSON.stringify(envelope));
  // Our own code wrote the text, in a world that the page cannot reach.
  const { reply } = JSON.parse(text) as ReplyEnvelope<'webStorage'>;
  return itemsIn(reply, request.kind);
}

function itemsIn(reply: ReplyOf<'webStorage'>, kind: StorageKind): StorageItems {
  if (reply.ok) return reply.items;
  if (reply.reason === 'full')
    throw new SightlineError('script-error', `The ${kind} storage has no room for this item`, {
      hint: 'Delete items first, or set a shorter value.',
    });
  throw new SightlineError('script-error', `This document has no ${kind} storage`, {
    hint: 'Only http and https pages have one. Navigate to one first.',
  });
}
