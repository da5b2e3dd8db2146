/**
 * A page to read: the main content first, then what is beside it, as Markdown. With `maxTokens` as much as fits; the
 * cursor continues with the rest.
 */
import { isText, type SnapshotNode } from '../node.js';
import { estimateTokens } from '../text/tokens.js';
import { cursorAt, type Portion, stampOf, startOf } from '../view/cursor.js';
import { withoutUnseenTexts } from '../view/unseen.js';
import { type Block, blocksOf } from './blocks.js';
import { briefOf } from './brief.js';

export interface MarkdownOptions {
  maxTokens?: number | undefined;
  /** From the page before. */
  cursor?: string | undefined;
  /** Without navigation, header and footer beside the main content; addresses of the page's own origin are paths. */
  brief?: boolean | undefined;
}

/** Its parts are paragraphs, list items and rows. */
export interface Markdown extends Portion {
  /** With `brief`: what is left out beside the main content, `24 links, 3 texts`, and the ref of the whole. */
  left?: { what: string; ref: string };
}

export function markdownOf(
  page: SnapshotNode,
  {
    maxTokens = Number.POSITIVE_INFINITY,
    cursor,
    brief = false,
    url = '',
  }: MarkdownOptions & { url?: string } = {},
): ({ ok: true } & Markdown) | { ok: false; message: string } {
  const whole = withoutUnseenTexts(page);
  const { root, left } = brief ? briefOf(whole, mainIn(whole), url) : { root: whole, left: '' };
  const blocks = withOwnKeys(inReadingOrder(root));
  const stamp = stampOf(blocks.map(({ text }) => text).join('\n'));
  const from = startOf(cursor, blocks, stamp);
  if ('message' in from) return { ok: false, message: from.message };
  let text = '';
  let to = from.index;
  let tokens = 0;
  for (; to < blocks.length; to++) {
    const block = blocks[to] as Block; // within the length
    const piece = to === from.index ? block.text : `${block.tight ? '\n' : '\n\n'}${block.text}`;
    tokens += estimateTokens(piece);
    if (tokens > maxTokens && to > from.index) break;
    text += piece;
  }
  const counts = { before: from.index, shown: to - from.index, total: blocks.length };
  const rest = to < blocks.length ? { cursor: cursorAt(blocks, to, stamp) } : {};
  const beside = left === '' ? {} : { left: { what: left, ref: whole.ref } };
  return { ok: true, text, changed: from.changed, ...counts, ...rest, ...beside };
}

/** Several parts of one element are counted. */
function withOwnKeys(blocks: readonly Block[]): Block[] {
  const counts = new Map<string, number>();
  return blocks.map((block) => {
    const count = counts.get(block.key) ?? 0;
    counts.set(block.key, count + 1);
    return count === 0 ? block : { ...block, key: `${block.key}.${count}` };
  });
}

function inReadingOrder(root: SnapshotNode): Block[] {
  const main = mainIn(root);
  if (!main || main === root) return blocksOf(root);
  const beside = blocksOf(root, main);
  const first = blocksOf(main);
  if (first.length === 0 || beside.length === 0) return [...first, ...beside];
  return [...first, { text: '---', key: root.ref, tight: false }, ...beside];
}

function mainIn(root: SnapshotNode): SnapshotNode | undefined {
  const pending = [root];
  for (let node = pending.shift(); node; node = pending.shift()) {
    if (node.role === 'main') return node;
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return undefined;
}
