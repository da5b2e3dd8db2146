/**
 * The text of a snapshot: YAML, one item per node.
 *
 *     - textbox "First name" [required] [ref=e5]: John
 *
 * Whatever the page contains, the text parses back into the tree, with `parse.ts` or any YAML parser.
 * What does not fit on a node's line follows as items that begin with `/`, and missing parts as items that begin with
 * `…`. A view of the tree (`gaps`) leaves out children, each time with such a mark. docs/snapshot-format.md has the
 * grammar.
 */

import { MAX_TEXT_DEPTH } from '../limit.js';
import { type Cut, isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { yamlScalar } from '../quote.js';
import { originOf } from '../url.js';
import { chosenIn } from './chosen.js';
import { cutMark, incompleteMark } from './cut.js';
import { hasValue } from './flags.js';
import { asideFlag, type Gap, type Gaps, gapMark, isAside } from './gap.js';
import { isPart, type KnownTexts } from './known-texts.js';
import { detail, nodeLine, textLine } from './line.js';
import { namedLines } from './named.js';
import { runFrom, runLine } from './run.js';
import { TextBuilder } from './text-builder.js';

export interface RenderOptions {
  /** The document's URL: links of its origin are shown without the origin. */
  url?: string;
  /** Levels to show, counted across frames. */
  maxDepth?: number;
  /** What to leave out: the result of `foldTree` or `fitBudget`. */
  gaps?: Gaps;
  /** The tree is this view of another: marks name it, because offsets count its children. */
  view?: 'interactive';
  /** Plain controls of one role in a row share a line. */
  runs?: boolean;
  /** Only for a whole tree without gaps: cached texts of its unchanged parts. */
  texts?: KnownTexts;
}

export interface ItemsOptions extends Omit<RenderOptions, 'url'> {
  /** The origin of the items' document. */
  origin?: string | undefined;
  indent?: string;
  /**
   * Elements that are only named, without their children: `<moved> button "Pay" [ref=e5]`. Many in a row become
   * one line of refs.
   */
  named?: Named;
  /** Refs that the reader has seen; if absent, all. */
  shown?: ReadonlySet<string> | undefined;
}

/** By ref: why naming it is enough. */
export type Named = ReadonlyMap<string, 'moved' | 'back'>;

const NONE: readonly never[] = [];

/** A node whose children are being written. */
interface Level {
  children: readonly SnapshotChild[];
  next: number;
  /** Marks that come after the children. */
  marks: readonly string[];
  /** Omitted children. */
  gaps: readonly Gap[];
  nextGap: number;
  ref: string;
  indent: string;
  /** The origin of the children's document. */
  origin: string | undefined;
}

export function renderTree(root: SnapshotNode, options: RenderOptions = {}): string {
  const { url = '', ...rest } = options;
  const lines = new TextBuilder();
  const { cuts, framesMissing } = writeItems(lines, [root], { ...rest, origin: originOf(url) });
  const mark = incompleteMark(cuts, framesMissing);
  return mark === '' ? `${lines}` : `- ${mark}\n${lines}`;
}

/** Without recursion: the tree may be deeper than the stack. */
export function writeItems(
  lines: TextBuilder,
  items: readonly SnapshotChild[],
  options: ItemsOptions,
): { cuts: Cut[]; framesMissing: number } {
  const writer = new ItemsWriter(lines, items, options);
  writer.write();
  return writer;
}

class ItemsWriter {
  readonly cuts: Cut[] = [];
  framesMissing = 0;
  readonly #lines: TextBuilder;
  readonly #options: ItemsOptions;
  readonly #maxDepth: number;
  readonly #levels: Level[];

  constructor(lines: TextBuilder, items: readonly SnapshotChild[], options: ItemsOptions) {
    this.#lines = lines;
    this.#options = options;
    this.#maxDepth = options.maxDepth ?? MAX_TEXT_DEPTH;
    const top = { marks: NONE, gaps: NONE, nextGap: 0, ref: '', indent: options.indent ?? '' };
    this.#levels = [{ ...top, children: items, next: 0, origin: options.origin }];
  }

  write(): void {
    for (let level = this.#levels.at(-1); level; level = this.#levels.at(-1)) {
      if (this.#writeGap(level)) continue;
      const node = level.children[level.next++];
      if (!node) {
        for (const mark of level.marks) this.#add(level, mark);
        this.#levels.pop();
      } else if (isText(node)) this.#add(level, textLine(node.text));
      else if (!this.#writeNamed(node, level) && !this.#writeRun(level) && !this.#writeKnown(node, level))
        this.#writeNode(node, level);
    }
  }

  #writeRun(level: Level): boolean {
    const { runs = false, gaps, named } = this.#options;
    if (!runs) return false;
    const end = level.gaps[level.nextGap]?.at ?? level.children.length;
    const run = runFrom(
      level.children,
      [level.next - 1, end],
      (node) => gaps?.has(node) === true || named?.has(node.ref) === true,
    );
    if (run.length === 0) return false;
    this.#add(level, runLine(run));
    level.next += run.length - 1;
    return true;
  }

  #add({ indent }: Level, line: string): void {
    this.#lines.add(`${indent}- ${line}`);
  }

  #writeGap(level: Level): boolean {
    const gap = level.gaps[level.nextGap];
    if (!gap || gap.at !== level.next) return false;
    this.#add(level, gapMark(gap, level.ref, 0, this.#options.view));
    level.next += gap.count;
    level.nextGap++;
    return true;
  }

  /** A node that is only named, together with those after it that are too. */
  #writeNamed(node: SnapshotNode, level: Level): boolean {
    const { named, shown } = this.#options;
    const why = named?.get(node.ref);
    if (!why || !named) return false;
    const run = namedRun(level, why, named, shown);
    for (const line of namedLines(run, why, this.#options.runs === true)) this.#add(level, line);
    level.next += run.length - 1;
    return true;
  }

  #writeKnown(node: SnapshotNode, level: Level): boolean {
    const { texts } = this.#options;
    const known = texts && partText(node, level, this.#maxDepth - this.#levels.length + 1, texts);
    if (known === undefined) return false;
    this.#lines.add(known);
    return true;
  }

  #writeNode(node: SnapshotNode, level: Level): void {
    const depth = this.#levels.length;
    const isLast = depth > this.#maxDepth && node.children.some((child) => !isText(child));
    const cutHere = cutsAt(node, isLast);
    const { head, inline, details, children } = this.#entry(node, level, cutHere.length > 0, isLast);
    if (node.frameError !== undefined) this.framesMissing++;
    if (inline !== undefined) {
      this.#add(level, `${head}: ${yamlScalar(inline)}`);
      return;
    }
    if (details.length + children.length + cutHere.length === 0) {
      this.#add(level, head);
      return;
    }
    this.#add(level, `${head}:`);
    for (const line of details) this.#lines.add(`${level.indent}  - ${line}`);
    this.cuts.push(...cutHere);
    this.#levels.push({
      children,
      next: 0,
      marks: cutHere.length === 0 ? NONE : cutHere.map((cut) => cutMark(cut, node.ref, depth === 1)),
      gaps: (children === node.children ? this.#options.gaps?.get(node) : undefined) ?? NONE,
      nextGap: 0,
      ref: node.ref,
      indent: `${level.indent}  `,
      origin: node.isFrame ? originInside(node, level.origin) : level.origin,
    });
  }

  #entry(node: SnapshotNode, { origin }: Level, isCut: boolean, isLast: boolean): Entry {
    const { gaps, named } = this.#options;
    const aside = gaps && asideOf(node, gaps);
    const left = this.#maxDepth - this.#levels.length;
    const chosen = isLast || aside ? '' : chosenIn(node, shownBelow(gaps, named, left));
    const shown = aside ? { ...node, children: [] } : node;
    return entryOf(shown, origin, isCut, isLast, chosen, aside && asideFlag(aside));
  }
}

