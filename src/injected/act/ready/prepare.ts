import { type Handler, viewportSize } from '../acting.js';
import { pointOf } from './aim.js';
import { Dragged } from './dragged.js';

export const prepare: Handler<'prepare'> = async (acting, request) => {
  const needs = request.force ? [] : request.needs;
  const isDragEnd = request.drag === true && !request.guard;
  const ready = await acting.untilReady({
    ...request,
    needs,
    ...(isDragEnd && { dragged: acting.dragged ?? null }),
  });
  if (!ready.ok) return ready;
  acting.watch(ready.element);
  acting.target = ready.found.element;
  const point = request.force ? pointOf(ready.element, request.position) : ready.point;
  if (request.drag) acting.drag.begin();
  if (!isDragEnd) acting.dragged = request.drag ? new Dragged(ready.element) : undefined;
  if (request.wheel) acting.wheel.begin();
  if (request.guard && !request.force)
    acting.pointerGuard.arm(ready.element, point, {
      drag: request.drag,
      hover: request.hover,
      isStill: (again) => acting.finder.isStill(request.target, ready.element, again),
    });
  const found = acting.seen(ready.found, ready.element);
  return { ok: true, found, point, viewport: viewportSize() };
};
