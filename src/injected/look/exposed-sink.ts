/** The sink that builds the tree of what is exposed to accessibility, with what an agent is told about it. */
import type { Cut } from '../../tree/node.js';
import type { Aria } from '../aria/aria.js';
import { isNamedByAuthor } from '../aria/named-by-author.js';
import { Trait } from '../aria/tag.js';
import { isBlank } from '../aria/text.js';
import type { TextChild } from '../dom/composed.js';
import { isScrollable } from '../dom/geometry.js';
import { hasAttribute, textContent } from '../dom/intrinsics.js';
import type { ClosedShadow } from '../identity/closed-shadow.js';
import { shownRole } from '../identity/same-element.js';
import { clip } from './clip.js';
import type { DomRecord } from './dom-text/record.js';
import { append, type ExposedNode, hasStates, isTextRun, NO_CHILDREN } from './exposed-node.js';
import { iconOf } from './icon.js';
import { isEditingHost, isInteractive } from './interactive.js';
import { hasLooseSpaces, isIcon, lineBreak, textRun, withoutIcons } from './text-run.js';
import type { Sink } from './walk.js';

/** An element that has been entered. */
interface Level {
  traits: number;
  /** Where its children go: its own node, or the nearest one above if it has none. */
  into: ExposedNode;
  own: ExposedNode | undefined;
  /** It or an ancestor has the pointer cursor. */
  pointer: boolean;
  /** `white-space-collapse` of its text; read for the first text that it affects. */
  spaces: string | undefined;
}

/** Parts of a sentence: their text says everything. */
const PHRASES = new Set(['emphasis', 'strong', 'time']);

const NO_STATES = {};

/** Their icons are next to them. */
const FIELDS = new Set(['input', 'textarea', 'select']);

const TABLE_PARTS = new Set(['row', 'cell', 'gridcell', 'columnheader', 'rowheader']);

const isTableByAuthor = (element: Element): boolean =>
  hasAttribute(element, 'role') || hasAttribute(element, 'summary');

/** Characters: a longer text could tell a reader what to do. */
const LABEL = 20;

export class ExposedSink implements Sink {
  readonly #aria: Aria;
  readonly #closedShadow: ClosedShadow;
  readonly #maxTextLength: number;
  readonly #levels: Level[] = [];
  #root: ExposedNode | undefined;
  #kept = 0;

  constructor(aria: Aria, closedShadow: ClosedShadow, maxTextLength: number) {
    this.#aria = aria;
    this.#closedShadow = closedShadow;
    this.#maxTextLength = maxTextLength;
  }

  /** Elements so far that will stay, whatever the passes do. */
  get kept(): number {
    return this.#kept;
  }

  /** The node of the first element entered. */
  get root(): ExposedNode {
    if (!this.#root) throw new Error('nothing was walked');
    return this.#root;
  }

  #nodeOf(element: Element, tag: string, traits: number, pointerStarts: boolean): ExposedNode {
    const aria = this.#aria;
    if (!pointerStarts && isBareBox(element, tag, aria) && element !== aria.activeElement)
      return this.#boxNode(element);
    const role = shownRole(aria.roleOf(element));
    const fullName = aria.nameOf(element);
    const description = aria.descriptionOf(element);
    const focusable = aria.isFocusable(element);
    const used = isInteractive(element, role, tag, aria.hasGlobal(element));
    const interactive = pointerStarts || used;
    let states = aria.statesOf(element);
    // A role that takes text already says so.
    if (
      interactive &&
      (tag === 'body' || aria.hasGlobal(element)) &&
      role !== 'textbox' &&
      role !== 'searchbox' &&
      isEditingHost(element, tag)
    )
      states = { ...states, editable: true };
    const name = withoutIcons(fullName);
    const icon = interactive && name === '' && !FIELDS.has(tag) ? iconOf(element) : undefined;
    if (icon !== undefined) states = { ...states, icon };
    const generic = role === 'generic' || PHRASES.has(role);
    const plain =
      generic &&
      fullName === '' &&
      !interactive &&
      !focusable &&
      !hasStates({ states }) &&
      description === '' &&
      !isScrollable(element, aria);
    if (!plain) this.#kept++;
    return {
      element,
      role,
      name: clip(name, this.#maxTextLength),
      fullName,
      description,
      echoes: fullName !== '' && TABLE_PARTS.has(role) && !isNamedByAuthor(element, aria),
      states,
      focusable,
      interactive,
      wrapsControl: pointerStarts && !used && (tag === 'label' || (traits & Trait.custom) !== 0),
      mayLayOut: tag === 'table' && role === 'table' && fullName === '' && !isTableByAuthor(element),
      inline: generic && !aria.isBlock(element),
      drawing: tag === 'svg:svg',
      plain,
      unseen: undefined,
      showsName: false,
      bare: false,
      record: undefined,
      children: NO_CHILDREN,
    };
  }

  /** Every second element of most pages: it has layout and nothing else. */
  #boxNode(element: Element): ExposedNode {
    const aria = this.#aria;
    const plain = !isScrollable(element, aria);
    if (!plain) this.#kept++;
    return {
      element,
      role: 'generic',
      name: '',
      fullName: '',
      description: '',
      echoes: false,
      states: NO_STATES,
      focusable: false,
      interactive: false,
      wrapsControl: false,
      mayLayOut: false,
      inline: !aria.isBlock(element),
      drawing: false,
      plain,
      unseen: undefined,
      showsName: false,
      bare: true,
      record: undefined,
      children: NO_CHILDREN,
    };
  }

