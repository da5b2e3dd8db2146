/**
 * Accessible names: "Accessible Name and Description Computation 1.2". Comments name the steps as the
 * specification does. https://w3c.github.io/accname/#computation-steps
 */
import type { TextChild } from '../../dom/composed.js';
import { getAttribute, hasAttribute, textContent } from '../../dom/intrinsics.js';
import type { Engine, Facts } from '../engine.js';
import { NAME_FROM_CONTENT } from '../roles/roles.js';
import { embeddedValue } from '../states/value.js';
import { Trait } from '../tag.js';
import { collapse, isBlank } from '../text.js';
import { defaultName, hasNativeName, nativeName, placeholderName } from './native-name.js';

/** One computation of one name. */
interface Run {
  /**
   * Texts of parts are cached and reused: a row contains its cells, a cell its links. Only until a relation
   * (`aria-labelledby`, a label) is followed: from then on, the result depends on what has been visited.
   */
  reuse: boolean;
  /** A relation was met after cached texts may have been used: compute again without them. */
  again: boolean;
}

/** The nodes visited on this path, and on the path to where it started. */
interface Visited {
  /** Created on demand: most computations never need it. */
  nodes: Set<Node> | null;
  readonly before: Visited | null;
}

/** How a node was reached. */
interface Traversal {
  readonly run: Run;
  /** Each node counts once: relations may be circular. */
  readonly visited: Visited;
  /**
   * Reached through `aria-labelledby` or `aria-describedby`, directly or below: such relations are not followed
   * again.
   */
  readonly referenced: boolean;
  /** The start of the relation or the label was hidden itself, so hidden content below counts. */
  readonly includeHidden: boolean;
  /** Not the element whose name is computed: controls contribute their values. */
  readonly embedded: boolean;
  /** Text content counts whatever the role: in labels, in referenced elements, and below them. */
  readonly content: boolean;
}

/** Deeper content is taken as plain text: at 1,500 levels Chromium's stack overflows. Parsers stop at 512. */
const MAX_DEPTH = 400;

const start = (includeHidden: boolean, reuse: boolean): Traversal => ({
  run: { reuse, again: false },
  visited: { nodes: null, before: null },
  referenced: false,
  includeHidden,
  embedded: false,
  content: false,
});

export function computeName(engine: Engine, element: Element): string {
  if (!canHaveName(engine, element)) return '';
  const hidden = engine.isHidden(element);
  if (!hidden) {
    const traversal = start(false, true);
    const text = elementText(engine, element, traversal, 0);
    if (!traversal.run.again) return collapse(text);
  }
  return collapse(elementText(engine, element, start(hidden, false), 0));
}

/** Most elements are boxes without a name: decided without a computation. */
function canHaveName(engine: Engine, element: Element): boolean {
  return (
    NAME_FROM_CONTENT.has(engine.roleOf(element)) ||
    hasNativeName(engine.factsOf(element)) ||
    (engine.hasGlobal(element) && NAMING_ATTRIBUTES.some((name) => hasAttribute(element, name)))
  );
}

const NAMING_ATTRIBUTES = ['aria-labelledby', 'aria-label', 'title', 'aria-placeholder'];

/** The name given by attributes, whatever the role: it decides the role of some elements. */
export function computeAuthorName(engine: Engine, element: Element): string {
  return (
    relationText(engine, element, 'aria-labelledby') ||
    collapse(getAttribute(element, 'aria-label') ?? '') ||
    collapse(getAttribute(element, 'title') ?? '')
  );
}

/** The text that `aria-describedby` references. */
export const describedBy = (engine: Engine, element: Element): string =>
  relationText(engine, element, 'aria-describedby');

function relationText(engine: Engine, element: Element, attribute: string): string {
  return hasAttribute(element, attribute)
    ? collapse(labelledBy(engine, element, attribute, start(false, false), 0))
    : '';
}

/** The text inside an element, as part of a name. */
export function computeContentText(engine: Engine, element: Element): string {
  const traversal = start(engine.isHidden(element), false);
  return collapse(contentText(engine, element, engine.factsOf(element), traversal, 0));
}

/** From here on, the result depends on what was visited. */
function followRelation(element: Element, { run, visited, embedded }: Traversal): void {
  if (!run.reuse) return;
  run.reuse = false;
  if (embedded) run.again = true;
  else visit(visited, element);
}

function visit(visited: Visited, node: Node): void {
  visited.nodes ??= new Set();
  visited.nodes.add(node);
}

function wasVisited(visited: Visited, element: Element): boolean {
  for (let way: Visited | null = visited; way; way = way.before) if (way.nodes?.has(element)) return true;
  return false;
}

function labelledBy(
  engine: Engine,
  element: Element,
  attribute: string,
  from: Traversal,
  depth: number,
): string {
  followRelation(element, from);
  const texts: string[] = [];
  const ways: Visited[] = [];
  for (const target of engine.referencesOf(element, attribute)) {
    // An element may reference itself as one of its own labels.
    const self = target === element && !from.embedded;
    // What one reference visits counts again for the next one, but not for what follows them.
    const visited: Visited = { nodes: null, before: self ? null : from.visited };
    ways.push(visited);
    const way = {
      run: from.run,
      visited,
      referenced: true,
      includeHidden: engine.isHidden(target),
      embedded: !self,
      content: true,
    };
    const text = elementText(engine, target, way, depth + 1);
    if (!isBlank(text)) texts.push(collapse(text));
  }
  for (const { nodes } of ways) for (const node of nodes ?? []) visit(from.visited, node);
  return texts.join(' ');
}

