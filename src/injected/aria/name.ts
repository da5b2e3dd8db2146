/**
 * Accessible names: "Accessible Name and Description Computation 1.2". The steps carry the names that the
 * specification gives them. https://w3c.github.io/accname/#computation-steps
 */
import { getAttribute, hasAttribute, isElement, textContent } from '../dom/intrinsics.js';
import type { Engine } from './engine.js';
import { defaultName, hasNativeName, nativeName, placeholderName } from './native-name.js';
import { NAME_FROM_CONTENT } from './roles.js';
import { collapse, isBlank } from './text.js';
import { embeddedValue } from './value.js';

/** How a node was reached. */
interface Traversal {
  /** Each node counts once in a computation: relations may be circular. */
  readonly visited: Set<Node>;
  /** By `aria-labelledby` or `aria-describedby`, directly or below: such relations are not followed a second time. */
  readonly referenced: boolean;
  /** The node where the relation or the label started was hidden itself: what is hidden below counts. */
  readonly includeHidden: boolean;
  /** Not the element whose name is computed: controls give their values. */
  readonly embedded: boolean;
  /** Text content counts whatever the role: in labels, referenced elements, and below. */
  readonly content: boolean;
  readonly depth: number;
}

/** Deeper content is taken as plain text: browsers overflow at about 10,000 nested calls. */
const MAX_DEPTH = 1500;

const start = (includeHidden: boolean): Traversal => ({
  visited: new Set(),
  referenced: false,
  includeHidden,
  embedded: false,
  content: false,
  depth: 0,
});

export function computeName(engine: Engine, element: Element): string {
  if (!canHaveName(engine, element)) return '';
  return collapse(elementText(engine, element, start(engine.isHidden(element))));
}

/** Most elements of a page are boxes without a name: told without a computation. */
function canHaveName(engine: Engine, element: Element): boolean {
  return (
    NAME_FROM_CONTENT.has(engine.roleOf(element)) ||
    hasNativeName(engine.tagOf(element)) ||
    NAMING_ATTRIBUTES.some((name) => hasAttribute(element, name))
  );
}

const NAMING_ATTRIBUTES = ['aria-labelledby', 'aria-label', 'title', 'aria-placeholder'];

/** The name that attributes give, whatever the role: it decides the role of some elements. */
export function computeAuthorName(engine: Engine, element: Element): string {
  const traversal = start(false);
  const referenced = collapse(labelledBy(engine, element, 'aria-labelledby', traversal));
  return (
    referenced ||
    collapse(getAttribute(element, 'aria-label') ?? '') ||
    collapse(getAttribute(element, 'title') ?? '')
  );
}

/** The text that `aria-describedby` points to. */
export function describedBy(engine: Engine, element: Element): string {
  if (!hasAttribute(element, 'aria-describedby')) return '';
  const traversal = start(false);
  return collapse(labelledBy(engine, element, 'aria-describedby', traversal));
}

/** The text inside of an element, as it would be part of a name. */
export function computeContentText(engine: Engine, element: Element): string {
  return collapse(contentText(engine, element, engine.tagOf(element), start(engine.isHidden(element))));
}

function labelledBy(engine: Engine, element: Element, attribute: string, from: Traversal): string {
  if (!hasAttribute(element, attribute)) return '';
  const texts: string[] = [];
  for (const target of engine.referencesOf(element, attribute)) {
    // An element may refer to itself, to be one of its own labels.
    const self = target === element && !from.embedded;
    const text = elementText(engine, target, {
      visited: self ? new Set() : from.visited,
      referenced: true,
      includeHidden: engine.isHidden(target),
      embedded: !self,
      content: true,
      depth: from.depth + 1,
    });
    if (!isBlank(text)) texts.push(collapse(text));
  }
  return texts.join(' ');
}

function elementText(engine: Engine, element: Element, traversal: Traversal): string {
  const { visited } = traversal;
  if (visited.has(element)) return '';
  if (traversal.depth > MAX_DEPTH) return textContent(element) ?? '';

  // "Hidden not referenced"
  if (!traversal.includeHidden) {
    const hidden = engine.hiddenOf(element);
    // `visibility: hidden` can be taken back further down: nothing of the element itself counts, its content may.
    if (hidden === 'invisible') {
      visited.add(element);
      return contentText(engine, element, engine.tagOf(element), traversal);
    }
    if (hidden) return '';
  }
  visited.add(element);

  // "LabelledBy"
  if (!traversal.referenced) {
    const text = labelledBy(engine, element, 'aria-labelledby', traversal);
    if (text) return text;
  }

  const { tag } = engine.factsOf(element);
  if (NO_TEXT.has(tag)) return '';
  const role = engine.roleOf(element);

  // "Embedded control"
  if (traversal.embedded) {
    const value = embeddedValue(engine, element, role);
    if (value !== undefined) return value;
  }

  // "AriaLabel"
  const label = getAttribute(element, 'aria-label');
  if (!isBlank(label)) return label ?? '';

  // "Host language label", which a presentational role takes back
  if (role !== 'none' || (tag.startsWith('svg:') && !hasAttribute(element, 'role'))) {
    const text = nativeName(engine, element, tag, (target) =>
      elementText(engine, target, {
        ...traversal,
        includeHidden: traversal.includeHidden || engine.isHidden(target),
        embedded: true,
        content: true,
        depth: traversal.depth + 1,
      }),
    );
    if (!isBlank(text)) return text;
  }

  // "Name from content"
  if (traversal.content || NAME_FROM_CONTENT.has(role)) {
    const text = contentText(engine, element, tag, traversal);
    if (!isBlank(text)) return text;
  }

  // "Tooltip"
  const title = getAttribute(element, 'title');
  if (!isBlank(title) && !(tag === 'img' && role === 'none')) return title ?? '';

  return placeholderName(element, tag) || (traversal.embedded ? '' : defaultName(engine, element, tag));
}

/** "Name from each child", with what CSS adds before and after. */
function contentText(engine: Engine, element: Element, tag: string, traversal: Traversal): string {
  if (REPLACED.has(tag)) return '';
  const inner: Traversal = { ...traversal, embedded: true, content: true, depth: traversal.depth + 1 };
  const showsText = (): boolean => traversal.includeHidden || !engine.isTextHidden(element);
  let text = engine.pseudoContent(element, '::before');
  if (text !== '' && !showsText()) text = '';
  for (const child of engine.composedChildren(element)) {
    if (!isElement(child)) {
      if (showsText()) text += engine.textOf(child, element);
      continue;
    }
    const part = elementText(engine, child, inner);
    if (engine.tagOf(child) === 'br') text += ' ';
    else if (part !== '') text += engine.isBlock(child) ? ` ${part} ` : part;
    else if (engine.isBlock(child) && !engine.isHidden(child)) text += ' ';
  }
  const after = engine.pseudoContent(element, '::after');
  return after !== '' && showsText() ? text + after : text;
}

/** Their text is no content. */
const NO_TEXT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg:style',
  'svg:script',
  'svg:defs',
  'svg:metadata',
]);

/** What is between their tags is shown only where they are not supported. */
const REPLACED = new Set([
  'iframe',
  'video',
  'audio',
  'canvas',
  'object',
  'textarea',
  'select',
  'datalist',
  'meter',
  'progress',
]);