  #pseudoText(element: Element, pseudo: '::before' | '::after', into: ExposedNode): void {
    const text = this.#aria.pseudoContent(element, pseudo);
    if (text === '' || isIcon(text)) return;
    this.#look(into, element, text);
    into.children = append(into.children, textRun(text, this.#aria.spacesOf(element)));
  }

  /** Text that can't be seen stays in an element of its own, and so does text that can be seen inside of such. */
  #look(node: ExposedNode, element: Element, text: string): void {
    const why = this.#aria.unseenText(element, text, node.interactive);
    // A word or two for screen readers in a control is in its name: `button "Close"` behind a drawn cross.
    if (why === 'clipped' && text.length < LABEL && this.#levels.some(({ own }) => own?.interactive)) return;
    if (why) node.unseen = why;
    else if (this.#levels[this.#levels.length - 2]?.own?.unseen === undefined) return;
    if (node.plain) this.#kept++;
    node.plain = false;
  }

  /** Whether the content is of interest. */
  #open(
    element: Element,
    tag: string,
    traits: number,
    above: Level | undefined,
    record: DomRecord | undefined,
  ): boolean {
    // The pointer cursor is inherited, and on a control or link it is expected: no need to check inside these.
    const inherited = above?.pointer ?? false;
    const pointer =
      inherited ||
      (traits & Trait.control) !== 0 ||
      (tag === 'a' && hasAttribute(element, 'href')) ||
      this.#aria.startsPointer(element);
    const node = this.#nodeOf(element, tag, traits, pointer && !inherited && above !== undefined);
    node.record = record;
    if (above) above.into.children = append(above.into.children, node);
    else this.#root = node;
    this.#levels.push({ traits, into: node, own: node, pointer, spaces: undefined });
    if ((traits & Trait.opaque) !== 0) return false;
    this.#pseudoText(element, '::before', node);
    return true;
  }

  enter(element: Element, record: DomRecord | undefined): boolean {
    const levels = this.#levels;
    const aria = this.#aria;
    const above = levels[levels.length - 1];
    const tag = aria.tagOf(element);
    const traits = aria.traitsOf(element);
    // The requested element is shown even if it is hidden.
    const hidden = above ? aria.hiddenOf(element) : null;
    if (!hidden || !above) {
      if (tag !== 'br' || !above) return this.#open(element, tag, traits, above, record);
      above.into.children = append(above.into.children, lineBreak());
    } else if (hidden === 'aria-hidden' && partsWords(element, above.into))
      above.into.children = append(above.into.children, lineBreak());
    // Content of an invisible or inert element may not be: `visibility: visible`, a modal dialog.
    const inside = (hidden === 'invisible' || hidden === 'inert') && (traits & Trait.opaque) === 0;
    const pointer = above.pointer || (inside && aria.startsPointer(element));
    levels.push({ traits, into: above.into, own: undefined, pointer, spaces: undefined });
    return inside;
  }

  text(text: TextChild, parent: Element): void {
    const level = this.#levels[this.#levels.length - 1];
    const aria = this.#aria;
    if (!level || aria.isTextHidden(parent)) return;
    const shown = aria.textOf(text, parent);
    if (hasLooseSpaces(shown)) level.spaces ??= aria.spacesOf(parent);
    const run = textRun(shown, level.spaces ?? 'collapse');
    if (run.text === '' || (run.text === ' ' && isTrimmed(level.into))) return;
    if (run.text !== ' ') this.#look(level.into, parent, run.text);
    level.into.children = append(level.into.children, run);
  }

  leave(element: Element): void {
    const level = this.#levels.pop();
    if (!level?.own || (level.traits & Trait.opaque) !== 0) return;
    this.#pseudoText(element, '::after', level.own);
    this.#closedShadow.consider(element, level.traits, level.own.children.length === 0, this.#aria);
  }

  cut(_element: Element, cut: Cut): void {
    const level = this.#levels.at(-1);
    if (level) level.into.cut = addCut(level.into.cut, cut);
  }
}

/** A `<div>` or `<span>` with no attribute that could give it a role, name, state or interaction. */
const isBareBox = (element: Element, tag: string, aria: Aria): boolean =>
  (tag === 'div' || tag === 'span') && aria.isPlain(element);

/** A space here would be trimmed: a third of the nodes of most pages are such spaces. */
function isTrimmed(into: ExposedNode): boolean {
  const last = into.children[into.children.length - 1];
  if (!last) return !into.inline;
  return isTextRun(last) ? last.text.endsWith(' ') && !last.preserved : !last.inline;
}

/** A hidden separator, such as a dot or a bar, still separates two words. */
function partsWords(element: Element, into: ExposedNode): boolean {
  const last = into.children.at(-1);
  if (!last || !(isTextRun(last) ? !last.text.endsWith(' ') : last.inline)) return false;
  return !isBlank(textContent(element));
}

/** Several elements without a node of their own may be cut inside the same node. */
function addCut(before: Cut | undefined, cut: Cut): Cut {
  if (before?.count === undefined || cut.count === undefined) return cut;
  return { reason: cut.reason, count: before.count + cut.count };
}
