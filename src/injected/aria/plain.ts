/** Elements whose attributes are of no interest here. */
import { getAttributeNames, hasAttributes } from '../dom/intrinsics.js';

/** None but `class`, `id`, `style` and `data-*`: no attribute gives the element a role, name, state or use. */
export function hasPlainAttributes(element: Element): boolean {
  if (!hasAttributes(element)) return true;
  for (const name of getAttributeNames(element)) {
    if (name !== 'class' && name !== 'id' && name !== 'style' && !name.startsWith('data-')) return false;
  }
  return true;
}
