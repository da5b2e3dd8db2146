/**
 * Where an element stands in a table or a flat tree: the header of its column, what heads the rows it is among, a cell
 * that spans them, the items above it, and what is said right before a table without a name.
 */
import type { Aria } from '../aria/aria.js';
import {
  children,
  closest,
  elementQuery,
  firstElementChild,
  getAttribute,
  getElementById,
  getRootNode,
  hasAttribute,
  holdsMoreThan,
  localName,
  nextElementSibling,
  parentElement,
  previousElementSibling,
  textContent,
} from '../dom/intrinsics.js';
import { keptList } from '../dom/kept-list.js';
import { shortened } from './digest.js';
import { shownBefore } from './item.js';
import { loosened } from './loosened.js';
import { uncounted, uncountedText } from './uncounted.js';

export interface Place {
  /** The header of its column. */
  readonly column: string;
  /** What heads its rows, or the items above it in a tree: one on each line, the nearest first. */
  readonly above: string;
  /** What is said right before its table. */
  readonly caption: string;
}

export const NOWHERE: Place = { column: '', above: '', caption: '' };

/** Rows or items that are looked at on the way back. */
const REACH = 200;
/** Rows from the top of a table that may be the header. */
const HEADER_ROWS = 3;
/** More are not told apart. */
const MAX_COLUMNS = 200;
/** A cell that spans more rows stands for itself. */
const REACH_OF_SPAN = 30;
const MAX_LENGTH = 100;
const MAX_LINES = 4;
/** How far around a table its caption is looked for, and how much that may be. */
const REACH_OF_CAPTION = 3;
const MAX_CAPTION_ELEMENTS = 24;
const MAX_CAPTION = 60;

const CELL_TAGS = new Set(['td', 'th']);
const CELL_ROLES = new Set(['cell', 'gridcell', 'rowheader']);
const TABLES = 'table,[role="grid"],[role="treegrid"],[role="table"]';
const PASSING = '[role="alert"],[role="status"],[role="log"],[role="toolbar"],form,nav,input';
const LETTER = /\p{L}/u;
/** "May 2026" */
const YEAR = /\p{L}\.?\s+\d{4}(?!\d)/u;

/** By column, as they are counted by `aria-colindex` or from the left. */
type Header = ReadonlyMap<number, string>;

interface Table {
  header: Header;
  caption: string;
}

/** A cell that reaches down into other rows. */
interface Span {
  cell: Element;
  rows: number;
}

const NO_SPANS: readonly Span[] = [];

/** A cell, or an item of a tree: what says where an element stands. */
export function isSpot(element: Element, tag: string, aria: Aria): boolean {
  if (CELL_TAGS.has(tag)) return true;
  if (!aria.hasGlobal(element)) return false;
  const role = getAttribute(element, 'role') ?? '';
  return CELL_ROLES.has(role) || (role === 'treeitem' && hasAttribute(element, 'aria-level'));
}

export class Places {
  readonly #tables = new Map<Element, Table>();
  readonly #above = new Map<Element, string>();
  readonly #spans = new Map<Element, readonly Span[]>();
  /** The row whose cells were last asked about: they are mostly asked about one after another. */
  #row: { element: Element; spanning: readonly Element[] } | undefined;
  /** The cell that was last asked about, and the first column after it: cells are mostly asked about in their order. */
  #last: { cell: Element; next: number } | undefined;
  readonly #spots = new Map<Element, Place>();

  of(spot: Element): Place {
    let place = this.#spots.get(spot);
    if (!place) {
      place = getAttribute(spot, 'role') === 'treeitem' ? this.#inTree(spot) : this.#inTable(spot);
      this.#spots.set(spot, place);
    }
    return place;
  }

  #inTable(cell: Element): Place {
    const row = closest(cell, 'tr,[role="row"]');
    const element = row && closest(row, TABLES);
    if (!row || !element) return NOWHERE;
    const { header, caption } = this.#tableOf(element);
    // Most tables have nothing of the kind, and the way back through the rows is long.
    const hasSpans = keptList(getRootNode(cell), 'span').length > 0;
    if (this.#row?.element !== row)
      this.#row = { element: row, spanning: hasSpans ? this.#spanning(row) : [] };
    const spans = this.#row.spanning;
    const column = namedHeaders(cell) || header.get(this.#columnOf(cell, spans.length));
    const above = [...spans.map(said), hasSpans ? this.#groupOf(row) : ''].filter((text) => text !== '');
    return { column: column ?? '', above: above.slice(0, MAX_LINES).join('\n'), caption };
  }

  #tableOf(element: Element): Table {
    let table = this.#tables.get(element);
    if (!table) {
      table = { header: headerOf(element), caption: captionOf(element) };
      this.#tables.set(element, table);
    }
    return table;
  }

  /** Cells of rows before it that reach down to this one, the nearest first. */
  #spanning(row: Element): Element[] {
    const found: Element[] = [];
    let before = shownBefore(row);
    for (let distance = 1; before && distance < REACH_OF_SPAN; distance++) {
      for (const { cell, rows } of this.#spansOf(before)) if (rows > distance) found.push(cell);
      before = shownBefore(before);
    }
    return found;
  }

  #spansOf(row: Element): readonly Span[] {
    let spans = this.#spans.get(row);
    if (!spans) {
      spans = NO_SPANS;
      for (let cell = firstElementChild(row); cell; cell = nextElementSibling(cell)) {
        const rows = spanOf(cell, 'rowspan');
        if (rows > 1) spans = [...spans, { cell, rows }];
      }
      this.#spans.set(row, spans);
    }
    return spans;
  }

