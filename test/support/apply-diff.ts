/**
 * Rebuilds the new tree from the old tree and the text of a diff: this proves that the text is complete, and lets
 * a client keep a tree up to date. From a folded diff it rebuilds the parts that are there.
 */
import type { TextNode } from '../../src/tree/node.js';
import { type ParsedChild, type ParsedNode, parseSnapshot } from '../../src/tree/text/parse.js';

interface Instructions {
  /** By ref; without children. */
  changed: Map<string, ParsedNode>;
  /** By parent, then by the element before the slot; '' at the start. */
  slots: Map<string, Map<string, ParsedChild[]>>;
  /** Removed, or only named in a slot: no longer at the old place. */
  gone: Set<string>;
}

export type Applied = { ok: true; root: ParsedNode } | { ok: false; message: string };

/** What a reader knows, by ref: with it, an element that is back gets its earlier content. */
export type KnownNodes = Map<string, ParsedNode>;

/** Adds the nodes of a tree. */
export function learn(known: KnownNodes, root: ParsedNode): KnownNodes {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    known.set(node.ref, node);
    for (const child of node.children) if (!isTextItem(child)) pending.push(child);
  }
  return known;
}

/** `former`: nodes of the trees before the old one. */
export function applyDiff(root: ParsedNode, text: string, former?: KnownNodes): Applied {
  const instructions: Instructions = { changed: new Map(), slots: new Map(), gone: new Set() };
  for (const entry of entriesOf(text)) {
    const problem = readEntry(entry, instructions);
    if (problem !== undefined) return { ok: false, message: `${problem}: ${entry.slice(0, 80)}` };
  }
  const old = learn(new Map(), root);
  for (const ref of instructions.gone) {
    const back = old.has(ref) ? undefined : former?.get(ref);
    if (back) learn(old, back);
  }
  return { ok: true, root: rebuilt(root, instructions, old) };
}

/** Each begins in the first column. */
function entriesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\n(?=- )/);
}

/** What stands in quotes is of the page, and may hold anything. */
const WORD = /^- ('?)<([a-z]+)((?:"(?:[^"\\]|\\.)*"|[^">])*)>/;
const PLACE = /^ in [\w-]+ (\w+) (?:first|after (\w+))/;

function readEntry(entry: string, { changed, slots, gone }: Instructions): string | undefined {
  const match = WORD.exec(entry);
  if (!match) return entry.startsWith('- … ') ? undefined : 'not a change';
  const [start, quote = '', word, where = ''] = match;
  const rest = entry.slice(start.length);
  if (word === 'removed' && where.startsWith(' from ')) {
    for (const ref of rest.slice(': '.length).split(' ')) gone.add(ref);
    return undefined;
  }
  if (word === 'removed' || word === 'changed') {
    const parsed = parseSnapshot(`- ${quote}${rest.trimStart()}`);
    if (!parsed.ok) return parsed.message;
    if (word === 'removed') gone.add(parsed.root.ref);
    else changed.set(parsed.root.ref, parsed.root);
    return undefined;
  }
  if (word === 'shown') return undefined;
  const [, parent, after = ''] = PLACE.exec(where) ?? [];
  if ((word !== 'added' && word !== 'now') || parent === undefined) return 'not a change';
  const items = /^: "?nothing/.test(rest) ? [] : readItems(rest);
  if (typeof items === 'string') return items;
  const own = slots.get(parent) ?? new Map<string, ParsedChild[]>();
  slots.set(parent, own.set(after, items));
  noteNamed(items, gone);
  return undefined;
}

function readItems(rest: string): ParsedChild[] | string {
  const parsed = parseSnapshot(`- generic [ref=e0]${rest}`);
  return parsed.ok ? itemsOf(parsed.root) : parsed.message;
}

function noteNamed(items: readonly ParsedChild[], gone: Set<string>): void {
  const pending = [...items];
  for (let item = pending.pop(); item; item = pending.pop()) {
    if (isTextItem(item)) continue;
    if (item.named) gone.add(item.ref);
    pending.push(...item.children);
  }
}

/** The old node in its new form, or a new one. */
function rebuilt(
  node: ParsedNode,
  instructions: Instructions,
  old: ReadonlyMap<string, ParsedNode>,
): ParsedNode {
  const next = (item: ParsedChild): ParsedChild =>
    isTextItem(item) ? item : rebuilt(item, instructions, old);
  const was = old.get(node.ref);
  if (!was) return withItems(node, itemsOf(node).map(next));
  const own = instructions.changed.get(node.ref);
  const slots = instructions.slots.get(node.ref);
  const leaf = was.children.length === 0;
  if (own && leaf && !slots) return own;
  const items: ParsedChild[] = [];
  let texts: ParsedChild[] = [];
  let after = '';
  const endSlot = () => items.push(...(slots?.get(after) ?? texts));
  for (const item of itemsOf(was)) {
    if (isTextItem(item)) texts.push(item);
    else if (!instructions.gone.has(item.ref)) {
      endSlot();
      items.push(item);
      texts = [];
      after = item.ref;
    }
  }
  endSlot();
  return withItems(own ?? was, items.map(next));
}

function itemsOf(node: ParsedNode): ParsedChild[] {
  return node.text === undefined ? node.children : [{ role: 'text', text: node.text }, ...node.children];
}

/** A single text is the text of the node, as in a snapshot. */
function withItems({ text: _, ...node }: ParsedNode, items: ParsedChild[]): ParsedNode {
  const [only] = items;
  if (items.length !== 1 || !only || !isTextItem(only)) return { ...node, children: items };
  return only.text === '' ? { ...node, children: [] } : { ...node, text: only.text, children: [] };
}

function isTextItem(item: ParsedChild): item is TextNode {
  return !('ref' in item);
}
