/** Numbers the pruned tree in document order, root first, and writes it as rows. */

import type { Cut } from '../../tree/node.js';
import { INTERACTIVE_ROLES } from '../../tree/roles.js';
import {
  type CaptureRequest,
  WIRE_FLAGS,
  type WireElement,
  type WireMore,
  type WireRow,
} from '../../wire/rows.js';
import type { Aria, Unseen } from '../aria/aria.js';
import { isMeantToBeUnseen } from '../aria/unseen/meant-to-be-unseen.js';
import type { Anchors } from '../dom/anchors.js';
import { frameUrlOf, holdsFrame, isCrossOrigin } from '../dom/frame-element.js';
import { boxOf } from '../dom/geometry.js';
import { getAttribute } from '../dom/intrinsics.js';
import type { Paths } from '../dom/path.js';
import type { Identities } from '../identity/identity.js';
import { nameKey } from '../identity/name-key.js';
import type { Registry } from '../identity/registry.js';
import type { Thing, Things, Told } from '../identity/thing.js';
import { comparable, type Words } from '../identity/words.js';
import { clip } from './clip.js';
import { placeholderOf, urlOf } from './details.js';
import { type ExposedChild, type ExposedNode, hasStates, isTextRun } from './exposed-node.js';
import { withoutIcons } from './text-run.js';

/** Characters. */
const MAX_TEST_ID = 200;

export interface EmitContext {
  request: CaptureRequest;
  aria: Aria;
  registry: Registry;
  identities: Identities;
  things: Things;
  anchors: Anchors;
  paths: Paths;
  /** The rows are the whole frame: only then is a role and name known to be unique. */
  whole: boolean;
}

export interface Emitted {
  rows: WireRow[];
  frames: number[];
  truncated: boolean;
  /** Keeps what comparison needs of all that was shown. It takes a third of the time, and no row depends on it. */
  keep(): void;
}

interface Level {
  node: ExposedNode;
  number: number;
  row: WireElement;
  next: number;
  /** The row's index. */
  at: number;
  inside: Inside;
}

/** What is known of an element's content when it is closed. */
interface Inside {
  /** Something is visible. */
  shows: boolean;
  /** Some text, control or picture can be seen. */
  seen: boolean;
  /** Why the first that can't be seen can't. */
  unseen: Unseen | undefined;
}

const NOTHING: Inside = { shows: false, seen: false, unseen: undefined };

export function emit(root: ExposedNode, context: EmitContext): Emitted {
  return new Emitter(root, context).run();
}

class Emitter {
  readonly #root: ExposedNode;
  readonly #context: EmitContext;
  readonly #rows: WireRow[] = [];
  readonly #frames: number[] = [];
  readonly #stack: Level[] = [];
  readonly #shown: [number, ExposedNode][] = [];
  /** Why an element can't be seen with all that is in it, by the index of its row. */
  readonly #unseen = new Map<number, Unseen>();
  /** Why its own text can't be seen, where something else in it can. */
  readonly #unseenText = new Map<number, Unseen>();
  #elements = 0;
  #truncated = false;

  constructor(root: ExposedNode, context: EmitContext) {
    this.#root = root;
    this.#context = context;
  }

  run(): Emitted {
    const { maxNodes, maxTextLength } = this.#context.request;
    this.#open(this.#root, undefined);
    for (let level = this.#stack[0]; level; level = this.#stack[this.#stack.length - 1]) {
      const child = level.node.children[level.next];
      if (child === undefined) {
        this.#close(level);
      } else if (isTextRun(child)) {
        level.next++;
        this.#rows.push([this.#stack.length, clip(child.text, maxTextLength)]);
        if (child.text.length > maxTextLength) this.#markCut(level.row, { reason: 'text' });
      } else if (this.#elements >= maxNodes) {
        const count = countElements(level.node.children, level.next) + (level.node.cut?.count ?? 0);
        this.#markCut(level.row, { reason: 'nodes', count });
        this.#close(level);
      } else {
        level.next++;
        this.#open(child, level.number);
      }
    }
    this.#markUnseen();
    return {
      rows: this.#rows,
      frames: this.#frames,
      truncated: this.#truncated,
      keep: () => this.#keep(),
    };
  }

