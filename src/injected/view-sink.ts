/** The sink that makes the accessibility view: what is exposed, with what an agent is told about it. */
import type { Cut } from '../tree/node.js';
import type { Aria } from './aria/aria.js';
import { isBlank } from './aria/text.js';
import { clip } from './clip.js';
import type { ClosedShadow } from './closed-shadow.js';
import { isScrollable } from './dom/geometry.js';
import { hasAttribute, textContent } from './dom/intrinsics.js';
import type { DomRecord } from './dom/record.js';
import { isEditingHost, isInteractive } from './interactive.js';
import { shownRole } from './same-thing.js';
import { hasLooseSpaces, isIcon, lineBreak, textRun } from './text-run.js';
import { isTextRun, type ViewNode } from './view.js';
import type { Sink } from './walk.js';

/** Elements whose children are not their content: fallbacks, defaults, other documents. */
const OPAQUE = new Set(
  'iframe frame input textarea img embed audio video progress meter svg:title svg:desc svg:metadata svg:defs'.split(
    ' ',
  ),
);

/** What is inside of them is part of them. */
const CONTROLS = new Set(['button', 'input', 'option', 'select', 'textarea']);

/** One entered element. */
interface Level {
  tag: string;
  /** Where its children go: its own node, or the nearest one above when it has none. */
  into: ViewNode;
  own: ViewNode | undefined;
  /** It or something around it shows a pointer. */
  pointer: boolean;
  /** `white-space-collapse` of its text; looked up with the first one that it matters to. */
  spaces: string | undefined;
}

export interface ViewSink extends Sink {
  /** Set by the first element entered. */
  root(): ViewNode;
  /** Elements so far that will stay whatever the passes do. */
  readonly kept: number;
}

/** Parts of a sentence: what they say is in their text. */
const PHRASES = new Set(['emphasis', 'strong', 'time']);

const TABLE_PARTS = new Set(['row', 'cell', 'gridcell', 'columnheader', 'rowheader']);

const isNamedByAuthor = (element: Element): boolean =>
  hasAttribute(element, 'aria-label') ||
  hasAttribute(element, 'aria-labelledby') ||
  hasAttribute(element, 'title');

