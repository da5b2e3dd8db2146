/** What the attributes of an element can say about it: known once, it saves a dozen reads of attributes. */
import { getAttributeNames, hasAttributes } from '../dom/intrinsics.js';

/** None but `class`, `id`, `style` and `data-*`: they give no role, name, state or use. */
export const PLAIN = 0;
/** Besides these only some that belong to its tag, such as `href`, `type` or `alt`. */
export const OF_ITS_TAG = 1;
/** Some that mean the same on every element. */
export const GLOBAL = 2;

export type AttributeKind = typeof PLAIN | typeof OF_ITS_TAG | typeof GLOBAL;

/** With `aria-*` and `on*`, all that is read of elements whatever their tag. */
const GLOBAL_NAMES = new Set('contenteditable controls inert part popover role tabindex title'.split(' '));

const NONE: readonly string[] = [];

/** Half of all elements have none: asking for that is cheaper than an empty list. */
export const attributeNames = (element: Element): readonly string[] =>
  hasAttributes(element) ? getAttributeNames(element) : NONE;

export function attributeKind(names: readonly string[]): AttributeKind {
  let kind: AttributeKind = PLAIN;
  for (const name of names) {
    if (name === 'class' || name === 'id' || name === 'style' || name.startsWith('data-')) continue;
    if (name.startsWith('aria-') || name.startsWith('on') || GLOBAL_NAMES.has(name)) return GLOBAL;
    kind = OF_ITS_TAG;
  }
  return kind;
}
