/** What an element's attributes can affect: known once, it saves a dozen attribute reads. */
import { getAttributeNames, hasAttributes } from '../dom/intrinsics.js';

/** In order: the most special attribute decides. */
export const AttributeKind = {
  none: 0,
  /** Only `class`, `id` and `data-*`: they give no role, name, state or interaction. */
  plain: 1,
  /** These and `style`, which gives none either. */
  styled: 2,
  /** Besides these, only attributes specific to its tag, such as `href`, `type` or `alt`. */
  ofItsTag: 3,
  /** Some attribute means the same on every element. */
  global: 4,
} as const;

export type AttributeKind = (typeof AttributeKind)[keyof typeof AttributeKind];

/** With `aria-*` and `on*`, all attributes that are read whatever the tag. */
const GLOBAL_NAMES = new Set('contenteditable controls inert part popover role tabindex title'.split(' '));

/** Kinds of the names seen so far: pages repeat names. */
const kinds = new Map<string, AttributeKind>();
/** A limit for pages that generate names without end. */
const MAX_KINDS = 1000;

const NONE: readonly string[] = [];

/** Half of all elements have no attributes: `hasAttributes` is cheaper than an empty list. */
export const attributeNames = (element: Element): readonly string[] =>
  hasAttributes(element) ? getAttributeNames(element) : NONE;

export function attributeKind(names: readonly string[]): AttributeKind {
  let kind: AttributeKind = AttributeKind.none;
  for (let at = 0; at < names.length; at++) {
    const found = kindOf(names[at] ?? '');
    if (found > kind) kind = found;
  }
  return kind;
}

function kindOf(name: string): AttributeKind {
  let kind = kinds.get(name);
  if (kind === undefined) {
    if (kinds.size >= MAX_KINDS) kinds.clear();
    kind = judge(name);
    kinds.set(name, kind);
  }
  return kind;
}

function judge(name: string): AttributeKind {
  if (name === 'class' || name === 'id' || name.startsWith('data-')) return AttributeKind.plain;
  if (name === 'style') return AttributeKind.styled;
  const isGlobal = name.startsWith('aria-') || name.startsWith('on') || GLOBAL_NAMES.has(name);
  return isGlobal ? AttributeKind.global : AttributeKind.ofItsTag;
}
