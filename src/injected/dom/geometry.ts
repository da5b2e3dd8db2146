/** Boxes and what depends on them. Reads only. */
import type { Box } from '../../tree/node.js';
import type { Aria } from '../aria/aria.js';
import { documentBody, documentElement, getComputedStyle, getter } from './intrinsics.js';
import { noted } from './reads.js';

const scrollWidth = noted(getter(Element.prototype, 'scrollWidth'));
const scrollHeight = noted(getter(Element.prototype, 'scrollHeight'));
const clientWidth = noted(getter(Element.prototype, 'clientWidth'));
const clientHeight = noted(getter(Element.prototype, 'clientHeight'));

/** Hundredths of a pixel are more precise than anyone can aim, and keep numbers short. */
const round = (value: number): number => Math.round(value * 100) / 100;

export function boxOf(rect: DOMRect): Box {
  return { x: round(rect.x), y: round(rect.y), width: round(rect.width), height: round(rect.height) };
}

/** In the viewport of the frame. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const holds = ({ left, top, right, bottom }: Area, { x, y }: { x: number; y: number }): boolean =>
  x > left && x < right && y > top && y < bottom;

/** Up to a pixel. */
export const encloses = (outer: Area, inner: Area): boolean =>
  outer.left <= inner.left + 1 &&
  outer.top <= inner.top + 1 &&
  outer.right >= inner.right - 1 &&
  outer.bottom >= inner.bottom - 1;

/** Half a pixel less than side by side. */
export const meets = (a: Area, b: Area): boolean =>
  a.right > b.left + 0.5 && b.right > a.left + 0.5 && a.bottom > b.top + 0.5 && b.bottom > a.top + 0.5;

/** Where a person can scroll the document to, downwards without end. Empty if the document is not laid out. */
export function pageArea(document: Document): Area {
  const root = documentElement(document);
  const body = documentBody(document);
  const { overflowX, direction } = getComputedStyle(root);
  const cuts = (value: string): boolean => value === 'hidden' || value === 'clip';
  // Without an overflow of its own, the root has that of the body.
  const isCut =
    cuts(overflowX) || (overflowX === 'visible' && body && cuts(getComputedStyle(body).overflowX));
  const width = clientWidth(root);
  const beyond = isCut ? 0 : Math.max(0, scrollWidth(root) - width);
  const left = -window.scrollX - (direction === 'rtl' ? beyond : 0);
  const right = left + width + beyond;
  return { left, top: -window.scrollY, right, bottom: width === 0 ? -Infinity : Infinity };
}

/** Too small to be seen, unless something overflows it. */
export const isSpeck = ({ width, height }: DOMRect): boolean => width <= 1 && height <= 1;

/** Has more content than fits into it. */
export const hasOverflow = (element: Element): boolean =>
  scrollWidth(element) > clientWidth(element) || scrollHeight(element) > clientHeight(element);

/** Has more content than it shows, and a person can scroll to it. */
export function isScrollable(element: Element, aria: Aria): boolean {
  // Inline elements do not scroll.
  if (aria.displayOf(element) === 'inline' || !aria.clips(element)) return false;
  const style = aria.styleOf(element);
  // If one axis is `visible` or `clip`, so is the other; reading `overflow` costs as much as both axes.
  const { overflowY } = style;
  if (overflowY === 'visible' || overflowY === 'clip' || overflowY === '') return false;
  const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
  return (
    (scrolls(overflowY) && scrollHeight(element) > clientHeight(element)) ||
    (scrolls(style.overflowX) && scrollWidth(element) > clientWidth(element))
  );
}