/** The gap that takes in all that is below a node. */
function asideOf(node: SnapshotNode, gaps: Gaps): Gap | undefined {
  const [only, ...others] = gaps.get(node) ?? NONE;
  if (!only || others.length > 0 || !isAside(only) || only.count < node.children.length) return undefined;
  return only;
}

/** Undefined if it is not a cached part, or is incomplete: that must be said at the top of the text. */
function partText(
  node: SnapshotNode,
  { indent, origin }: Level,
  maxDepth: number,
  texts: KnownTexts,
): string | undefined {
  const known = texts.find(node, indent, origin);
  if (known !== undefined || !isPart(node)) return known;
  const lines = new TextBuilder();
  const { cuts, framesMissing } = writeItems(lines, [node], { indent, origin, maxDepth });
  if (cuts.length + framesMissing > 0) return undefined;
  const text = `${lines}`;
  texts.keep(node, { indent, origin, text });
  return text;
}

/** Known elements named for the same reason in a row, from the current one on. */
function namedRun(
  { children, next, gaps, nextGap }: Level,
  why: 'moved' | 'back',
  named: Named | undefined,
  shown: ReadonlySet<string> | undefined,
): SnapshotNode[] {
  const run: SnapshotNode[] = [];
  const end = gaps[nextGap]?.at ?? children.length;
  for (const child of children.slice(next - 1, end)) {
    if (isText(child) || named?.get(child.ref) !== why || shown?.has(child.ref) === false) break;
    run.push(child);
  }
  const [only] = children.slice(next - 1, next);
  return run.length === 0 && only && !isText(only) ? [only] : run;
}

