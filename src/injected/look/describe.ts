/** Everything that a caller may ask about one element. */
import type { Described } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';
import { boxOf } from '../dom/geometry.js';
import { getAttribute, getAttributeNames, getClientRects } from '../dom/intrinsics.js';
import { isSecretField } from '../dom/secret-field.js';
import type { Resolved } from '../identity/resolve.js';

export function describe({ element, found }: Resolved, aria: Aria): Described {
  const value = aria.valueOf(element);
  const secret = isSecretField(element, aria.tagOf(element));
  return {
    ...found,
    description: aria.descriptionOf(element),
    ...(value !== undefined && { value }),
    states: aria.statesOf(element),
    attributes: attributesOf(element, secret),
    secret,
    box: getClientRects(element).length > 0 ? boxOf(aria.boxOf(element)) : null,
    visible: aria.isVisible(element),
  };
}

/** As written, except the value of a password field. */
function attributesOf(element: Element, secret: boolean): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of getAttributeNames(element)) {
    if (secret && name === 'value') continue;
    // An attribute may have any name, even `__proto__`.
    Object.defineProperty(attributes, name, { value: getAttribute(element, name) ?? '', enumerable: true });
  }
  return attributes;
}