  #keep(): void {
    const { aria, registry, identities, things, whole } = this.#context;
    const unique = whole ? countNames(this.#root) : undefined;
    const seen: Thing[] = [];
    for (const [number, node] of this.#shown) {
      const { element, role, interactive, focusable } = node;
      const isUnique = unique?.get(role)?.get(nameKey(node.fullName)) === 1;
      registry.identify(number, interactive || focusable ? identities.of(element, isUnique) : undefined);
      seen.push(things.of(element, toldOf(node)));
    }
    // Every item has been read.
    markAlike(things.items, aria);
    for (const [at, thing] of seen.entries()) registry.see(this.#shown[at]?.[0] ?? 0, thing);
  }

  #open(node: ExposedNode, parent: number | undefined): void {
    const { aria, request } = this.#context;
    const depth = this.#stack.length;
    const tag = aria.tagOf(node.element);
    const number = this.#number(node, parent);
    const isFrame = holdsFrame(node.element, tag);
    const flags = flagsOf(node, aria) | (isFrame ? WIRE_FLAGS.frame : 0);
    const row: WireElement = [depth, number, tag, node.role, node.name, flags];
    const at = this.#rows.push(row) - 1;
    this.#elements++;
    if (isFrame) this.#frames.push(number);
    const text = onlyTextOf(node);
    this.#addMore(row, node, tag, text);
    const hasRowsBelow = text === undefined && node.children.length > 0;
    const below = hasRowsBelow && depth + 1 > request.maxDepth ? countElements(node.children) : 0;
    if (below > 0) this.#markCut(row, { reason: 'depth', count: below });
    if (hasRowsBelow && below === 0)
      this.#stack.push({ node, number, row, at, next: 0, inside: { ...NOTHING } });
    else this.#judge(node, row, at, NOTHING);
  }

  #number(node: ExposedNode, parent: number | undefined): number {
    const { element, role, fullName } = node;
    const number = this.#context.registry.show(element, role, nameKey(fullName), parent);
    this.#shown.push([number, node]);
    if (node.record) node.record.number = number;
    return number;
  }

  /** The last part of a row, and its marks. */
  #addMore(row: WireElement, node: ExposedNode, tag: string, text: string | undefined): void {
    const { maxTextLength } = this.#context.request;
    let more = moreOf(node, tag, this.#context);
    if (text !== undefined) {
      // The text of an editable element is already its value; a clipped text may equal the clipped name.
      const shown = clip(text, maxTextLength);
      if (shown !== more?.value && (shown === text || shown !== node.name)) {
        more ??= {};
        more.text = shown;
      }
    }
    if (more) row[6] = more;
    if (isClipped(node, text, more, maxTextLength)) this.#markCut(row, { reason: 'text' });
    if (node.cut) this.#markCut(row, node.cut);
  }

  /** Called after its content. */
  #close({ node, row, at, inside }: Level): void {
    this.#stack.pop();
    this.#judge(node, row, at, inside);
  }

  /** Whether an element is visible, and what it adds to what can and can't be seen of the one around it. */
  #judge(node: ExposedNode, row: WireElement, at: number, inside: Inside): void {
    const { aria } = this.#context;
    const rendered = inside.shows || isSeenByText(node, aria) || isVisible(node, aria);
    const own = sightOf(node, rendered, aria);
    const visible = rendered && own !== 'meant';
    const seen = inside.seen || own === 'seen';
    const unseen = inside.seen || own === 'seen' || own === 'meant' ? undefined : (own ?? inside.unseen);
    if (unseen) this.#unseen.set(at, unseen);
    else if (node.unseen && own === node.unseen && !node.interactive && !node.focusable)
      this.#unseenText.set(at, own);
    if (visible && !unseen) row[5] |= WIRE_FLAGS.visible;
    if (node.record && (unseen || !visible)) node.record.sight = unseen ? 'unseen' : 'nothing';
    const above = this.#stack[this.#stack.length - 1]?.inside;
    if (!above) return;
    above.shows ||= visible && !unseen;
    above.seen ||= seen;
    above.unseen ??= unseen;
  }

  /** The outermost element of what can't be seen says so, for all that is in it. */
  #markUnseen(): void {
    let inside = Number.POSITIVE_INFINITY;
    if (this.#unseen.size + this.#unseenText.size === 0) return;
    for (const [at, row] of this.#rows.entries()) {
      if (row[0] > inside) {
        if (isElementRow(row)) row[5] &= ~WIRE_FLAGS.visible;
        continue;
      }
      inside = Number.POSITIVE_INFINITY;
      // If the whole page is invisible, its parts are marked one by one.
      const whole = at === 0 && !this.#context.request.target ? undefined : this.#unseen.get(at);
      const unseen = whole ?? this.#unseenText.get(at);
      if (!unseen || !isElementRow(row)) continue;
      if (whole) inside = row[0];
      const more = row[6] ?? {};
      more.states = { ...more.states, unseen };
      row[6] = more;
    }
  }

  #markCut(row: WireElement, cut: Cut): void {
    this.#truncated = true;
    const more = row[6] ?? {};
    // Missing elements matter more than clipped text; of two cuts below, the later one counts both.
    if (!more.cut || cut.reason !== 'text') more.cut = cut;
    row[6] = more;
  }
}

