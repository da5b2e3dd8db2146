import { type Handler, viewportSize } from '../acting.js';

export const watchFocus: Handler<'watchFocus'> = (acting, { strokes, ...check }) => {
  const { finder, keyGuard } = acting;
  const found = finder.focus(check);
  if (!found.ok) return found;
  const { element, frame } = found;
  acting.watch(element);
  acting.target = undefined;
  if (element) keyGuard.arm(element, () => finder.isFocusStill(check), strokes);
  return { ok: true, ...(frame !== undefined ? { frame } : { free: !element }) };
};

export const watch: Handler<'watch'> = (acting, { wheel }) => {
  acting.watch();
  acting.target = undefined;
  if (wheel) acting.wheel.begin();
  return { ok: true, viewport: viewportSize() };
};
