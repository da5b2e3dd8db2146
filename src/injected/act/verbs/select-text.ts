/**
 * Selects text in an element: all of it, a part by its words, or a part by offsets. Text that a person could mark with
 * the mouse is located here and marked by real input; fields and links are selected by script.
 */
import type { Place, RequestOf } from '../../../wire/api.js';
import { selectContents, selectedText, selectRange, setSelection } from '../../dom/effects.js';
import { closest, firstChild, isElement, isText, nextSibling, nodeValue } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';
import { align } from '../ready/bring-into-view.js';
import { type Editable, editableOf } from '../ready/condition.js';
import { selectAll, textOf } from './field-text.js';
import { takeFocus } from './take-focus.js';

type Part = RequestOf<'selectText'>['part'];
type Span = { start: number; end: number; count: number };

export const selectText: Handler<'selectText'> = (acting, request) =>
  acting.onceReady(request, ['visible'], (element) => {
    const { part } = request;
    const editable = editableOf(element);
    if (editable && editable.kind !== 'select') {
      const refused = takeFocus(element);
      if (refused) return refused;
    }
    if (!part) {
      if (editable && editable.kind !== 'select') selectAll(editable);
      else selectContents(element);
      return { how: 'script' as const };
    }
    const isField = editable?.kind === 'input' || editable?.kind === 'textarea';
    const nodes = isField ? [] : textNodesIn(element);
    const text = isField ? textOf(editable) : nodes.map((node) => nodeValue(node) ?? '').join('');
    const span = spanOf(text, part);
    if (!span)
      return {
        code: 'bad-argument' as const,
        message: `It holds no such text: ${described(part)} of ${text.length} characters`,
        hint: 'Take a snapshot, and give text as it is there.',
      };
    const many = span.count > 1 ? { count: span.count } : {};
    if (isField) {
      selectInField(editable, span);
      return { how: 'script' as const, ...many };
    }
    const range = rangeOf(nodes, span);
    if (
      request.byScript ||
      closest(element, 'a[href], [draggable=true], button') ||
      !range.getClientRects()[0]
    ) {
      selectRange(range);
      return { how: 'script' as const, ...many };
    }
    align(element, { down: 'nearest', across: 'nearest' });
    return { how: 'mouse' as const, ...endsOf(range), text: range.toString(), ...many };
  });

export const selection: Handler<'selection'> = () => ({ text: selectedText() });

function described(part: NonNullable<Part>): string {
  return 'text' in part ? JSON.stringify(part.text.slice(0, 80)) : `characters ${part.start} to ${part.end}`;
}

/** Words may be in several elements, with any white space between them. */
function spanOf(text: string, part: NonNullable<Part>): Span | undefined {
  if (!('text' in part)) {
    const { start, end } = part;
    return start >= 0 && start < end && end <= text.length ? { start, end, count: 1 } : undefined;
  }
  const words = part.text.trim().split(/\s+/);
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s*');
  if (pattern === '') return undefined;
  const found = [...text.matchAll(new RegExp(pattern, 'g'))];
  const [first] = found;
  return first && { start: first.index, end: first.index + first[0].length, count: found.length };
}

function selectInField(editable: Editable, { start, end }: Span): void {
  if (editable.kind === 'input' || editable.kind === 'textarea') setSelection(editable.element, start, end);
}

function textNodesIn(element: Element): Text[] {
  const found: Text[] = [];
  for (let child = firstChild(element); child; child = nextSibling(child)) {
    if (isText(child)) found.push(child);
    else if (isElement(child)) found.push(...textNodesIn(child));
  }
  return found;
}

function rangeOf(nodes: readonly Text[], { start, end }: Span): Range {
  const range = new Range();
  let before = 0;
  for (const node of nodes) {
    const length = nodeValue(node)?.length ?? 0;
    if (start >= before && start < before + length) range.setStart(node, start - before);
    if (end > before && end <= before + length) range.setEnd(node, end - before);
    before += length;
  }
  return range;
}

/** Inside the first and the last character, so that the nearer edge is the one that is meant. */
function endsOf(range: Range): { from: Place; to: Place } {
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [first = range.getBoundingClientRect()] = rects;
  const last = rects.at(-1) ?? first;
  return {
    from: { x: Math.ceil(first.left), y: Math.round(first.top + first.height / 2) },
    to: { x: Math.floor(last.right), y: Math.round(last.top + last.height / 2) },
  };
}
