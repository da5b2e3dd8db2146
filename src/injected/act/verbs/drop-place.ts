/**
 * Where a drag has to end so that the dragged element lands before, after or inside another, and where it has landed.
 * Sortable lists let two items swap when the pointer has passed the middle of one; others show a line at the nearer
 * edge. A point in the far part of an item in the direction of the drag means the same to both. So "before C", dragged
 * down, is aimed after the item above C.
 */
import type { Box } from '../../../tree/node.js';
import type { DropPlace, Neighbor, Place } from '../../../wire/api.js';
import {
  children,
  closest,
  contains,
  elementQueryAll,
  getComputedStyle,
  localName,
  matches,
  parentElement,
  textContent,
} from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import type { Handler } from '../acting.js';
import { boundsOf, boxesOf } from '../ready/points.js';
import { edgeToward } from './scroll-edge.js';

/** The part of an item, from its nearer edge, where lists and trees mean its edge. */
const NEAR = 0.2;
/** Characters of an item's text in the report. */
const MAX_TEXT = 60;

const ITEMS = 'li, tr, [draggable=true], [role=listitem], [role=option], [role=row], [role=treeitem]';

export const dropPlace: Handler<'dropPlace'> = (acting, request) =>
  acting.onceReady(request, ['visible'], (element) => {
    const { place } = request;
    const { finder } = acting;
    const source = request.source === undefined ? undefined : finder.element(request.source);
    const [from, to] = alike(source, element);
    const order = from && parentElement(from) === parentElement(to) ? siblingsOf(to, from) : [];
    const start = from ? order.indexOf(from) : -1;
    const end = order.indexOf(to);
    if (place === 'inside' || start < 0 || isInTree(to)) return spotIn(finder, to, place);
    if (end + (place === 'after' ? 1 : -1) === start) return { ...spotIn(finder, to, place), already: true };
    const isForward = start < end;
    const reference = isForward
      ? place === 'after'
        ? to
        : order[end - 1]
      : place === 'before'
        ? to
        : order[end + 1];
    return spotIn(finder, reference ?? to, isForward ? 'after' : 'before');
  });

export const landing: Handler<'landing'> = ({ finder }, { source, target, anew }) => {
  const found = finder.find({ element: source });
  const element = found.ok ? found.element : anew && renderedAnew(finder, anew);
  if (!element) return {};
  const beside = target === undefined ? undefined : finder.find({ element: target });
  const [item, other] = alike(element, beside?.ok ? beside.element : undefined);
  const line = lineOf(item);
  const order = siblingsOf(line, line);
  const at = order.indexOf(line);
  const around = parentElement(line);
  const [previous, next] = [order[at - 1], order[at + 1]].map((each) => each && itemOfLine(each));
  const shown = (element: Element): Neighbor => neighbor(finder, element);
  return {
    item: shown(item),
    ...(previous && { previous: shown(previous) }),
    ...(next && { next: shown(next) }),
    ...(around && { around: shown(around) }),
    ...(beside && !beside.ok && { isTargetGone: true }),
    ...(other && next === other && { is: 'before' as const }),
    ...(other && previous === other && { is: 'after' as const }),
    ...(other && other !== item && { points: pointsOf(other) }),
  };
};

/** Elements that are looked at. */
const MOST_ITEMS = 2_000;

/** A framework that moves an item to another list makes a new element there. Undefined if several are like it. */
function renderedAnew(finder: Finder, { item, near }: { item: Neighbor; near: number }): Element | undefined {
  const beside = finder.element(near);
  const list = beside && (parentElement(itemOf(beside)) ?? beside);
  if (!list || item.text === '') return undefined;
  const isLike = (element: Element): boolean => {
    // Most are not: a role costs more than a text.
    if (!item.text.includes(textOf(element)) || boxesOf(element).length === 0) return false;
    const { role, text } = neighbor(finder, element);
    return role === item.role && text === item.text;
  };
  const all = [...elementQueryAll(list, '*')].slice(0, MOST_ITEMS).filter(isLike);
  const [first] = all;
  return all.every((each) => first && contains(first, each)) ? first : undefined;
}

