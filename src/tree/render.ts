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
import { originOf } from './url.js';

export interface RenderOptions {
  /** Address of the document: links of its origin are shown without it. */
  url?: string;
  /** Levels to show, counted through frames. */
  maxDepth?: number;
}

/** What is left to write: a node, or a finished line that comes after a node's children. */
interface Pending {
  item: SnapshotChild | string;
  depth: number;
  origin: string | undefined;
}

/** Without recursion: the tree may be deeper than the stack. */
export function renderTree(root: SnapshotNode, options: RenderOptions = {}): string {
  const { url = '', maxDepth = MAX_TEXT_DEPTH } = options;
  const lines: string[] = [];
  const cuts: Cut[] = [];
  let framesMissing = 0;
  const indents: string[] = [];
  const pending: Pending[] = [{ item: root, depth: 0, origin: originOf(url) }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { item, depth, origin } = next;
    indents[depth] ??= '  '.repeat(depth);
    const start = `${indents[depth]}- `;
    if (typeof item === 'string') {
      lines.push(start + item);
      continue;
    }
    if (isText(item)) {
      lines.push(start + textLine(item.text));
      continue;
    }
    const last = depth >= maxDepth && item.children.some((child) => !isText(child));
    const cut = cutsAt(item, last);
    const { head, inline, details, children } = entryOf(item, origin, cut.length > 0, last);
    if (inline !== undefined) {
      lines.push(`${start}${head}: ${yamlScalar(inline)}`);
    } else {
      lines.push(start + head + (details.length + children.length + cut.length > 0 ? ':' : ''));
      for (const line of details) lines.push(`  ${start}${line}`);
    }
    for (const each of cut) {
      cuts.push(each);
      pending.push({ item: cutMark(each, item.ref, depth === 0), depth: depth + 1, origin });
    }
    const inside = item.isFrame ? originInside(item, origin) : origin;
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child) pending.push({ item: child, depth: depth + 1, origin: inside });
    }
    if (item.frameError !== undefined) framesMissing++;
  }
  const mark = incompleteMark(cuts, framesMissing);
  if (mark !== '') lines.unshift(`- ${mark}`);
  return lines.join('\n');
}

interface Entry {
  head: string;
  /** What stands after the colon, where nothing else is below the node. */
  inline?: string;
  details: string[];
  children: SnapshotChild[];
}

function entryOf(node: SnapshotNode, origin: string | undefined, marked: boolean, last: boolean): Entry {
  const { head, details } = nodeLine(node, origin);
  const { text, children } = contentOf(node, last ? [] : node.children);
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
  children: SnapshotChild[],
): { text: string; children: SnapshotChild[] } {
  if (node.text !== undefined) return { text: node.text, children };
  const [only] = children;
  if (children.length === 1 && only && isText(only)) return { text: only.text, children: [] };
  return { text: '', children };
}

function cutsAt(node: SnapshotNode, last: boolean): Cut[] {
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
