/**
 * What is said just before an element that stands in no item, or else just after it: text in what is right around it.
 * Where that is much, it is the page and not what the element is about.
 */
import type { Aria } from '../aria/aria.js';
import type { TextChild } from '../dom/composed.js';
import {
  elementQuery,
  firstChild,
  getAttribute,
  holdsMoreThan,
  isElement,
  localName,
  matches,
  nextElementSibling,
  nextSibling,
  nodeType,
  nodeValue,
  previousElementSibling,
  previousSibling,
  TEXT_NODE,
  textContent,
} from '../dom/intrinsics.js';
import { hasKin, hasTwin, isLiveRegion, isMarkedSection } from './item.js';
import { loosened } from './loosened.js';
import { Reading } from './reading.js';
import { EXACT, isPartOf, isSaid, LOOSE, marked } from './words.js';

/** How far around an element it is looked for, and how much of the page that may be. */
const REACH = 6;
const MAX_ELEMENTS = 24;
/** Of a box with more in it, only a line between two alike controls is read: so many nodes. */
const MAX_LINE = 12;
/** More is prose. */
const MAX_LENGTH = 600;

const LETTER = /\p{L}/u;
/** A thing that has a number for a name: "Order 1041". After a colon it may be a counter. */
const NUMBERED = /(?:\p{L}\.?\s|#\s?)#?\d+$/u;

const CONTROL = 'a,button,input,select,textarea,[role]';
/** A box with only text in it may be a part of a label. */
const HOLDS_MORE = 'h1,h2,h3,h4,h5,h6,a,button,input,select,img';

type Side = 'before' | 'after';
type Child = { element: Element } | TextChild;

export function leadOf(element: Element, aria: Aria): string {
  const boxes = boxesAround(element, aria);
  for (const side of ['before', 'after'] as const) {
    let inside = element;
    for (const around of boxes) {
      const said = saidBeside(inside, around, side, aria) || saidInLine(element, inside, around, aria);
      if (said !== '') return said.length > MAX_LENGTH ? '' : said;
      inside = around;
    }
  }
  return '';
}

/** In one of several lines that begin with their control: what follows it there. */
function saidInLine(element: Element, inside: Element, around: Element, aria: Aria): string {
  const tag = localName(element);
  const isLine =
    hasTwin(around, localName(around)) &&
    [previousElementSibling(around), nextElementSibling(around)].some(
      (beside) => beside && elementQuery(beside, tag) !== null,
    );
  const isAmongAlike = (): boolean =>
    linesAround(inside, around, aria).some((child) => isAlike(child.element, inside));
  return isLine || isAmongAlike() ? saidBeside(inside, around, 'after', aria) : '';
}

/** The same control of another line. */
const isAlike = (other: Element | null, inside: Element): boolean =>
  other !== null &&
  other !== inside &&
  localName(other) === localName(inside) &&
  textContent(other) === textContent(inside) &&
  (elementQuery(other, CONTROL) !== null || matches(other, CONTROL));

/** Where more is said now, or less, nothing has become untrue. */
export function isSameLead(was: string, is: string, exact: boolean): boolean {
  if (exact) return isPartOf(was, is) && isPartOf(is, was);
  return was === '' || is === '' || isPartOf(was, is) || isPartOf(is, was);
}

function boxesAround(element: Element, aria: Aria): Element[] {
  const boxes: Element[] = [];
  for (let at = aria.composedParent(element); at && boxes.length < REACH; at = aria.composedParent(at)) {
    if (localName(at) === 'html') break;
    boxes.push(at);
    if (holdsMoreThan(MAX_ELEMENTS, at)) break;
  }
  return boxes;
}

/** Where it is one of several alike controls in a box, up to the next one; before it only where lines begin with text. */
function saidBeside(inside: Element, around: Element, side: Side, aria: Aria): string {
  const children = linesAround(inside, around, aria);
  const at = children.findIndex((child) => child.element === inside);
  const ends = children.flatMap((child, index) => (isAlike(child.element, inside) ? [index] : []));
  const first = Math.min(at, ends[0] ?? at);
  if (side === 'before' && first < at && saidIn(children.slice(0, first), inside, around, aria) === '')
    return '';
  const from = ends.findLast((end) => end < at) ?? -1;
  const to = ends.find((end) => end > at) ?? children.length;
  const beside = side === 'before' ? children.slice(from + 1, at) : children.slice(at + 1, to);
  return saidIn(beside, inside, around, aria);
}

function saidIn(children: readonly Child[], inside: Element, around: Element, aria: Aria): string {
  const isBody = localName(around) === 'body';
  const isOther = (box: Element): boolean =>
    isApart(box, inside) || (isBody && localName(box) === 'div' && elementQuery(box, HOLDS_MORE) !== null);
  const reading = new Reading(aria, isOther);
  for (const child of children) {
    if (child.element) reading.enter(child.element);
    else reading.add(child.keptBack ? '' : child.value, 'loose');
  }
  const pieces = reading.said.filter(isSaid);
  const first = pieces.find(({ text }) => LETTER.test(text));
  if (!pieces.some(({ kind, text }) => kind !== 'loose' || loosened(text) !== '')) return '';
  return marked(
    pieces.map((piece) => {
      const isExact = piece.kind !== 'loose' || (piece === first && NUMBERED.test(piece.text));
      return (isExact ? EXACT : LOOSE) + piece.text;
    }),
  );
}

/**
 * The children of a box. Of a large one: how it begins, and the line of an element with the controls that end it, if there
 * are any.
 */
function linesAround(inside: Element, around: Element, aria: Aria): readonly Child[] {
  if (!holdsMoreThan(MAX_ELEMENTS, around)) return aria.composedChildren(around);
  const isEnd = (node: Node): boolean => isElement(node) && isAlike(node, inside);
  const before = upTo(previousSibling(inside), previousSibling, isEnd).reverse();
  const after = upTo(nextSibling(inside), nextSibling, isEnd);
  const [first] = before;
  const isWhole = !first || isEnd(first) || !previousSibling(first);
  if (!isWhole || ![...before, ...after].some(isEnd)) return [];
  const start = upTo(firstChild(around), nextSibling, (node) => isEnd(node) || node === inside);
  return [...new Set([...start, ...before, inside, ...after])].flatMap(childOf);
}

function upTo(from: Node | null, next: (node: Node) => Node | null, isEnd: (node: Node) => boolean): Node[] {
  const nodes: Node[] = [];
  for (let node = from; node && nodes.length < MAX_LINE; node = next(node)) {
    nodes.push(node);
    if (isEnd(node)) break;
  }
  return nodes;
}

const childOf = (node: Node): Child[] =>
  isElement(node)
    ? [{ element: node }]
    : nodeType(node) === TEXT_NODE
      ? [{ element: null, value: nodeValue(node) ?? '', keptBack: false }]
      : [];

/** One of several cards or slides is; boxes of one line are not, if the element stands in one of them. */
function isApart(box: Element, inside: Element): boolean {
  const isInLine =
    localName(box) === localName(inside) && getAttribute(box, 'class') === getAttribute(inside, 'class');
  // Of what it says, a total counts.
  if (isLiveRegion(box)) return false;
  return (
    isMarkedSection(box) || (!isInLine && hasKin(box, HOLDS_MORE) && elementQuery(box, HOLDS_MORE) !== null)
  );
}