export function viewSink(aria: Aria, closedShadow: ClosedShadow, maxTextLength: number): ViewSink {
  const levels: Level[] = [];
  let root: ViewNode | undefined;
  let kept = 0;

  function nodeOf(element: Element, tag: string, pointerStarts: boolean): ViewNode {
    if (!pointerStarts && isBareBox(element, tag, aria) && element !== aria.activeElement)
      return boxNode(element);
    const role = shownRole(aria.roleOf(element));
    const fullName = aria.nameOf(element);
    const description = aria.descriptionOf(element);
    const focusable = aria.isFocusable(element);
    const used = isInteractive(element, role, tag, aria.hasGlobal(element));
    const interactive = pointerStarts || used;
    let states = aria.statesOf(element);
    // A role that takes text says so itself.
    if (
      interactive &&
      (tag === 'body' || aria.hasGlobal(element)) &&
      role !== 'textbox' &&
      role !== 'searchbox' &&
      isEditingHost(element, tag)
    )
      states = { ...states, editable: true };
    const generic = role === 'generic' || PHRASES.has(role);
    const plain =
      generic &&
      fullName === '' &&
      !interactive &&
      !focusable &&
      isEmpty(states) &&
      description === '' &&
      !isScrollable(element, aria.styleOf(element));
    if (!plain) kept++;
    return {
      element,
      role,
      name: clip(fullName, maxTextLength),
      fullName,
      description,
      echoes: TABLE_PARTS.has(role) && fullName !== '' && !isNamedByAuthor(element),
      states,
      focusable,
      interactive,
      standsIn: pointerStarts && !used && (tag === 'label' || tag.includes('-')),
      inline: generic && !aria.isBlock(element),
      drawing: tag === 'svg:svg',
      plain,
      bare: false,
      record: undefined,
      children: [],
    };
  }

  /** Every second element of most pages: nothing but layout can be said of it. */
  function boxNode(element: Element): ViewNode {
    const plain = !isScrollable(element, aria.styleOf(element));
    if (!plain) kept++;
    return {
      element,
      role: 'generic',
      name: '',
      fullName: '',
      description: '',
      echoes: false,
      states: {},
      focusable: false,
      interactive: false,
      standsIn: false,
      inline: !aria.isBlock(element),
      drawing: false,
      plain,
      bare: true,
      record: undefined,
      children: [],
    };
  }

  function pseudoText(element: Element, pseudo: '::before' | '::after', into: ViewNode): void {
    const text = aria.pseudoContent(element, pseudo);
    if (text !== '' && !isIcon(text)) into.children.push(textRun(text, spacesOf(aria, element)));
  }

  /** Returns whether what is inside is of interest. */
  function open(
    element: Element,
    tag: string,
    above: Level | undefined,
    record: DomRecord | undefined,
  ): boolean {
    // Inside of what has a pointer it is inherited, and inside of a control it means the control: no need to look.
    const inherited = above?.pointer ?? false;
    const pointer = inherited || CONTROLS.has(tag) || aria.styleOf(element).cursor === 'pointer';
    const node = nodeOf(element, tag, pointer && !inherited && above !== undefined);
    node.record = record;
    if (above) above.into.children.push(node);
    else root = node;
    levels.push({ tag, into: node, own: node, pointer, spaces: undefined });
    if (OPAQUE.has(tag)) return false;
    pseudoText(element, '::before', node);
    return true;
  }

  return {
    get kept() {
      return kept;
    },

    root() {
      if (!root) throw new Error('nothing was walked');
      return root;
    },

    enter(element, record) {
      const above = levels.at(-1);
      const tag = aria.tagOf(element);
      // What was asked for is shown, hidden or not.
      const hidden = above ? aria.hiddenOf(element) : null;
      if (!hidden || !above) {
        if (tag !== 'br' || !above) return open(element, tag, above, record);
        above.into.children.push(lineBreak());
      } else if (hidden === 'aria-hidden' && partsWords(element, above.into))
        above.into.children.push(lineBreak());
      // Inside of what is invisible or inert there may be something that is not: `visibility: visible`, a modal dialog.
      const inside = (hidden === 'invisible' || hidden === 'inert') && !OPAQUE.has(tag);
      const pointer = above.pointer || (inside && aria.styleOf(element).cursor === 'pointer');
      levels.push({ tag, into: above.into, own: undefined, pointer, spaces: undefined });
      return inside;
    },

    text(text, parent) {
      const level = levels.at(-1);
      if (!level) return;
      if (aria.isTextHidden(parent)) return;
      const shown = aria.textOf(text, parent);
      if (hasLooseSpaces(shown)) level.spaces ??= spacesOf(aria, parent);
      const run = textRun(shown, level.spaces ?? 'collapse');
      if (run.text === '' || (run.text === ' ' && isTrimmed(level.into))) return;
      level.into.children.push(run);
    },

    leave(element) {
      const level = levels.pop();
      if (!level?.own || OPAQUE.has(level.tag)) return;
      pseudoText(element, '::after', level.own);
      closedShadow.consider(element, level.tag, level.own.children.length === 0, aria);
    },

    cut(_element, cut) {
      const level = levels.at(-1);
      if (level) level.into.cut = addCut(level.into.cut, cut);
    },
  };
}

/** A `<div>` or `<span>` with no attribute that could give it a role, name, state or use. */
const isBareBox = (element: Element, tag: string, aria: Aria): boolean =>
  (tag === 'div' || tag === 'span') && aria.isPlain(element);

const spacesOf = (aria: Aria, element: Element): string => aria.styleOf(element).whiteSpaceCollapse;

/** A space here would be trimmed: most pages consist of such by a third. */
function isTrimmed(into: ViewNode): boolean {
  const last = into.children.at(-1);
  if (!last) return !into.inline;
  return isTextRun(last) ? last.text.endsWith(' ') && !last.preserved : !last.inline;
}

/** Between two words a person sees something here, a dot or a bar: without it they are still two. */
function partsWords(element: Element, into: ViewNode): boolean {
  const last = into.children.at(-1);
  if (!last || !(isTextRun(last) ? !last.text.endsWith(' ') : last.inline)) return false;
  return !isBlank(textContent(element));
}

function isEmpty(states: object): boolean {
  for (const _ in states) return false;
  return true;
}

/** Several elements without a node of their own may be cut inside the same node. */
function addCut(before: Cut | undefined, cut: Cut): Cut {
  if (before?.count === undefined || cut.count === undefined) return cut;
  return { reason: cut.reason, count: before.count + cut.count };
}