export interface Entry {
  head: string;
  /** What comes after the colon, if nothing else is below the node. */
  inline?: string;
  details: string[];
  children: readonly SnapshotChild[];
}

/** The shown part of a list of options and, if the depth allows, of its groups. */
function shownBelow(
  gaps: Gaps | undefined,
  named: Named | undefined,
  levels: number,
): (node: SnapshotNode) => readonly SnapshotChild[] {
  return (node) => {
    if (node.role === 'group' && levels < 1) return NONE;
    const left = gaps?.get(node);
    if (!left && !named) return node.children;
    return node.children.filter(
      (child, index) =>
        !(
          left?.some(({ at, count }) => index >= at && index < at + count) ||
          (!isText(child) && named?.has(child.ref))
        ),
    );
  };
}

/** A node without its children: `last` leaves them out. `chosen`: what they say about its value. */
export function entryOf(
  node: SnapshotNode,
  origin: string | undefined,
  marked: boolean,
  last: boolean,
  chosen = '',
  more?: string,
): Entry {
  const { head, details } = nodeLine(node, origin, more);
  const { text, children } = contentOf(node, last ? NONE : node.children);
  const value = node.value ?? '';
  const alone = details.length === 0 && children.length === 0 && !marked;
  if (alone && (value === '') !== (text === '') && hasValue(node.role) === (value !== '')) {
    return { head, inline: value + text, details, children };
  }
  if (value !== chosen) details.push(detail('value', value));
  if (text !== '') details.push(textLine(text));
  return { head, details, children };
}

/** A single text is the node's text and needs no line of its own. */
function contentOf(
  node: SnapshotNode,
  children: readonly SnapshotChild[],
): { text: string; children: readonly SnapshotChild[] } {
  if (node.text) return { text: node.text, children };
  const [only] = children;
  if (children.length === 1 && only && isText(only)) return { text: only.text, children: NONE };
  return { text: '', children };
}

function cutsAt(node: SnapshotNode, last: boolean): readonly Cut[] {
  if (!node.cut && !last) return NONE;
  const cuts = node.cut ? [node.cut] : [];
  if (last) cuts.push({ reason: 'depth', count: countBelow(node) });
  return cuts;
}

function countBelow(node: SnapshotNode): number {
  let count = 0;
  const pending: SnapshotNode[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const child of next.children) {
      if (isText(child)) continue;
      count++;
      pending.push(child);
    }
  }
  return count;
}

/** `about:blank` and `srcdoc` documents inherit the URL of the parent document as their base. */
export function originInside(iframe: SnapshotNode, outside: string | undefined): string | undefined {
  const url = iframe.frameUrl ?? '';
  return url === '' || url.startsWith('about:') ? outside : originOf(url);
}
