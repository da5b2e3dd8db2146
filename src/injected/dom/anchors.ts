/**
 * What distinguishes an element from all others in its document or shadow root: an id, a test id, or its ARIA
 * label and role. Each root is read once, not queried per element.
 */
import { getAttribute, queryAll } from './intrinsics.js';

/** The longest step of a path. */
export const MAX_STEP = 64;

const IDENTIFIER = /^[a-z_][\w-]*$/i;

/** Most names need no escape: testing that here is faster than `CSS.escape`. */
export const escapeCss = (name: string): string => (IDENTIFIER.test(name) ? name : CSS.escape(name));

/** A line break ends a CSS string and a null character is invalid: both are written as code points. */
function quoteCss(value: string): string {
  const escaped = value.replace(/["\\\n\r\f\0]/g, (character) =>
    character === '"' || character === '\\' ? `\\${character}` : `\\${character.charCodeAt(0).toString(16)} `,
  );
  return `"${escaped}"`;
}

/** The attribute values in one root. */
interface Root {
  /** How often each attribute has each value. */
  counts: Map<string, number>;
  /** `attribute value`, best first. */
  said: Map<Element, string[]>;
}

const LABEL = 'aria-label';

export class Anchors {
  readonly #attributes: readonly string[];
  readonly #selector: string;
  readonly #roots = new Map<Node, Root>();

  /** `attributes` in order of preference: `id`, test ids. */
  constructor(attributes: readonly string[]) {
    this.#attributes = [...new Set([...attributes, 'id'])];
    this.#selector = [...this.#attributes.map((name) => `[${escapeCss(name)}]`), `[${LABEL}][role]`].join(
      ',',
    );
  }

  /** `#id` or `[data-testid="…"]`. */
  idOf(element: Element, root: Node): string | undefined {
    return this.#stepOf(element, root, (attribute) => attribute !== LABEL);
  }

  /** Like `idOf`, else `[aria-label="…"][role="…"]`. */
  anchorOf(element: Element, root: Node): string | undefined {
    return this.#stepOf(element, root, () => true);
  }

  /** The value of one of the attributes, if no other element of the root has it. */
  uniqueValue(element: Element, root: Node, attribute: string): string | undefined {
    const { said, counts } = this.#read(root);
    const prefix = `${attribute} `;
    const found = said.get(element)?.find((one) => one.startsWith(prefix));
    return found !== undefined && counts.get(found) === 1 ? found.slice(prefix.length) : undefined;
  }

  #stepOf(element: Element, root: Node, allowed: (attribute: string) => boolean): string | undefined {
    const { said, counts } = this.#read(root);
    const all = said.get(element);
    if (!all) return undefined;
    for (const one of all) {
      const space = one.indexOf(' ');
      const attribute = one.slice(0, space);
      if (counts.get(one) !== 1 || !allowed(attribute)) continue;
      const step = stepFor(attribute, one.slice(space + 1));
      if (step.length <= MAX_STEP) return step;
    }
    return undefined;
  }

  #read(root: Node): Root {
    const known = this.#roots.get(root);
    if (known) return known;
    const counts = new Map<string, number>();
    const said = new Map<Element, string[]>();
    for (const element of queryAll(root, this.#selector)) {
      const list = this.#attributesOf(element);
      for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
      said.set(element, list);
    }
    const read = { counts, said };
    this.#roots.set(root, read);
    return read;
  }

  #attributesOf(element: Element): string[] {
    const list: string[] = [];
    for (const attribute of this.#attributes) {
      const value = getAttribute(element, attribute);
      if (value) list.push(`${attribute} ${value}`);
    }
    const label = getAttribute(element, LABEL);
    const role = label && getAttribute(element, 'role');
    // A value with spaces lists several roles and is no anchor.
    if (role && !role.includes(' ')) list.push(`${LABEL} ${role} ${label}`);
    return list;
  }
}

function stepFor(attribute: string, value: string): string {
  if (attribute === 'id') return `#${escapeCss(value)}`;
  if (attribute !== LABEL) return `[${escapeCss(attribute)}=${quoteCss(value)}]`;
  const space = value.indexOf(' ');
  return `[${LABEL}=${quoteCss(value.slice(space + 1))}][role=${quoteCss(value.slice(0, space))}]`;
}
