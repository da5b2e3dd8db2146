/** The sink that builds the accessibility tree, with everything that an agent is shown of it. */
import type { Cut, States } from '../../tree/node.js';
import { INTERACTIVE_ROLES, RANGE_ROLES } from '../../tree/roles.js';
import type { Aria, Unseen } from '../aria/aria.js';
import { isNamedByAuthor } from '../aria/names/named-by-author.js';
import { Trait } from '../aria/tag.js';
import { isBlank } from '../aria/text.js';
import type { TextChild } from '../dom/composed.js';
import { isScrollable } from '../dom/geometry.js';
import { firstElementChild, hasAttribute, textContent } from '../dom/intrinsics.js';
import type { ClosedShadow } from '../identity/closed-shadow.js';
import { shownRole } from '../identity/same-element.js';
import { clip } from './clip.js';
import { differencesOf } from './differences.js';
import type { DomRecord } from './dom-text/record.js';
import {
  append,
  type ExposedChild,
  type ExposedNode,
  hasStates,
  isTextRun,
  NO_CHILDREN,
} from './exposed-node.js';
import { classIcon, glyphIcon, iconBeside, iconOf } from './icon.js';
import { isEditingHost, isInteractive } from './interactive.js';
import { boxedWords, colorWithin, isOutlined, paintedLeaf, saysNothing } from './paint.js';
import { describeShapes, isShape } from './shape.js';
import { blankIcons, hasLooseSpaces, iconIn, isIcon, lineBreak, textRun, withoutIcons } from './text-run.js';
import type { Sink } from './walk.js';

/** An element that has been entered. */
interface Level {
  traits: number;
  /** Where its children go: its own node, or the nearest one above if it has none. */
  into: ExposedNode;
  own: ExposedNode | undefined;
  /** It or an ancestor has the pointer cursor. */
  pointer: boolean;
  /** The cursor of it or an ancestor that says it can be dragged. */
  grip: string;
  /** It or an ancestor is a control: pictures in it are part of it. */
  control: boolean;
  /** The shapes of the SVG that it is or is in. */
  shapes: ExposedNode[] | undefined;
  /** What a character of an icon font in it shows, unless an element in it says so. */
  glyph: string | undefined;
  /** `white-space-collapse` of its text; read for the first text that it affects. */
  spaces: string | undefined;
  /** Characters of the short texts in the block that it is. */
  words: number;
  /** Those of them that were not looked at. */
  brief: { node: ExposedNode; element: Element }[] | undefined;
}

/** Parts of a sentence: their text says everything. */
const PHRASES = new Set(['emphasis', 'strong', 'time']);

const NO_STATES = {};

/** Their icons are next to them. */
const FIELDS = new Set(['input', 'textarea', 'select']);

/** What they show is part of them, or of their value. */
const PICTURED: ReadonlySet<string> = new Set([...INTERACTIVE_ROLES, ...RANGE_ROLES]);

const CELLS = new Set(['cell', 'gridcell']);

const TABLE_PARTS = new Set(['row', 'cell', 'gridcell', 'columnheader', 'rowheader']);

const isTableByAuthor = (element: Element): boolean =>
  hasAttribute(element, 'role') || hasAttribute(element, 'summary');

/** See `Patience`. */
const MOST_GENERATED = 500;

/** Characters: a longer text could tell a reader what to do. */
const LABEL = 20;
/** Characters: less is no word. */
const WORD = 3;

