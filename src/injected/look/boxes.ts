/** Where elements are that were shown before. Nothing new gets a number. */
import type { ReplyOf, RequestOf } from '../../wire/api.js';
import { getBoundingClientRect } from '../dom/intrinsics.js';
import { isHere } from '../identity/registry.js';
import type { World } from '../world.js';

export function boxes({ registry }: World, { elements }: RequestOf<'boxes'>): ReplyOf<'boxes'> {
  const { innerWidth: width, innerHeight: height } = window;
  const found = elements.flatMap((number): ReplyOf<'boxes'>['boxes'] => {
    const element = registry.element(number);
    if (!element || !isHere(element)) return [];
    const { left, top, right, bottom, width: wide, height: high } = getBoundingClientRect(element);
    const inView = wide > 0 && high > 0 && right > 0 && bottom > 0 && left < width && top < height;
    if (!inView) return [];
    return [[number, Math.round(left), Math.round(top), Math.round(wide), Math.round(high)]];
  });
  return { viewport: { width, height }, boxes: found };
}
