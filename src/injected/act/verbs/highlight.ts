/**
 * A box drawn in the page around an element, only where the protocol has no overlay. It takes no events and is
 * removed by the next call.
 */
import { documentElement } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';
import { boundsOf } from '../ready/points.js';

let drawn: HTMLElement | undefined;

export const highlight: Handler<'highlight'> = (acting, { target, timeout = 0 }) => {
  if (!target) {
    drawAround(null);
    return { ok: true };
  }
  return acting.onceReady({ target, timeout }, ['visible'], (element) => {
    drawAround(element);
    return {};
  });
};

function drawAround(element: Element | null): void {
  drawn?.remove();
  drawn = undefined;
  if (!element) return;
  const { x, y, width, height } = boundsOf(element);
  const box = document.createElement('div');
  box.style.cssText = `all: initial; position: fixed; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px; outline: 2px solid #1a73e8; background: rgb(26 115 232 / 25%); pointer-events: none; z-index: 2147483647;`;
  box.setAttribute('aria-hidden', 'true');
  documentElement(document).append(box);
  drawn = box;
}