  /** Cells that span rows are mostly the first ones. */
  #columnOf(cell: Element, spans: number): number {
    const given = Number(getAttribute(cell, 'aria-colindex') ?? 0);
    if (given > 0) return given;
    let column = spans + 1;
    for (let at = previousElementSibling(cell); at; at = previousElementSibling(at)) {
      if (at === this.#last?.cell) {
        column += this.#last.next - spans - 1;
        break;
      }
      column += spanOf(at, 'colspan');
    }
    this.#last = { cell, next: column + spanOf(cell, 'colspan') };
    return column;
  }

  /** A row before it with a single cell across heads it. */
  #groupOf(row: Element): string {
    const passed: Element[] = [];
    let group: string | undefined;
    for (let at: Element | null = row; at && passed.length < REACH; at = shownBefore(at)) {
      group = this.#above.get(at) ?? (at === row ? undefined : headOf(at));
      if (group !== undefined) break;
      passed.push(at);
    }
    for (const each of passed) this.#above.set(each, group ?? '');
    return group ?? '';
  }

  /** The items before it of a lower level, in a tree whose items are not inside of each other. */
  #inTree(item: Element): Place {
    return { ...NOWHERE, above: this.#branchOf(item) };
  }

  #branchOf(item: Element): string {
    const level = levelOf(item);
    let branch = '';
    let steps = 0;
    for (let at = previousElementSibling(item); at && level > 1 && steps < REACH; steps++) {
      const own = levelOf(at);
      const known = own === level ? this.#above.get(at) : undefined;
      if (known !== undefined) {
        branch = known;
        break;
      }
      if (own > 0 && own < level) {
        const lines = [said(at), ...this.#branchOf(at).split('\n')].filter((line) => line !== '');
        branch = lines.slice(0, MAX_LINES).join('\n');
        break;
      }
      at = previousElementSibling(at);
    }
    this.#above.set(item, branch);
    return branch;
  }
}

const said = (element: Element): string => shortened(uncountedText(element), MAX_LENGTH);
const levelOf = (item: Element): number => Number(getAttribute(item, 'aria-level') ?? 0);
const spanOf = (cell: Element, name: 'colspan' | 'rowspan'): number => Number(getAttribute(cell, name) ?? 1);

/** Undefined for a row that heads none. */
function headOf(row: Element): string | undefined {
  const cell = firstElementChild(row);
  if (!cell || nextElementSibling(cell) || !CELL_TAGS.has(localName(cell))) return undefined;
  if (spanOf(cell, 'colspan') <= 1 && localName(cell) !== 'th') return undefined;
  const text = said(cell);
  // A count heads nothing, nor does what a calculator shows.
  return loosened(text) === '' ? undefined : text;
}

/** From all its rows: "Monday" over "morning". A cell that spans rows moves those below it to the right. */
function headerOf(table: Element): Header {
  const texts = new Map<number, string>();
  const covered = new Map<number, number>();
  for (const [at, row] of headerRowsOf(table).entries()) {
    let column = 1;
    for (const cell of children(row)) {
      while ((covered.get(column) ?? 0) > at) column++;
      column = Number(getAttribute(cell, 'aria-colindex') ?? column);
      const text = said(cell);
      for (let left = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS); left > 0; left--, column++) {
        texts.set(column, [texts.get(column) ?? '', text].filter((each) => each !== '').join(' / '));
        covered.set(column, at + spanOf(cell, 'rowspan'));
      }
    }
  }
  return texts;
}

/** Cells that a cell names as its headers. */
function namedHeaders(cell: Element): string {
  const ids = getAttribute(cell, 'headers')?.trim();
  if (!ids) return '';
  const cells = ids.split(/\s+/).flatMap((id) => getElementById(document, id) ?? []);
  return cells.map(said).join(' / ');
}

/** Only the first rows are asked: a search for what is not there would go through the whole table. */
function headerRowsOf(table: Element): Element[] {
  const first = elementQuery(table, 'tr,[role="row"]');
  if (!first || closest(first, TABLES) !== table) return [];
  const group = parentElement(first);
  if (group && localName(group) === 'thead') return [...children(group)].slice(0, HEADER_ROWS);
  let row: Element | null = first;
  for (let tried = 0; row && tried < HEADER_ROWS; tried++) {
    const header = elementQuery(row, '[role="columnheader"]');
    const around = header && parentElement(header);
    if (around) return [around];
    row = nextElementSibling(row);
  }
  const cells = [...children(first)];
  return cells.length > 0 && cells.every((cell) => localName(cell) === 'th') ? [first] : [];
}

/** Of a calendar: its month. */
function captionOf(table: Element): string {
  let inside = table;
  for (let step = 0; step < REACH_OF_CAPTION; step++) {
    let before = previousElementSibling(inside);
    while (before && closest(before, PASSING)) before = previousElementSibling(before);
    if (before) return captionIn(before);
    const around = parentElement(inside);
    if (!around || localName(around) === 'body') return '';
    inside = around;
  }
  return '';
}

function captionIn(element: Element): string {
  if (holdsMoreThan(MAX_CAPTION_ELEMENTS, element) || elementQuery(element, PASSING)) return '';
  // The texts of two boxes follow each other without a space.
  const whole = (textContent(element) ?? '').replace(/(?<=\p{L})(?=\d)|\s+/gu, ' ');
  const text = uncounted(whole.trim());
  if (text.length > MAX_CAPTION || !LETTER.test(text)) return '';
  if (YEAR.test(text)) return text;
  // A link alone leads elsewhere: an advertisement.
  const link = elementQuery(element, 'a[href]');
  const isLink = link !== null && textContent(link)?.trim() === textContent(element)?.trim();
  return isLink ? '' : loosened(text).replaceAll('#', '').trim();
}