function elementText(engine: Engine, element: Element, traversal: Traversal, depth: number): string {
  if (depth > MAX_DEPTH) {
    followRelation(element, traversal);
    return textContent(element) ?? '';
  }
  if (!traversal.run.reuse) {
    if (wasVisited(traversal.visited, element)) return '';
    visit(traversal.visited, element);
  }
  const facts = engine.factsOf(element);

  // "Hidden not referenced"
  if (!traversal.includeHidden) {
    const hidden = engine.hiddenOf(element);
    // Descendants may override `visibility: hidden`: the element itself counts for nothing, but its content may.
    if (hidden === 'invisible') return contentText(engine, element, facts, traversal, depth);
    if (hidden) return '';
  }

  return namedText(engine, element, facts, traversal, depth);
}

/** The steps that give an element that counts its text, in the order of the specification. */
function namedText(
  engine: Engine,
  element: Element,
  facts: Facts,
  traversal: Traversal,
  depth: number,
): string {
  const { tag, traits } = facts;
  const hasGlobal = engine.hasGlobal(element);

  // "LabelledBy"
  if (hasGlobal && !traversal.referenced && hasAttribute(element, 'aria-labelledby')) {
    const text = labelledBy(engine, element, 'aria-labelledby', traversal, depth);
    if (text) return text;
  }

  if ((traits & Trait.textless) !== 0) return '';
  const role = engine.roleOf(element);

  // "Embedded control": by its tag, or by a role from an attribute
  if (traversal.embedded && (hasGlobal || (traits & Trait.hasValue) !== 0)) {
    const value = embeddedValue(engine, element, role, {
      contentOf: (inside) => collapse(contentText(engine, inside, facts, traversal, depth)),
      nameOf: (option) => collapse(relatedText(engine, element, option, traversal, depth)),
    });
    if (value !== undefined) return value;
  }

  // "AriaLabel"
  const label = hasGlobal ? getAttribute(element, 'aria-label') : null;
  if (label !== null && !isBlank(label)) return label;

  // "Host language label"
  if (hasNativeName(facts)) {
    const text = hostLanguageLabel(engine, element, tag, role, traversal, depth);
    if (!isBlank(text)) return text;
  }

  // "Name from content"
  let space = '';
  if (traversal.content || NAME_FROM_CONTENT.has(role)) {
    const text = contentText(engine, element, facts, traversal, depth);
    if (!isBlank(text)) return text;
    // A space that stands alone in an inline element separates words.
    if (text !== '') space = ' ';
  }

  // "Tooltip"
  const title = hasGlobal ? getAttribute(element, 'title') : null;
  if (title !== null && !isBlank(title) && !(tag === 'img' && role === 'none')) return title;

  const placeholder = engine.isPlain(element) ? '' : placeholderName(element, tag);
  return placeholder || (traversal.embedded ? space : defaultName(engine, element, tag));
}

function hostLanguageLabel(
  engine: Engine,
  element: Element,
  tag: string,
  role: string,
  traversal: Traversal,
  depth: number,
): string {
  // A presentational role discards it; SVG shapes have that role implicitly until they have a name.
  if (role === 'none' && (!tag.startsWith('svg:') || hasAttribute(element, 'role'))) return '';
  return nativeName(engine, element, tag, (label) => relatedText(engine, element, label, traversal, depth));
}

/** The text of a label or of a chosen option: its own name. */
function relatedText(
  engine: Engine,
  element: Element,
  related: Element,
  traversal: Traversal,
  depth: number,
): string {
  followRelation(element, traversal);
  const way = {
    run: traversal.run,
    visited: traversal.visited,
    referenced: traversal.referenced,
    includeHidden: traversal.includeHidden || engine.isHidden(related),
    embedded: true,
    content: true,
  };
  return elementText(engine, related, way, depth + 1);
}

/** "Name from each child", with content generated before and after. */
function contentText(
  engine: Engine,
  element: Element,
  { traits }: Facts,
  traversal: Traversal,
  depth: number,
): string {
  if ((traits & Trait.replaced) !== 0) return '';
  const { includeHidden } = traversal;
  let inner: Traversal | undefined;
  let text = engine.pseudoContent(element, '::before');
  if (text !== '' && !includeHidden && engine.isTextHidden(element)) text = '';
  const children = engine.composedChildren(element);
  const isTreeItem = engine.roleOf(element) === 'treeitem';
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as Facts | TextChild; // within the length
    if (child.element === null) {
      if (includeHidden || !engine.isTextHidden(element)) text += engine.textOf(child, element);
      continue;
    }
    // Chromium leaves the items below a tree item out of its name, too: else its name would change when it expands.
    if (isTreeItem && engine.roleOf(child.element) === 'group') continue;
    inner ??= below(traversal);
    const part = partText(engine, child, inner, depth + 1);
    if (engine.isBlock(child.element)) text += ` ${part} `;
    else text += child.tag === 'br' ? ' ' : part;
  }
  const after = engine.pseudoContent(element, '::after');
  return after !== '' && (includeHidden || !engine.isTextHidden(element)) ? text + after : text;
}

/** The traversal for children; created on demand, since half of all named elements hold only text. */
function below(traversal: Traversal): Traversal {
  const { run, visited, referenced, includeHidden, embedded, content } = traversal;
  if (embedded && content) return traversal;
  return { run, visited, referenced, includeHidden, embedded: true, content: true };
}

function partText(engine: Engine, child: Facts, inner: Traversal, depth: number): string {
  const { run } = inner;
  if (!run.reuse) return elementText(engine, child.element, inner, depth);
  if (child.part !== undefined) return child.part;
  const text = elementText(engine, child.element, inner, depth);
  if (inner.run.reuse) child.part = text;
  return text;
}