export class ExposedSink implements Sink {
  readonly #aria: Aria;
  readonly #closedShadow: ClosedShadow;
  readonly #maxTextLength: number;
  readonly #levels: Level[] = [];
  /** Texts and frames that can be seen, unless something lies on them. */
  readonly #uncovered = new Map<Element, ExposedNode>();
  readonly #patience = { left: MOST_GENERATED };
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
    const name = isBlankName(fullName) ? '' : withoutIcons(fullName);
    const mayBeIcon = (interactive || focusable) && name === '' && !FIELDS.has(tag);
    const icon = mayBeIcon
      ? iconOf(element, aria, this.#patience)
      : role === 'menuitem'
        ? iconBeside(element, name)
        : undefined;
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
      outlined: false,
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
      outlined: false,
      drawing: false,
      plain,
      unseen: undefined,
      showsName: false,
      bare: true,
      record: undefined,
      children: NO_CHILDREN,
    };
  }

  #pseudoText(element: Element, pseudo: '::before' | '::after', level: Level): void {
    const text = this.#aria.pseudoContent(element, pseudo);
    if (text === '') return;
    const shown = withoutGlyphs(text, element, level);
    if (isIcon(text)) return;
    this.#look(level.into, element, text);
    level.into.children = append(level.into.children, textRun(shown, this.#aria.spacesOf(element)));
  }

  /** Text that can't be seen stays in an element of its own, and so does text that can be seen inside of such. */
  #look(node: ExposedNode, element: Element, text: string): void {
    const why =
      this.#aria.unseenText(element, text.length, node.interactive) ??
      this.#lookTogether(node, element, text);
    if (!why && text.length >= WORD) this.#uncovered.set(element, node);
    // A word or two for screen readers in a control is in its name: `button "Close"` behind a drawn cross.
    if (why === 'clipped' && text.length < LABEL && this.#levels.some(({ own }) => own?.interactive)) return;
    if (why) node.unseen = why;
    else if (this.#levels[this.#levels.length - 2]?.own?.unseen === undefined) return;
    if (node.plain) this.#kept++;
    node.plain = false;
  }

  /** Short texts in one block are one text: words that are hidden one by one. */
  #lookTogether(node: ExposedNode, element: Element, text: string): Unseen | undefined {
    if (text.length >= WORD || node.interactive) return undefined;
    const block = this.#levels.findLast(({ own }) => own && !own.inline);
    if (!block) return undefined;
    block.words += text.length;
    if (block.words < WORD) {
      block.brief ??= [];
      block.brief.push({ node, element });
      return undefined;
    }
    for (const each of block.brief ?? []) {
      const why = this.#aria.unseenInk(each.element);
      if (!why) continue;
      each.node.unseen ??= why;
      this.#keep(each.node, NO_STATES);
    }
    block.brief = undefined;
    return this.#aria.unseenInk(element);
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
    const inheritedGrip = above?.grip ?? '';
    const grip = (!pointer && this.#aria.gripOf(element)) || inheritedGrip;
    if (grip !== inheritedGrip && above && !node.interactive) this.#keep(node, { cursor: grip });
    const control = above?.control || PICTURED.has(node.role) || tag === 'label';
    const shapes = above?.shapes ?? (tag === 'svg:svg' && !control ? [] : undefined);
    if (shapes && !control && isShape(tag)) shapes.push(node);
    const level: Level = {
      traits,
      into: node,
      own: node,
      pointer,
      grip,
      control,
      shapes,
      glyph: undefined,
      spaces: undefined,
      words: 0,
      brief: undefined,
    };
    this.#levels.push(level);
    if (node.role === 'iframe') this.#uncovered.set(element, node);
    if ((traits & Trait.opaque) !== 0) return false;
    this.#pseudoText(element, '::before', level);
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
    if (hidden !== 'not-rendered' && hidden !== 'invisible') aria.meet(element);
    if (!hidden || !above) {
      if (tag !== 'br' || !above) return this.#open(element, tag, traits, above, record);
      above.into.children = append(above.into.children, lineBreak());
    } else if (hidden === 'aria-hidden' && partsWords(element, above.into))
      above.into.children = append(above.into.children, lineBreak());
    // Content of an invisible or inert element may not be: `visibility: visible`, a modal dialog.
    const inside = (hidden === 'invisible' || hidden === 'inert') && (traits & Trait.opaque) === 0;
    const pointer = above.pointer || (inside && aria.startsPointer(element));
    const { into, grip, control, shapes } = above;
    levels.push({
      traits,
      into,
      own: undefined,
      pointer,
      grip,
      control,
      shapes,
      glyph: undefined,
      spaces: undefined,
      words: 0,
      brief: undefined,
    });
    return inside;
  }

  text(text: TextChild, parent: Element): void {
    const level = this.#levels[this.#levels.length - 1];
    const aria = this.#aria;
    // A person sees what is drawn in place of it.
    if (!level || aria.isTextHidden(parent) || aria.tagOf(parent) === 'canvas') return;
    const written = aria.textOf(text, parent);
    const shown = withoutGlyphs(written, parent, level);
    if (hasLooseSpaces(shown)) level.spaces ??= aria.spacesOf(parent);
    const run = textRun(shown, level.spaces ?? 'collapse');
    if (run.text === '' || (run.text === ' ' && (isTrimmed(level.into) || isLeadingGlyph(level)))) return;
    if (run.text !== ' ') this.#look(level.into, parent, run.text);
    level.into.children = append(level.into.children, run);
  }

  leave(element: Element): void {
    const level = this.#levels.pop();
    if (!level?.own || (level.traits & Trait.opaque) !== 0) return;
    this.#pseudoText(element, '::after', level);
    const above = this.#levels[this.#levels.length - 1];
    this.#picture(level.own, level, above);
    if (above && level.glyph !== undefined) this.#tellGlyph(level.own, level.glyph, above);
    for (const [each, states] of differencesOf(level.own, this.#aria)) this.#keep(each, states);
    if (!level.control)
      for (const word of boxedWords(level.own, this.#aria, this.#patience)) this.#keep(word, NO_STATES);
    this.#closedShadow.consider(element, level.traits, level.own.children.length === 0, this.#aria);
    if (!above) this.#markCovered();
  }

  #markCovered(): void {
    for (const [element, why] of this.#aria.coveredTexts()) {
      const node = this.#uncovered.get(element);
      if (!node) continue;
      node.unseen = why;
      this.#keep(node, NO_STATES);
    }
  }

  /** What is seen of an element without words. */
  #picture(node: ExposedNode, { traits, control, shapes }: Level, above: Level | undefined): void {
    const aria = this.#aria;
    const { element, plain } = node;
    if (node.drawing && shapes && !above?.shapes) {
      if (describeShapes(element, shapes, aria))
        this.#keep(node, { picture: pictureSize(aria.boxOf(element)) });
    } else if ((traits & Trait.drawn) !== 0 || node.name !== '' || !above) return;
    else if (plain) {
      if (control || node.cut || !holdsPicturesOnly(node.children, aria)) return;
      const box = paintedLeaf(element, aria, this.#patience);
      // A piece on a board: its picture has no alternative text.
      const piece = box && node.children.length > 0 ? iconOf(element, aria, this.#patience) : undefined;
      const states = piece === undefined ? box : { ...box, icon: piece };
      const isSaid = states?.icon !== undefined && above.own?.states.icon === states.icon;
      if (states && !isSaid) this.#keep(node, states);
    } else if ((node.interactive || node.focusable || CELLS.has(node.role)) && saysNothing(node.children))
      this.#patch(node);
  }

  /** If it is all that is there; else it may be all that the control around it shows. */
  #tellGlyph(node: ExposedNode, glyph: string, above: Level): void {
    const { name, states, children } = node;
    if (states.icon !== undefined || above.own?.states.icon === glyph) return;
    if (above.control || name !== '' || !saysNothing(children)) above.glyph ??= glyph;
    else this.#keep(node, { icon: glyph });
  }

  /** With what it says. */
  #keep(node: ExposedNode, states: States): void {
    node.states = { ...node.states, ...states };
    if (node.plain) this.#kept++;
    node.plain = false;
  }

  /** A control or cell in which nothing is said. */
  #patch(node: ExposedNode): void {
    const aria = this.#aria;
    const { element, states } = node;
    if (aria.tagOf(element) === 'canvas') {
      this.#keep(node, { picture: pictureSize(aria.boxOf(element)) });
      return;
    }
    // Icons of a cell are often hidden from accessibility, and a person sees them all the same.
    const hasHidden = !node.interactive && node.children.length === 0 && firstElementChild(element) !== null;
    const drawn = states.icon ?? (hasHidden ? iconOf(element, aria, this.#patience) : undefined);
    const color = drawn === undefined ? colorWithin(node, aria) : undefined;
    const icon = drawn ?? (color === undefined ? classIcon(element, aria) : undefined);
    if (color !== undefined) this.#keep(node, { color });
    else if (icon !== undefined) this.#keep(node, { icon });
    node.outlined = !node.interactive && isOutlined(element, aria);
  }

  cut(_element: Element, cut: Cut): void {
    const level = this.#levels.at(-1);
    if (level) level.into.cut = addCut(level.into.cut, cut);
  }
}

/** Without alternative text. */
function holdsPicturesOnly(children: readonly ExposedChild[], aria: Aria): boolean {
  // By index and without closures: this runs for every wrapper.
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as ExposedChild; // within the length
    if (isTextRun(child) || !child.plain || aria.tagOf(child.element) !== 'img') return false;
  }
  return true;
}

/** A no-break space, as in the empty cells of a calendar. */
const isBlankName = (name: string): boolean => name.charCodeAt(0) === 0xa0 && name.trim() === '';

/** Characters of icon fonts are left out; the level gets what they show. */
function withoutGlyphs(text: string, element: Element, level: Level): string {
  const glyph = iconIn(text);
  if (glyph === undefined) return text;
  level.glyph ??= glyphIcon(element, glyph);
  return blankIcons(text);
}

/** Nothing is in it so far but a character of an icon font. */
const isLeadingGlyph = ({ glyph, into }: Level): boolean => glyph !== undefined && into.children.length === 0;

const pictureSize = ({ width, height }: DOMRect): string =>
  `${Math.round(width)}x${Math.round(height)}, take a screenshot to see it`;

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
