/**
 * Editors that draw their own text take input through a hidden field. That field does not hold the editor's text, but
 * what its author needs there: the line at the cursor, what was selected last, or nothing. So selecting its content
 * selects nothing: the editor's own select-all shortcut does.
 */
import { editContext } from './effects.js';
import { pathOf } from './event-path.js';
import {
  children,
  contains,
  elementQueryAll,
  getAttribute,
  getBoundingClientRect,
  getComputedStyle,
  isHtml,
  localName,
  parentElement,
  textContent,
} from './intrinsics.js';

/** Pixels: the size to which such fields are shrunk to hide them. */
const SLIVER = 3;
/** How far around the field its editor is looked for, and how many lines of it are read. */
const MAX_LEVELS = 3;
const MAX_LINES = 500;

export function isStandIn(element: Element): boolean {
  if (!isHtml(element)) return false;
  if (localName(element) !== 'textarea') return editContext(element) !== null;
  return getComputedStyle(element).opacity === '0' || pathOf(element).some((each) => isSliver(each, element));
}

/** The field itself, or an ancestor that clips it. */
function isSliver(each: Element, field: Element): boolean {
  const { width, height } = getBoundingClientRect(each);
  if (Math.min(width, height) > SLIVER) return false;
  return each === field || getComputedStyle(each).overflow !== 'visible';
}

/**
 * The field of a terminal: a textarea that declares a single line. Its input is sent on and the screen cannot be
 * edited: there the editor's shortcut to select all would be a command like any other.
 */
export function isTerminal(element: Element): boolean {
  return localName(element) === 'textarea' && getAttribute(element, 'aria-multiline') === 'false';
}

/** The lines that an editor draws but hides from the accessibility tree, which has the field in their place. */
export function drawnFor(field: Element): string | undefined {
  let editor = parentElement(field);
  for (let level = 0; editor && level < MAX_LEVELS; level++, editor = parentElement(editor)) {
    const text = hiddenTextIn(editor, field);
    if (text !== undefined) return text;
  }
  return undefined;
}

function hiddenTextIn(editor: Element, field: Element): string | undefined {
  const { width } = getBoundingClientRect(editor);
  for (const drawing of elementQueryAll(editor, '[aria-hidden=true]')) {
    // Line numbers and marks at the side are narrow.
    if (contains(drawing, field) || getBoundingClientRect(drawing).width < width / 2) continue;
    if ((textContent(drawing) ?? '').trim() === '') continue;
    const lines = linesIn(drawing)
      .slice(0, MAX_LINES)
      .map((line) => ({ top: getBoundingClientRect(line).top, text: textContent(line) ?? '' }));
    // An editor that draws what is in view adds lines in any order.
    lines.sort((a, b) => a.top - b.top);
    return lines
      .map(({ text }) => text.replaceAll('\u00a0', ' ').trimEnd())
      .join('\n')
      .trimEnd();
  }
  return undefined;
}

/** The innermost boxes of which each is a line or more. */
function linesIn(element: Element): Element[] {
  const blocks = [...children(element)].filter((child) => getComputedStyle(child).display !== 'inline');
  return blocks.length === 0 ? [element] : blocks.flatMap(linesIn);
}
