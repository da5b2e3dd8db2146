/** Where a hand that drags something waits for a list to scroll. */
import type { Box } from '../../../tree/node.js';
import type { Handler } from '../acting.js';
import { scrollContainers, shownBy } from '../ready/bring-into-view.js';
import { boundsOf, isInside, type Point, viewport } from '../ready/points.js';

/** Pixels inside the edge: lists scroll within 20 of it, or more. */
const INSET = 8;

export const scrollEdge: Handler<'scrollEdge'> = ({ finder }, { element: number, spot }) => {
  const element = finder.element(number);
  if (!element) return { distance: 0 };
  const { x, y } = boundsOf(element);
  return edgeToward(element, { x: x + spot.x, y: y + spot.y });
};

/** The innermost container first. */
export function edgeToward(element: Element, point: Point): { edge?: Point; distance: number } {
  const hiding = scrollContainers(element).find((container) => !isInside(point, shownBy(container)));
  if (!hiding) return { distance: 0 };
  const edge = nearestIn(viewport(), nearestIn(shownBy(hiding), point));
  return { edge, distance: Math.hypot(point.x - edge.x, point.y - edge.y) };
}

function nearestIn({ x, y, width, height }: Box, point: Point): Point {
  return { x: within(point.x, x, width), y: within(point.y, y, height) };
}

function within(value: number, start: number, length: number): number {
  return Math.round(Math.max(start + INSET, Math.min(value, start + length - INSET)));
}
