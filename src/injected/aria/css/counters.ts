/**
 * CSS counters. No script API exposes their values, so they are counted: once per walk, over the whole document
 * in order, and only when generated content in a text needs one.
 * https://drafts.csswg.org/css-lists-3/#auto-numbering
 */
import { documentElement, getAttribute } from '../../dom/intrinsics.js';
import type { Style } from '../../dom/reads.js';
import type { Engine, Pseudo } from '../engine.js';
import type { PseudoContents } from './pseudo.js';

/** One counter: visible to the element that created it, its later siblings, and their descendants. */
interface Scope {
  depth: number;
  value: number;
}

type Values = Map<string, readonly number[]>;

export type Counted = Map<Element, Partial<Record<Pseudo, Values>>>;

/** Depth first with an explicit stack: pages nest deeper than the call stack allows. */
export function countDocument(engine: Engine, pseudos: PseudoContents): Counted {
  const counters = new Counters(pseudos);
  const stack: { element: Element; depth: number; left: boolean }[] = [];
  const top = documentElement(engine.document);
  if (top) stack.push({ element: top, depth: 1, left: false });
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { element, depth } = item;
    if (item.left) {
      counters.record(element, '::after', depth + 1);
      counters.closeAbove(depth);
      continue;
    }
    if (engine.hiddenOf(element) === 'not-rendered') continue;
    counters.enter(element, engine.tagOf(element), engine.styleOf(element), depth);
    stack.push({ element, depth, left: true });
    for (const { element: child } of engine.composedChildren(element).toReversed())
      if (child) stack.push({ element: child, depth: depth + 1, left: false });
  }
  return counters.counted;
}

class Counters {
  readonly counted: Counted = new Map();
  readonly #pseudos: PseudoContents;
  readonly #scopes = new Map<string, Scope[]>();

  constructor(pseudos: PseudoContents) {
    this.#pseudos = pseudos;
  }

  enter(element: Element, tag: string, style: Style, depth: number): void {
    this.#applyList(element, tag, style, depth);
    this.#apply(style, depth);
    this.record(element, '::before', depth + 1);
  }

  closeAbove(depth: number): void {
    for (const list of this.#scopes.values()) {
      while ((list.at(-1)?.depth ?? 0) > depth) list.pop();
    }
  }

  record(element: Element, pseudo: Pseudo, depth: number): void {
    const style = this.#pseudos.styleOf(element, pseudo);
    if (!style || style.display === 'none') return;
    this.#apply(style, depth);
    if (!style.content.includes('counter')) return;
    const values: Values = new Map();
    for (const [name, list] of this.#scopes)
      values.set(
        name,
        list.map((scope) => scope.value),
      );
    const entry = this.counted.get(element) ?? {};
    entry[pseudo] = values;
    this.counted.set(element, entry);
  }

  #reset(name: string, value: number, depth: number): void {
    const list = this.#scopes.get(name) ?? [];
    this.#scopes.set(name, list);
    const last = list.at(-1);
    if (last && last.depth === depth) last.value = value;
    else list.push({ depth, value });
  }

  #change(name: string, depth: number, to: (value: number) => number): void {
    const last = this.#scopes.get(name)?.at(-1);
    if (last) last.value = to(last.value);
    else this.#reset(name, to(0), depth);
  }

  #apply(style: Style, depth: number): void {
    for (const [name, value] of pairs(style.counterReset, 0)) this.#reset(name, value, depth);
    for (const [name, value] of pairs(style.counterIncrement, 1))
      this.#change(name, depth, (old) => old + value);
    for (const [name, value] of pairs(style.counterSet, 0)) this.#change(name, depth, () => value);
  }

  /** The counters that every list has without a rule. */
  #applyList(element: Element, tag: string, style: Style, depth: number): void {
    if (tag === 'ol' || tag === 'ul' || tag === 'menu') {
      const start = tag === 'ol' ? Number.parseInt(getAttribute(element, 'start') ?? '1', 10) : 1;
      this.#reset('list-item', (Number.isNaN(start) ? 1 : start) - 1, depth);
    } else if (style.display === 'list-item' && !style.counterIncrement.includes('list-item')) {
      const value = tag === 'li' ? Number.parseInt(getAttribute(element, 'value') ?? '', 10) : Number.NaN;
      this.#change('list-item', depth, (old) => (Number.isNaN(value) ? old + 1 : value));
    }
  }
}

/** `seq 0 other 3`; values may be omitted. */
function pairs(value: string, missing: number): [string, number][] {
  if (!value || value === 'none') return [];
  const list: [string, number][] = [];
  for (const word of value.split(/\s+/)) {
    const last = list.at(-1);
    if (last && /^[+-]?\d+$/.test(word)) last[1] = Number(word);
    else list.push([word, missing]);
  }
  return list;
}