/** The text of an element that holds nothing else. */
function onlyTextOf({ children }: ExposedNode): string | undefined {
  const only = children[0];
  return children.length === 1 && only && isTextRun(only) ? only.text : undefined;
}

function toldOf(node: ExposedNode): Told {
  const { fullName, description, states, interactive, focusable } = node;
  return { name: fullName, description, states, isUsed: interactive || focusable, text: onlyTextOf(node) };
}

/** Of items side by side that say the same but for their numbers, the numbers count. */
function markAlike(items: ReadonlyMap<Element, Words>, aria: Aria): void {
  const known = new Map<Element | null, Map<string, Words>>();
  for (const [element, words] of items) {
    const parent = aria.composedParent(element);
    let beside = known.get(parent);
    if (!beside) {
      beside = new Map();
      known.set(parent, beside);
    }
    const said = comparable(words, false);
    const twin = beside.get(said);
    if (twin) {
      twin.exact = true;
      words.exact = true;
    } else beside.set(said, words);
  }
}

function flagsOf(node: ExposedNode, aria: Aria): number {
  return (
    (node.focusable ? WIRE_FLAGS.focusable : 0) |
    (node.interactive ? WIRE_FLAGS.interactive : 0) |
    (aria.hiddenOf(node.element) === null ? WIRE_FLAGS.accessible : 0)
  );
}

/**
 * An element without a box (`display: contents`) is visible through its children, which are known already.
 */
function isVisible({ element, children }: ExposedNode, aria: Aria): boolean {
  // A part of an image has no box of its own.
  if (aria.tagOf(element) === 'area') return true;
  return aria.displayOf(element) === 'contents' ? children.length > 0 : aria.isVisible(element);
}

/** Visible text makes its element visible, wherever its box is. Elements that can be acted on are measured. */
function isSeenByText({ element, interactive, focusable }: ExposedNode, aria: Aria): boolean {
  return !interactive && !focusable && aria.displayOf(element) !== 'contents' && aria.showsText(element);
}

const isElementRow = (row: WireRow): row is WireElement => typeof row[1] === 'number';

/**
 * What can be seen of the element itself. Undefined: nothing of its own is there to be seen. Its text decides, or its
 * box where it is acted on or a picture.
 */
function sightOf(node: ExposedNode, visible: boolean, aria: Aria): Unseen | 'seen' | 'meant' | undefined {
  const { element, unseen, children } = node;
  if (node.interactive || node.focusable || PICTURES.has(node.role)) {
    // A picture without a name says nothing: pages have them as spacers.
    if (node.role === 'img' && node.name === '' && !node.interactive) return undefined;
    const why = aria.unseenBox(element) ?? unseen;
    if (why) return isMeantToBeUnseen(element, aria) ? 'meant' : why;
    return aria.unseenValue(element) ?? (visible ? 'seen' : undefined);
  }
  if (unseen) return unseen;
  if (node.showsName || children.some(isTextRun) || (children.length === 0 && node.name !== ''))
    return visible ? 'seen' : undefined;
  return undefined;
}

const PICTURES = new Set(['img', 'iframe']);

