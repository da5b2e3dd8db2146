import { type Handler, viewportSize } from '../acting.js';

export const watch: Handler<'watch'> = (acting, { wheel }) => {
  acting.watch();
  acting.target = undefined;
  if (wheel) acting.wheel.begin();
  return { ok: true, viewport: viewportSize() };
};
