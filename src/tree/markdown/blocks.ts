/**
 * The content of a tree as blocks of Markdown: headings, paragraphs, list items, table rows, code. What a person can't
 * see is left out, and so are buttons, menus and tabs: they are there to be used. Names are those of the view.
 */
import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { safeText } from '../quote.js';
import { INTERACTIVE_ROLES } from '../roles.js';
import { isUnseen } from '../view/unseen.js';
import { lineStart, tableCell } from './escape.js';
import { inlineOf, isInline, isLeftOut, wordsOf } from './inline.js';

export interface Block {
  text: string;
  /** The ref of its element. */
  key: string;
  /** It continues a list or a table: no empty line before it. */
  tight: boolean;
}

const TABLES = new Set(['table', 'grid', 'treegrid']);
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** A deeper tree is read as text: pages may nest without end. */
const MAX_DEPTH = 300;

/** `without`: a part that is read elsewhere. */
export function blocksOf(root: SnapshotNode, without?: SnapshotNode): Block[] {
  const writer = new BlockWriter(without);
  writer.element(root, 0);
  return writer.blocks;
}

class BlockWriter {
  readonly blocks: Block[] = [];
  readonly #without: SnapshotNode | undefined;
  /** Before each line: the quotes and lists that it is in. */
  #indent = '';
  /** In place of the indentation before the next line: the mark of a list item. */
  #mark: string | undefined;
  #tight = false;

  constructor(without: SnapshotNode | undefined) {
    this.#without = without;
  }

  element(node: SnapshotNode, depth: number): void {
    if (isUnseen(node) || node === this.#without || isLeftOut(node)) return;
    if (depth > MAX_DEPTH) this.#add(wordsOf(node), node.ref);
    else if (node.role === 'heading') this.#add(headingOf(node), node.ref);
    else if (node.tag === 'pre') this.#add(fenced(codeOf(node)), node.ref);
    else if (node.role === 'separator') this.#add('---', node.ref);
    else if (node.role === 'list') this.#list(node, depth);
    else if (TABLES.has(node.role)) this.#table(node);
    else if (node.role === 'blockquote') this.#within('> ', () => this.#content(node, depth));
    else if (isInline(node)) this.#add(lineStart(inlineOf(node)), node.ref);
    else this.#content(node, depth);
  }

  /** Inline content becomes paragraphs between the blocks. */
  #content(node: SnapshotNode, depth: number): void {
    let line: string[] = [];
    const end = (): void => {
      this.#add(lineStart(sentence(line)), node.ref);
      line = [];
    };
    for (const child of contentOf(node)) {
      if (isText(child)) line.push(inlineText(child.text));
      else if (isUnseen(child) || child === this.#without || isLeftOut(child)) continue;
      else if (isInline(child)) line.push(inlineOf(child));
      else {
        end();
        this.element(child, depth + 1);
      }
    }
    end();
    if (node.frameError !== undefined)
      this.#add(`(frame unavailable: ${safeText(node.frameError)})`, node.ref);
  }

  #list(node: SnapshotNode, depth: number): void {
    const outer = this.#indent;
    const isTight = this.#tight;
    let number = 0;
    for (const child of contentOf(node)) {
      if (!isText(child) && isUnseen(child)) continue;
      const mark = node.tag === 'ol' ? `${++number}. ` : '- ';
      this.#mark = outer + mark;
      this.#indent = outer + ' '.repeat(mark.length);
      if (isText(child)) this.#add(inlineText(child.text), node.ref);
      else this.element(child, depth + 1);
      this.#tight = true;
    }
    this.#mark = undefined;
    this.#indent = outer;
    this.#tight = isTight;
  }