/** Undefined if there is nothing more to say, as for most elements. */
function moreOf(node: ExposedNode, tag: string, context: EmitContext): WireMore | undefined {
  const { element } = node;
  const { request, aria } = context;
  let more = node.bare
    ? hasStates(node)
      ? { states: node.states }
      : undefined
    : attributesOf(node, tag, context);
  if (request.boxes || request.selectors) {
    more ??= {};
    if (request.boxes) more.box = boxOf(aria.boxOf(element));
    if (request.selectors) Object.assign(more, context.paths.of(element, request.xpath));
  }
  return more;
}

/** The text of a rich text editor is in its paragraphs and lists; it is not repeated as the value. */
function isSaidBelow({ role, children }: ExposedNode, tag: string): boolean {
  return role === 'textbox' && tag !== 'input' && tag !== 'textarea' && !children.every(isTextRun);
}

function attributesOf(node: ExposedNode, tag: string, context: EmitContext): WireMore | undefined {
  const { request, aria } = context;
  const { element } = node;
  const { maxTextLength } = request;
  const value = isSaidBelow(node, tag) ? undefined : aria.valueOf(element);
  const url = urlOf(element, tag);
  const placeholder = placeholderOf(element, node.role);
  const isFrame = holdsFrame(element, tag);
  const stated = hasStates(node);
  const testId = testIdOf(element, context);
  if (
    node.description === '' &&
    value === undefined &&
    !stated &&
    url === undefined &&
    placeholder === undefined &&
    testId === undefined &&
    !isFrame
  )
    return undefined;
  const more: WireMore = {};
  if (node.description !== '') more.description = clip(withoutIcons(node.description), maxTextLength);
  if (value !== undefined) more.value = clip(value, maxTextLength);
  if (stated) more.states = node.states;
  if (url !== undefined) more.url = url;
  if (placeholder !== undefined) more.placeholder = clip(withoutIcons(placeholder), maxTextLength);
  if (testId !== undefined) more.testId = testId;
  if (isFrame) {
    more.frameUrl = frameUrlOf(element);
    more.frameName = getAttribute(element, 'name') ?? '';
    more.crossOrigin = isCrossOrigin(element);
  }
  return more;
}

function testIdOf(element: Element, { request, aria, anchors }: EmitContext): string | undefined {
  const { testIdAttribute: attribute } = request;
  if (attribute === undefined || !aria.hasAttributes(element)) return undefined;
  const id = anchors.uniqueValue(element, aria.rootOf(element), attribute);
  // Nobody would write a longer one.
  return id !== undefined && id.length <= MAX_TEST_ID ? id : undefined;
}

/** A clipped text ends with the mark at exactly the limit. */
function isClipped(
  node: ExposedNode,
  text: string | undefined,
  more: WireMore | undefined,
  limit: number,
): boolean {
  return (
    isAtLimit(node.name, limit) ||
    (text !== undefined && text.length > limit) ||
    (more !== undefined &&
      (isAtLimit(more.value, limit) ||
        isAtLimit(more.description, limit) ||
        isAtLimit(more.placeholder, limit)))
  );
}

const isAtLimit = (text: string | undefined, limit: number): boolean =>
  text !== undefined && text.length >= limit - 1 && text.endsWith('…');

/** By role, then by name; only for roles that are acted on. */
function countNames(root: ExposedNode): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  visit(root.children, ({ role, fullName }) => {
    if (!INTERACTIVE_ROLES.has(role)) return;
    let names = counts.get(role);
    if (!names) {
      names = new Map();
      counts.set(role, names);
    }
    const key = nameKey(fullName);
    names.set(key, (names.get(key) ?? 0) + 1);
  });
  return counts;
}

function countElements(children: readonly ExposedChild[], start = 0): number {
  let count = 0;
  visit(start === 0 ? children : children.slice(start), (node) => {
    count += 1 + (node.cut?.count ?? 0);
  });
  return count;
}

function visit(children: readonly ExposedChild[], see: (node: ExposedNode) => void): void {
  const pending = [children];
  for (let list = pending.pop(); list; list = pending.pop()) {
    for (const child of list) {
      if (isTextRun(child)) continue;
      see(child);
      if (child.children.length > 0) pending.push(child.children);
    }
  }
}
