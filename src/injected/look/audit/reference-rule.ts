import type { Problem } from '../../../wire/audit-api.js';
import type { Aria } from '../../aria/aria.js';
import { getAttribute, getElementById } from '../../dom/intrinsics.js';

const REFERENCES = [
  'aria-labelledby',
  'aria-describedby',
  'aria-errormessage',
  'aria-owns',
  'aria-activedescendant',
  'for',
];

/** Ids that an element refers to and that nothing has. (`aria-controls` may name what is not there yet.) */
export function* missingReferences(
  element: Element,
  aria: Aria,
): Generator<Pick<Problem, 'rule' | 'detail'>> {
  if (!aria.hasAttributes(element)) return;
  for (const attribute of REFERENCES) {
    const written =
      attribute === 'for' && aria.tagOf(element) !== 'label' ? null : getAttribute(element, attribute);
    const root = aria.rootOf(element) as Document | DocumentFragment; // nothing else can be a root
    for (const id of written?.split(/\s+/).filter(Boolean) ?? []) {
      if (!getElementById(root, id))
        yield { rule: 'reference', detail: `${attribute}: nothing has the id "${id.slice(0, 50)}"` };
    }
  }
}
