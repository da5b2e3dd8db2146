/** The implicit role of an element: HTML-AAM, SVG-AAM, MathML. */

import { holdsFrame } from '../../dom/frame-element.js';
import {
  elementQuery,
  getAttribute,
  hasAttribute,
  inputType,
  nextElementSibling,
  parentElement,
  previousElementSibling,
  selectMultiple,
  selectSize,
} from '../../dom/intrinsics.js';
import type { Engine } from '../engine.js';

type Rule = string | ((engine: Engine, element: Element) => string);

/** Elements not listed here (`div`, `span`, `b`, custom elements, …) are `generic`. */
const HTML_ROLES: Readonly<Record<string, Rule>> = {
  a: (_, element) => (hasAttribute(element, 'href') ? 'link' : 'generic'),
  address: 'group',
  area: (_, element) => (hasAttribute(element, 'href') ? 'link' : 'generic'),
  article: 'article',
  aside: (engine, element) =>
    isSectioned(engine, element, false) && !engine.authorNameOf(element) ? 'generic' : 'complementary',
  base: 'none',
  blockquote: 'blockquote',
  br: 'none',
  button: 'button',
  caption: 'caption',
  code: 'code',
  col: 'none',
  colgroup: 'none',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dir: 'list',
  dt: 'term',
  em: 'emphasis',
  embed: (_, element) => (holdsFrame(element, 'embed') ? 'iframe' : 'generic'),
  fieldset: 'group',
  figcaption: 'caption',
  figure: 'figure',
  footer: (engine, element) => (isSectioned(engine, element, true) ? 'sectionfooter' : 'contentinfo'),
  form: (engine, element) => (engine.authorNameOf(element) ? 'form' : 'generic'),
  frame: 'iframe',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  head: 'none',
  header: (engine, element) => (isSectioned(engine, element, true) ? 'sectionheader' : 'banner'),
  hgroup: 'group',
  hr: 'separator',
  html: 'document',
  iframe: 'iframe',
  img: imageRole,
  input: inputRole,
  ins: 'insertion',
  li: (engine, element) => (hasParent(engine, element, LIST_TAGS, 'list') ? 'listitem' : 'generic'),
  link: 'none',
  main: 'main',
  map: 'generic',
  mark: 'mark',
  menu: 'list',
  meta: 'none',
  meter: 'meter',
  nav: 'navigation',
  noscript: 'none',
  object: (_, element) => (holdsFrame(element, 'object') ? 'iframe' : 'generic'),
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  param: 'none',
  progress: 'progressbar',
  s: 'deletion',
  script: 'none',
  search: 'search',
  section: (engine, element) => (engine.authorNameOf(element) ? 'region' : 'generic'),
  select: (_, element) => (isListbox(element as HTMLSelectElement) ? 'listbox' : 'combobox'), // the tag says so
  slot: 'none',
  source: 'none',
  strong: 'strong',
  style: 'none',
  sub: 'subscript',
  summary: (engine, element) => (isSummaryOfDetails(engine, element) ? 'button' : 'generic'),
  sup: 'superscript',
  table: 'table',
  tbody: rowGroupRole,
  td: cellRole,
  template: 'none',
  textarea: 'textbox',
  tfoot: rowGroupRole,
  th: headerRole,
  thead: rowGroupRole,
  time: 'time',
  title: 'none',
  tr: (engine, element) => (tableRole(engine, element) ? 'row' : 'generic'),
  track: 'none',
  ul: 'list',
  wbr: 'none',
};

/** SVG-AAM: shapes are exposed if they have a name, and are presentational otherwise. */
const SVG_ROLES: Readonly<Record<string, Rule>> = {
  'svg:svg': (engine, element) =>
    engine.nameOf(element) || elementQuery(element, HAS_CONTENT) === null ? 'img' : 'graphics-document',
  'svg:a': (_, element) =>
    hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href') ? 'link' : 'generic',
  'svg:g': named('group'),
  'svg:foreignObject': named('group'),
  'svg:image': named('img'),
  'svg:use': named('graphics-object'),
  'svg:symbol': named('graphics-object'),
  'svg:circle': named('graphics-symbol'),
  'svg:ellipse': named('graphics-symbol'),
  'svg:line': named('graphics-symbol'),
  'svg:path': named('graphics-symbol'),
  'svg:polygon': named('graphics-symbol'),
  'svg:polyline': named('graphics-symbol'),
  'svg:rect': named('graphics-symbol'),
  'svg:text': 'generic',
  'svg:tspan': 'generic',
  'svg:textPath': 'generic',
};

/** An SVG with text, links or named parts is a document; any other is a single image. */
const HAS_CONTENT = 'a, text, title, foreignObject, [role], [aria-label], [aria-labelledby]';

const ROLE_OF: ReadonlyMap<string, Rule> = new Map([
  ...Object.entries(HTML_ROLES),
  ...Object.entries(SVG_ROLES),
  ['math:math', 'math'],
]);

/** Tags, and the roles that mean the same. */
const SECTIONING = new Set(['article', 'aside', 'nav', 'section', 'complementary', 'navigation', 'region']);
const LIST_TAGS = new Set(['ul', 'ol', 'menu', 'dir']);

export function implicitRole(engine: Engine, element: Element, tag: string): string {
  const rule = ROLE_OF.get(tag);
  if (rule === undefined) {
    if (tag.startsWith('svg:')) return 'none';
    // HTML-AAM "minimum role": a popover is at least a group.
    return engine.hasGlobal(element) && hasAttribute(element, 'popover') ? 'group' : 'generic';
  }
  return typeof rule === 'string' ? rule : rule(engine, element);
}

