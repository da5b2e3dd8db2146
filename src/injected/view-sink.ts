/** The sink that makes the accessibility view: what is exposed, with what an agent is told about it. */
import type { Cut } from '../tree/node.js';
import type { Aria } from './aria/aria.js';
import { clip } from './clip.js';
import type { ClosedShadow } from './closed-shadow.js';
import { isScrollable } from './dom/geometry.js';
import { nodeValue } from './dom/intrinsics.js';
import { isEditingHost, isInteractive } from './interactive.js';
import { shownRole } from './same-thing.js';
import { isIcon, lineBreak, textRun } from './text-run.js';
import type { ViewNode } from './view.js';
import type { Sink } from './walk.js';

/** Elements whose children are not their content: fallbacks, defaults, other documents. */
const OPAQUE = new Set(
  'iframe frame input textarea img embed audio video progress meter svg:title svg:desc svg:metadata svg:defs'.split(
    ' ',
  ),
);

const SPACES_ONLY = /^[ \t\n\r\f]*$/;

/** One entered element. */
interface Level {
  /** Where its children go: its own node, or the nearest one above when it has none. */
  into: ViewNode;
  own: ViewNode | null;
  pointer: boolean;
  /** Style of its text, looked up with the first one. */
  style: CSSStyleDeclaration | undefined;
}

export interface ViewSink extends Sink {
  /** Set by the first element entered. */
  root(): ViewNode;
  /** Elements so far that will stay whatever the passes do. */
  readonly kept: number;
}

export function viewSink(aria: Aria, closedShadow: ClosedShadow, maxTextLength: number): ViewSink {
  const levels: Level[] = [];
  let root: ViewNode | undefined;
  let kept = 0;

  function nodeOf(element: Element, pointerStarts: boolean): ViewNode {
    const role = shownRole(aria.roleOf(element));
    const generic = role === 'generic';
    const fullName = aria.nameOf(element);
    const focusable = aria.isFocusable(element);
    const interactive = pointerStarts || isInteractive(element, role);
    const states = aria.statesOf(element);
    // A role that takes text says so itself.
    if (interactive && role !== 'textbox' && role !== 'searchbox' && isEditingHost(element))
      states.editable = true;
    let plain = generic && fullName === '' && !interactive && !focusable;
    if (plain) for (const _ in states) plain = false;
    plain &&= aria.descriptionOf(element) === '' && !isScrollable(element, aria.styleOf(element));
    if (!plain) kept++;
    return {
      element,
      role,
      name: clip(fullName, maxTextLength),
      fullName,
      states,
      focusable,
      interactive,
      inline: generic && !aria.isBlock(element),
      plain,
      children: [],
    };
  }

  function pseudoText(element: Element, pseudo: '::before' | '::after', into: ViewNode): void {
    const text = aria.pseudoContent(element, pseudo);
    if (text !== '' && !isIcon(text)) into.children.push(textRun(text, aria.styleOf(element)));
  }

  return {
    get kept() {
      return kept;
    },

    root() {
      if (!root) throw new Error('nothing was walked');
      return root;
    },

    enter(element) {
      const above = levels.at(-1);
      const tag = aria.tagOf(element);
      if (!above) {
        root = nodeOf(element, false);
        levels.push({ into: root, own: root, pointer: hasPointer(aria, element), style: undefined });
        pseudoText(element, '::before', root);
        return !OPAQUE.has(tag);
      }

      const hidden = aria.hiddenOf(element);
      if (hidden === 'not-rendered' || hidden === 'aria-hidden') {
        levels.push(above);
        return false;
      }
      if (tag === 'br') {
        above.into.children.push(lineBreak());
        levels.push(above);
        return false;
      }
      const pointer = hasPointer(aria, element);
      // Inside of what is invisible or inert there may be something that is not: `visibility: visible`, a modal dialog.
      if (hidden) {
        levels.push({ into: above.into, own: null, pointer, style: undefined });
        return !OPAQUE.has(tag);
      }

      const node = nodeOf(element, pointer && !above.pointer);
      above.into.children.push(node);
      levels.push({ into: node, own: node, pointer, style: undefined });
      closedShadow.consider(element, aria);
      if (OPAQUE.has(tag)) return false;
      pseudoText(element, '::before', node);
      return true;
    },

    text(text, parent) {
      const level = levels.at(-1);
      if (!level) return;
      const raw = nodeValue(text) ?? '';
      if (raw === '' || aria.isTextHidden(parent)) return;
      level.style ??= aria.styleOf(parent);
      if (SPACES_ONLY.test(raw)) level.into.children.push(textRun(raw, level.style));
      else level.into.children.push(textRun(aria.textOf(text, parent), level.style));
    },

    leave(element) {
      const level = levels.pop();
      if (level?.own && level.own.element === element && !OPAQUE.has(aria.tagOf(element))) {
        pseudoText(element, '::after', level.own);
      }
    },

    cut(_element, cut) {
      const level = levels.at(-1);
      if (level) level.into.cut = addCut(level.into.cut, cut);
    },
  };
}

const hasPointer = (aria: Aria, element: Element): boolean => aria.styleOf(element).cursor === 'pointer';

/** Several elements without a node of their own may be cut inside the same node. */
function addCut(before: Cut | undefined, cut: Cut): Cut {
  if (before?.count === undefined || cut.count === undefined) return cut;
  return { reason: cut.reason, count: before.count + cut.count };
}
