/**
 * What an element without words shows a person: an icon that CSS draws, a color, or an empty box of a board. Only asked
 * of elements without anything else to show.
 */
import type { States } from '../../tree/node.js';
import type { Aria } from '../aria/aria.js';
import { shadeOf } from '../aria/css/color.js';
import { Styled } from '../aria/css/style-rules.js';
import { isBlank } from '../aria/text.js';
import { getAttribute, localName, nextElementSibling, previousElementSibling } from '../dom/intrinsics.js';
import type { Style } from '../dom/reads.js';
import { colorName } from './color-name.js';
import { type ExposedChild, type ExposedNode, isTextRun, saysNoMore } from './exposed-node.js';
import { drawnIcon, generatedIcon, type Patience } from './icon.js';

/** Pixels. Thinner is a line, larger a part of the layout. */
const THINNEST = 5;
const LARGEST = 400;
const LARGEST_ICON = 64;
/** Elements in a control that are looked at. */
const MOST_ELEMENTS = 12;
/** Pixels: the least of a box that somebody could click. */
const SMALLEST_BOX = 12;

/** Of a box with nothing in it. Undefined: it shows nothing of its own. */
export function paintedLeaf(element: Element, aria: Aria, patience: Patience): States | undefined {
  if (!aria.hasAttributes(element) && !aria.maySet(element, Styled.background)) return undefined;
  if (!isPatch(element, aria)) return undefined;
  const icon = drawnIcon(element, aria);
  if (icon !== undefined) return { icon };
  const color = colorOf(element, aria);
  if (color !== undefined) return { color };
  const generated = Math.max(...sidesOf(element, aria)) <= LARGEST_ICON && generatedIcon(element, patience);
  if (generated) return { icon: generated };
  return outlineOf(element, aria);
}

/** Of a control or cell in which nothing is said: its own color, or that of the first patch in it. */
export function colorWithin(node: ExposedNode, aria: Aria): string | undefined {
  const pending = [node];
  for (const next of pending) {
    const color = isPatch(next.element, aria) ? colorOf(next.element, aria) : undefined;
    if (color !== undefined || pending.length > MOST_ELEMENTS) return color;
    for (const child of next.children) if (!isTextRun(child)) pending.push(child);
  }
  return node.interactive ? swatchColor(node.element, aria) : undefined;
}

/** The white one of a palette on a white page shows its color, too: the page gives each its own. */
const swatchColor = (element: Element, aria: Aria): string | undefined =>
  (getAttribute(element, 'style') ?? '').includes('background')
    ? colorName(aria.styleOf(element).backgroundColor)
    : undefined;

/** Words side by side, each in a box of its own: they look like buttons and don't read as a sentence. */
export function boxedWords({ children }: ExposedNode, aria: Aria, patience: Patience): ExposedNode[] {
  let found: ExposedNode[] = NO_WORDS;
  let before: ExposedNode | undefined;
  // By index and without closures: this runs for every node.
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as ExposedChild; // within the length
    if (isTextRun(child)) {
      if (!isBlank(child.text)) before = undefined;
      continue;
    }
    const next = isWord(child, aria) ? child : undefined;
    if (next && isLinkLike(next, aria)) found = [...found, next];
    if (before && next && (isBoxed(before, aria, patience) || isBoxed(next, aria, patience)))
      found = [...found, before, next];
    before = next;
  }
  return found;
}

const NO_WORDS: ExposedNode[] = [];

const isWord = ({ plain, inline, bare, children, element }: ExposedNode, aria: Aria): boolean =>
  plain &&
  inline &&
  !(bare && !aria.hasAttributes(element)) &&
  children.length === 1 &&
  children[0] !== undefined &&
  isTextRun(children[0]);

/** By its background, or by lines around it. */
/** Underlined and in a color of its own: a person takes it for a link. Its listeners can't be seen. */
function isLinkLike({ element }: ExposedNode, aria: Aria): boolean {
  if (
    !aria.maySet(element, Styled.decoration) ||
    !aria.styleOf(element).textDecorationLine.includes('underline')
  )
    return false;
  const parent = aria.composedParent(element);
  return parent !== null && aria.styleOf(parent).color !== aria.styleOf(element).color;
}

function isBoxed({ element }: ExposedNode, aria: Aria, patience: Patience): boolean {
  if (--patience.left < 0) return false;
  return aria.paintOf(element) !== undefined || linesOf(aria.styleOf(element)) === SIDES.length;
}

/** Neither words nor anything that can be acted on. */
export function saysNothing(children: readonly ExposedChild[]): boolean {
  const pending = [...children];
  for (let child = pending.pop(); child; child = pending.pop()) {
    if (isTextRun(child) ? child.text.trim() !== '' : !child.plain && !isSilentPicture(child)) return false;
    if (!isTextRun(child)) pending.push(...child.children);
  }
  return true;
}

/** The passes drop it. */
const isSilentPicture = (node: ExposedNode): boolean =>
  node.role === 'img' && !node.interactive && !node.focusable && saysNoMore(node);

/** A cell with lines around it, which somebody drew to be seen. */
export const isOutlined = (element: Element, aria: Aria): boolean =>
  linesOf(aria.styleOf(element)) > 1 && Math.min(...sidesOf(element, aria)) >= SMALLEST_BOX;

const sidesOf = (element: Element, aria: Aria): [number, number] => {
  const { width, height } = aria.boxOf(element);
  return [width, height];
};

function isPatch(element: Element, aria: Aria): boolean {
  const sides = sidesOf(element, aria);
  return Math.min(...sides) >= THINNEST && Math.max(...sides) <= LARGEST && aria.isVisible(element);
}

function colorOf(element: Element, aria: Aria): string | undefined {
  const paint = aria.paintOf(element);
  return paint === undefined ? undefined : colorName(paint);
}

/** A box of a board needs a line only where the next one starts; what stands alone has lines all around. */
function outlineOf(element: Element, aria: Aria): States | undefined {
  const [width, height] = sidesOf(element, aria);
  if (Math.min(width, height) < SMALLEST_BOX) return undefined;
  const style = aria.styleOf(element);
  const lines = linesOf(style);
  const twin = twinOf(element, aria);
  if (twin && (lines > 0 || linesOf(aria.styleOf(twin)) > 0)) return {};
  return lines === SIDES.length ? { shape: shapeOf(style, width, height) } : undefined;
}

/** By its corners and sides. */
function shapeOf({ borderTopLeftRadius }: Style, width: number, height: number): string {
  const isEven = Math.abs(width - height) <= 1;
  const radius = Number.parseFloat(borderTopLeftRadius);
  const isRound = borderTopLeftRadius.includes('%') ? radius >= 50 : radius * 2 >= Math.min(width, height);
  if (isEven) return isRound ? 'circle' : 'square';
  return 'rectangle';
}

/** Of the same kind and size beside it. */
function twinOf(element: Element, aria: Aria): Element | null | undefined {
  const name = getAttribute(element, 'class');
  const tag = localName(element);
  const [width, height] = sidesOf(element, aria);
  return [previousElementSibling(element), nextElementSibling(element)].find((beside) => {
    if (beside === null || localName(beside) !== tag || getAttribute(beside, 'class') !== name) return false;
    const [across, down] = sidesOf(beside, aria);
    return Math.abs(across - width) <= 1 && Math.abs(down - height) <= 1;
  });
}

/** How many sides have one that can be seen. */
function linesOf(style: Style): number {
  return SIDES.filter(
    (side) =>
      Number.parseFloat(style[`border${side}Width`]) > 0 &&
      (shadeOf(style[`border${side}Color`])?.alpha ?? 1) > 0,
  ).length;
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