const LOOKS_UP = new Set(['aside', 'footer', 'header', 'li', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);

export const dependsOnParents = (tag: string): boolean => LOOKS_UP.has(tag);

function named(role: string): Rule {
  return (engine, element) => (engine.nameOf(element) ? role : 'none');
}

/**
 * Whether the element is inside sectioning content or, if not, inside the main content. A role overrides the tag.
 */
function isSectioned(engine: Engine, element: Element, countMain: boolean): boolean {
  const chain: Element[] = [];
  let found: 'no' | 'main' | 'section' = 'no';
  for (let above = engine.composedParent(element); above; above = engine.composedParent(above)) {
    const known = engine.factsOf(above).sectioned;
    if (known) {
      found = known;
      break;
    }
    chain.push(above);
  }
  for (const above of chain.reverse()) {
    const role = hasRole(engine, above) ? engine.roleOf(above) : engine.tagOf(above);
    if (SECTIONING.has(role)) found = 'section';
    else if (role === 'main' && found === 'no') found = 'main';
    engine.factsOf(above).sectioned = found;
  }
  return found === 'section' || (countMain && found === 'main');
}

const hasRole = (engine: Engine, element: Element): boolean =>
  engine.hasGlobal(element) && hasAttribute(element, 'role');

/** Whether the parent has one of the tags and the matching role; generic elements of that kind do not count. */
function hasParent(engine: Engine, element: Element, tags: ReadonlySet<string>, role: string): boolean {
  const parent = engine.composedParent(element);
  if (!parent) return false;
  if (tags.has(engine.tagOf(parent)) || hasRole(engine, parent)) return engine.roleOf(parent) === role;
  return false;
}

/** HTML-AAM: an empty `alt` means decoration, unless ARIA names it or it is focusable. */
function imageRole(engine: Engine, element: Element): string {
  if (getAttribute(element, 'alt') !== '') return 'img';
  if (getAttribute(element, 'aria-label')?.trim()) return 'img';
  if (hasAttribute(element, 'aria-labelledby') && engine.nameOf(element)) return 'img';
  return hasAttribute(element, 'tabindex') ? 'img' : 'none';
}

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  hidden: 'none',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const WITH_SUGGESTIONS = new Set(['text', 'search', 'tel', 'url', 'email']);

/** Types without a role of their own (dates, colors, passwords) are text fields. */
function inputRole(engine: Engine, element: Element): string {
  const type = inputType(element as HTMLInputElement); // the tag says so
  const list = getAttribute(element, 'list');
  if (list && WITH_SUGGESTIONS.has(type) && engine.hasDatalist(element, list)) return 'combobox';
  return INPUT_ROLES[type] ?? 'textbox';
}

const isListbox = (select: HTMLSelectElement): boolean => selectMultiple(select) || selectSize(select) > 1;

export function isSummaryOfDetails(engine: Engine, element: Element): boolean {
  const parent = parentElement(element);
  if (!parent || engine.tagOf(parent) !== 'details') return false;
  for (let before = previousElementSibling(element); before; before = previousElementSibling(before)) {
    if (engine.tagOf(before) === 'summary') return false;
  }
  return true;
}

const TABLE_PARTS = new Set(['tr', 'tbody', 'thead', 'tfoot']);

/**
 * The role of the table around a table part; '' when there is none or an author's role made it something else:
 * then its parts have no role either.
 */
function tableRole(engine: Engine, part: Element): string {
  const parent = engine.composedParent(part);
  if (!parent) return '';
  // Computed once for all cells of a row and all rows of a group.
  const facts = engine.factsOf(parent);
  facts.table ??= tableAround(engine, parent);
  return facts.table;
}

function tableAround(engine: Engine, parent: Element): string {
  for (let above: Element | null = parent; above; above = engine.composedParent(above)) {
    const tag = engine.tagOf(above);
    if (TABLE_PARTS.has(tag)) {
      // An author's role on a row or row group in between breaks the chain, unless it is the same role.
      if (hasRole(engine, above)) {
        const role = engine.roleOf(above);
        if (role !== 'row' && role !== 'rowgroup') return '';
      }
      continue;
    }
    if (tag !== 'table' && !hasRole(engine, above)) continue;
    const role = engine.roleOf(above);
    if (role === 'table' || role === 'grid' || role === 'treegrid') return role;
    if (role === 'row' || role === 'rowgroup') continue;
    return '';
  }
  return '';
}

function rowGroupRole(engine: Engine, element: Element): string {
  return tableRole(engine, element) ? 'rowgroup' : 'generic';
}

function cellRole(engine: Engine, element: Element): string {
  const table = tableRole(engine, element);
  if (!table) return 'generic';
  return table === 'table' ? 'cell' : 'gridcell';
}

const SCOPES: ReadonlyMap<string, string> = new Map([
  ['row', 'rowheader'],
  ['rowgroup', 'rowheader'],
  ['col', 'columnheader'],
  ['colgroup', 'columnheader'],
]);

/** Without a scope: a column header among other headers, a row header next to data cells. */
function headerRole(engine: Engine, element: Element): string {
  if (!tableRole(engine, element)) return 'generic';
  const scope = SCOPES.get(getAttribute(element, 'scope')?.trim().toLowerCase() ?? '');
  if (scope) return scope;
  const row = parentElement(element);
  const group = row && parentElement(row);
  if (group && engine.tagOf(group) === 'thead') return 'columnheader';
  const before = previousElementSibling(element);
  const after = nextElementSibling(element);
  const isHeader = (cell: Element | null): boolean => !!cell && engine.tagOf(cell) === 'th';
  if (!before && !after) return 'columnheader';
  return isHeader(before) || isHeader(after) ? 'columnheader' : 'rowheader';
}
