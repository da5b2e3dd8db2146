/**
 * The text of a snapshot: YAML, one item per node.
 *
 *     - textbox "First name" [required] [ref=e5]: John
 *
 * Whatever the page contains, the text parses back into the tree, with `parse.ts` or any YAML parser.
 * What does not fit on a node's line follows as items that begin with `/`, and what is missing as items
 * that begin with `…`. docs/snapshot-format.md has the grammar.
 */
import { cutMark, incompleteMark } from './cut.js';
import { hasValue } from './flags.js';
import { MAX_TEXT_DEPTH } from './limit.js';
import { detail, nodeLine, textLine } from './line.js';
import { type Cut, isText, type SnapshotChild, type SnapshotNode } from './node.js';
import { yamlScalar } from './quote.js';
import { TextBuilder } from './text-builder.js';
import { originOf } from './url.js';

export interface RenderOptions {
  /** Address of the document: links of its origin are shown without it. */
  url?: string;
  /** Levels to show, counted through frames. */
  maxDepth?: number;
}

const NONE: readonly never[] = [];

/** A node whose children are being written. */
interface Level {
  children: readonly SnapshotChild[];
  next: number;
  /** Marks that come after the children. */
  marks: readonly string[];
  indent: string;
  /** Of the document that the children are in. */
  origin: string | undefined;
}

/** Without recursion: the tree may be deeper than the stack. */
export function renderTree(root: SnapshotNode, options: RenderOptions = {}): string {
  const { url = '', maxDepth = MAX_TEXT_DEPTH } = options;
  const lines = new TextBuilder();
  const cuts: Cut[] = [];
  let framesMissing = 0;
  const levels: Level[] = [{ children: [root], next: 0, marks: NONE, indent: '', origin: originOf(url) }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { indent, origin } = level;
    const node = level.children[level.next++];
    if (!node) {
      for (const mark of level.marks) lines.add(`${indent}- ${mark}`);
      levels.pop();
      continue;
    }
    if (isText(node)) {
      lines.add(`${indent}- ${textLine(node.text)}`);
      continue;
    }
    const atRoot = levels.length === 1;
    const last = levels.length > maxDepth && node.children.some((child) => !isText(child));
    const cutHere = cutsAt(node, last);
    const { head, inline, details, children } = entryOf(node, origin, cutHere.length > 0, last);
    if (node.frameError !== undefined) framesMissing++;
    if (inline !== undefined) {
      lines.add(`${indent}- ${head}: ${yamlScalar(inline)}`);
      continue;
    }
    if (details.length + children.length + cutHere.length === 0) {
      lines.add(`${indent}- ${head}`);
      continue;
    }
    lines.add(`${indent}- ${head}:`);
    for (const line of details) lines.add(`${indent}  - ${line}`);
    cuts.push(...cutHere);
    levels.push({
      children,
      next: 0,
      marks: cutHere.length === 0 ? NONE : cutHere.map((cut) => cutMark(cut, node.ref, atRoot)),
      indent: `${indent}  `,
      origin: node.isFrame ? originInside(node, origin) : origin,
    });
  }
  const mark = incompleteMark(cuts, framesMissing);
  return mark === '' ? `${lines}` : `- ${mark}\n${lines}`;
}

interface Entry {
  head: string;
  /** What stands after the colon, where nothing else is below the node. */
  inline?: string;
  details: string[];
  children: readonly SnapshotChild[];
}

function entryOf(node: SnapshotNode, origin: string | undefined, marked: boolean, last: boolean): Entry {
  const { head, details } = nodeLine(node, origin);
  const { text, children } = contentOf(node, last ? NONE : node.children);
  const value = node.value ?? '';
  const alone = details.length === 0 && children.length === 0 && !marked;
  if (alone && (value === '') !== (text === '') && hasValue(node.role) === (value !== '')) {
    return { head, inline: value + text, details, children };
  }
  if (value !== '') details.push(detail('value', value));
  if (text !== '') details.push(textLine(text));
  return { head, details, children };
}

/** A single text is the node's text: it needs no line of its own. */
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

/** `about:blank` and `srcdoc` documents take the address of the document around them as their base. */
function originInside(iframe: SnapshotNode, outside: string | undefined): string | undefined {
  const url = iframe.frameUrl ?? '';
  return url === '' || url.startsWith('about:') ? outside : originOf(url);
}