  #table(table: SnapshotNode): void {
    const isTight = this.#tight;
    const rows = rowsIn(table);
    const columns = Math.max(1, ...rows.map(({ cells }) => cells.length));
    const add = (cells: readonly string[], key: string): void => {
      const padded = [...cells, ...Array<string>(columns - cells.length).fill('')];
      this.#add(`| ${padded.join(' | ')} |`, key);
      this.#tight = true;
    };
    if (table.name !== '') this.#add(`**${safeText(table.name)}**`, table.ref);
    for (const [at, { cells, isHeader, ref }] of rows.entries()) {
      if (at === 0 && !isHeader) add([], ref);
      else add(cells, ref);
      if (at === 0) add(Array<string>(columns).fill('---'), ref);
      if (at === 0 && !isHeader) add(cells, ref);
    }
    this.#tight = isTight;
  }

  #within(indent: string, write: () => void): void {
    const outer = this.#indent;
    this.#indent += indent;
    write();
    this.#indent = outer;
  }

  #add(text: string, key: string): void {
    if (text === '') return;
    const lines = text.split('\n').map((line) => this.#indent + line);
    lines[0] = (this.#mark ?? this.#indent) + (text.split('\n')[0] ?? '');
    this.blocks.push({ text: lines.join('\n'), key, tight: this.#tight });
    // What follows in a list item belongs to it.
    if (this.#mark !== undefined) this.#tight = true;
    this.#mark = undefined;
  }
}

/** The tree does not keep the spaces around elements: before a full stop there was none. */
const sentence = (pieces: readonly string[]): string =>
  pieces
    .filter((piece) => piece.trim() !== '')
    .reduce(
      (line, piece) => (/^[.,;:!?)\]]/.test(piece) || /[([]$/.test(line) ? line + piece : `${line} ${piece}`),
      '',
    )
    .trim();

const inlineText = (text: string): string => safeText(text.replace(/\s+/g, ' '));

function contentOf(node: SnapshotNode): readonly SnapshotChild[] {
  return node.text ? [{ role: 'text', text: node.text }, ...node.children] : node.children;
}

/** A heading that contains only a link is that link. */
function headingOf(node: SnapshotNode): string {
  const level = typeof node.states.level === 'number' ? Math.min(6, node.states.level) : 2;
  const [only] = node.children;
  const isLink = node.children.length === 1 && only && !isText(only) && only.role === 'link';
  const words = isLink && only.name === node.name ? inlineOf(only) : inlineText(wordsOf(node));
  return words === '' ? '' : `${'#'.repeat(level)} ${words}`;
}

/** In a fence that nothing in it can close. */
/** As written. Elements side by side get separate lines: the tree has no spaces between them. */
function codeOf(node: SnapshotNode): string {
  let code = '';
  let afterElement = false;
  const pending: SnapshotChild[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const isLeaf = !isText(next) && (next === node ? '' : next.name) !== '';
    if (isText(next)) code += next.text;
    else if (next === node || !isUnseen(next)) {
      if (isLeaf) code += `${afterElement ? '\n' : ''}${next.name}`;
      else {
        code += next.text ?? '';
        pending.push(...[...next.children].reverse());
      }
    }
    afterElement = isLeaf;
  }
  return code;
}

function fenced(code: string): string {
  if (code.trim() === '') return '';
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code.split('\n').map(safeText).join('\n')}\n${fence}`;
}

interface Row {
  cells: string[];
  isHeader: boolean;
  ref: string;
}

function rowsIn(table: SnapshotNode): Row[] {
  const rows: Row[] = [];
  const pending: SnapshotNode[] = [table];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.role === 'row') {
      rows.push(rowOf(node));
      continue;
    }
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child && !isText(child) && !isUnseen(child)) pending.push(child);
    }
  }
  return rows;
}

function rowOf(row: SnapshotNode): Row {
  // A control alone in a cell stands for the cell.
  const cells = row.children.filter(
    (child): child is SnapshotNode =>
      !isText(child) && (CELLS.has(child.role) || INTERACTIVE_ROLES.has(child.role)),
  );
  if (cells.length === 0)
    return { cells: [tableCell(inlineText(wordsOf(row)))], isHeader: false, ref: row.ref };
  return {
    cells: cells.map((cell) => tableCell(isUnseen(cell) ? '' : cellText(cell))),
    isHeader: cells.every(({ role }) => role === 'columnheader'),
    ref: row.ref,
  };
}

function cellText(cell: SnapshotNode): string {
  if (!CELLS.has(cell.role)) return isLeftOut(cell) ? inlineText(wordsOf(cell)) : inlineOf(cell);
  const inside = blocksOf(cell).map(({ text }) => text);
  return inside.length > 0 ? inside.join(' ').replace(/\s+/g, ' ') : inlineText(wordsOf(cell));
}
