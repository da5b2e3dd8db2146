/**
 * What tells an element from all others in its document or shadow root: an id, a test id, or the label
 * and role that assistive technology is told. Values are counted once per root, never asked per element.
 */
import { getAttribute, getRootNode, queryAll } from './intrinsics.js';

/** The longest step of a path. */
export const MAX_STEP = 64;

export const escapeCss = CSS.escape;

/** Line breaks end a CSS string and a null character is not valid anywhere: both are written as code points. */
export function quoteCss(value: string): string {
  const escaped = value.replace(/["\\\n\r\f\0]/g, (character) =>
    character === '"' || character === '\\' ? `\\${character}` : `\\${character.charCodeAt(0).toString(16)} `,
  );
  return `"${escaped}"`;
}

export class Anchors {
  readonly #attributes: readonly string[];
  readonly #counts = new Map<Node, Map<string, number>>();

  /** `attributes` in order of preference: `id`, test ids. */
  constructor(attributes: readonly string[]) {
    this.#attributes = attributes;
  }

  /** `#id` or `[data-testid="…"]`. */
  idOf(element: Element): string | undefined {
    for (const attribute of this.#attributes) {
      const value = getAttribute(element, attribute);
      if (!value) continue;
      const step =
        attribute === 'id' ? `#${escapeCss(value)}` : `[${escapeCss(attribute)}=${quoteCss(value)}]`;
      if (step.length <= MAX_STEP && this.isUnique(element, attribute, value)) return step;
    }
    return undefined;
  }

  /** `[aria-label="…"][role="…"]`. */
  labelOf(element: Element): string | undefined {
    const label = getAttribute(element, 'aria-label');
    const role = label && getAttribute(element, 'role');
    if (!label || !role) return undefined;
    const step = `[aria-label=${quoteCss(label)}][role=${quoteCss(role)}]`;
    return step.length <= MAX_STEP && this.isUnique(element, 'aria-label', `${role} ${label}`)
      ? step
      : undefined;
  }

  isUnique(element: Element, attribute: string, value: string): boolean {
    const root = getRootNode(element);
    let counts = this.#counts.get(root);
    if (!counts) {
      counts = countValues(root, new Set([...this.#attributes, 'id']));
      this.#counts.set(root, counts);
    }
    return counts.get(`${attribute} ${value}`) === 1;
  }
}

function countValues(root: Node, attributes: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const selector = ['[aria-label][role]', ...[...attributes].map((name) => `[${escapeCss(name)}]`)].join(',');
  for (const element of queryAll(root, selector)) {
    for (const attribute of attributes) {
      const value = getAttribute(element, attribute);
      if (value) add(`${attribute} ${value}`);
    }
    const label = getAttribute(element, 'aria-label');
    const role = label && getAttribute(element, 'role');
    if (role) add(`aria-label ${role} ${label}`);
  }
  return counts;
}