/** The items that two elements stand for, as far up as both are: what is dragged may be a handle in its row. */
function alike(first: Element | undefined, second: Element): [Element | undefined, Element];
function alike(first: Element, second: Element | undefined): [Element, Element | undefined];
function alike(first: Element | undefined, second: Element | undefined) {
  let [one, other] = [first && itemOf(first), second && itemOf(second)];
  while (one && other && parentElement(one) !== parentElement(other)) {
    const [above, aboveOther] = [wrapperOf(one), wrapperOf(other)];
    if (!above || !aboveOther) break;
    [one, other] = [above, aboveOther];
  }
  return [one, other];
}

function itemOf(element: Element): Element {
  return closest(element, ITEMS) ?? element;
}

/** What moves with an item: some trees put the role on a link in a list item, beside the items below it. */
function lineOf(item: Element): Element {
  const around = parentElement(item);
  return around && matches(around, 'li[role=none], li[role=presentation]') ? around : item;
}

function itemOfLine(line: Element): Element {
  return [...children(line)].find((each) => lineOf(each) === line && matches(each, ITEMS)) ?? line;
}

/** A box around one thing only. */
function wrapperOf(element: Element): Element | null {
  const parent = parentElement(element);
  return parent && children(parent).length === 1 ? parent : null;
}

/**
 * The shown elements beside it, in the order that a person sees. Copies that float over the page during a drag are
 * left out, unless all items are placed that way.
 */
function siblingsOf(element: Element, dragged: Element): Element[] {
  const parent = parentElement(element);
  const isFloating = floats(element);
  const all = [...(parent ? children(parent) : [])].filter(
    (each) =>
      each === element || each === dragged || (boxesOf(each).length > 0 && floats(each) === isFloating),
  );
  if (!isFloating) return all;
  const boxes = new Map(all.map((each) => [each, boundsOf(each)]));
  return all.sort((one, other) => inReadingOrder(boxes.get(one), boxes.get(other)));
}

function inReadingOrder(one: Box | undefined, other: Box | undefined): number {
  if (!one || !other) return 0;
  const isOneRow = Math.abs(one.y - other.y) < Math.min(one.height, other.height) / 2;
  return isOneRow ? one.x - other.x : one.y - other.y;
}

function floats(element: Element): boolean {
  const { position } = getComputedStyle(element);
  return position === 'absolute' || position === 'fixed';
}

function isInTree(element: Element): boolean {
  return closest(element, '[role=tree], [role=treegrid]') !== null;
}

/** The part of an item above the items inside it. */
function rowOf(element: Element): Box {
  const box = boundsOf(element);
  const inside = [...elementQueryAll(element, '[role=group], ul, ol')].find(
    (each) => boxesOf(each).length > 0,
  );
  const top = inside ? boundsOf(inside).y : 0;
  return inside && top > box.y + 1 ? { ...box, height: top - box.y } : box;
}

function spotIn(
  finder: Finder,
  element: Element,
  place: DropPlace,
): { element: number; spot: Place; already?: boolean; isAway: boolean } {
  const { x, y } = boundsOf(element);
  const point = pointOf(element, place);
  const isAway = edgeToward(element, point).edge !== undefined;
  return { element: finder.show(element).element, spot: { x: point.x - x, y: point.y - y }, isAway };
}

function pointsOf(element: Element): Record<'before' | 'after', Place> {
  return { before: pointOf(element, 'before'), after: pointOf(element, 'after') };
}

function pointOf(element: Element, place: DropPlace): Place {
  const { x, y, width, height } = rowOf(element);
  const share = place === 'inside' ? 0.5 : place === 'before' ? NEAR : 1 - NEAR;
  const isAcross = place !== 'inside' && !isInTree(element) && isInRow(element);
  return {
    x: Math.round(x + width * (isAcross ? share : 0.5)),
    y: Math.round(y + height * (isAcross ? 0.5 : share)),
  };
}

/** Whether the items stand side by side. */
function isInRow(element: Element): boolean {
  const order = siblingsOf(element, element).filter((each) => localName(each) === localName(element));
  const at = order.indexOf(element);
  const beside = order[at + 1] ?? order[at - 1];
  if (!beside) return false;
  const [one, other] = [boundsOf(element), boundsOf(beside)];
  return Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > one.height / 2;
}

function neighbor(finder: Finder, element: Element): Neighbor {
  const { element: number, role, name } = finder.show(element);
  return { element: number, role, text: name.slice(0, MAX_TEXT) || textOf(element) };
}

const textOf = (element: Element): string =>
  (textContent(element) ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
