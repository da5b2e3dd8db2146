/** Finds controls by their label: `<label>`, `aria-labelledby`, `aria-label`. */
import type { Aria } from '../aria/aria.js';
import {
  getAttribute,
  getElementById,
  getRootNode,
  isDocument,
  isShadowRoot,
  localName,
  queryAll,
} from '../dom/intrinsics.js';
import { textIn } from './element-text.js';
import type { Engine } from './engine.js';
import { inOrder, rootsIn } from './scope.js';
import { matcherOf } from './text-match.js';

const LABELABLE = ['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea'];
const LABELLED = [...LABELABLE, '[aria-label]', '[aria-labelledby]'].join(',');

type LabelsGetter = (this: Element) => NodeListOf<HTMLLabelElement> | null;
/** The getters of `control.labels`, by tag: each interface has its own. */
const labelsGetters = new Map(
  LABELABLE.map((tag) => {
    const prototype: unknown = Object.getPrototypeOf(document.createElement(tag));
    const get = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get;
    return [tag, get as LabelsGetter | undefined] as const; // an untyped DOM getter
  }),
);

export const label: Engine<'label'> = (step, scopes, aria) => {
  const matches = matcherOf(step.text);
  const found = new Set<Element>();
  for (const scope of scopes) {
    for (const root of rootsIn(scope, aria)) {
      for (const element of queryAll(root, LABELLED)) {
        for (const text of labelTexts(element, aria)) {
          if (matches(text)) {
            found.add(element);
            break;
          }
        }
      }
    }
  }
  return inOrder(found, scopes, aria);
};

/** A label's text excludes that of the controls in it. */
const isControl = (element: Element): boolean => LABELABLE.includes(localName(element));

function* labelTexts(element: Element, aria: Aria): Generator<string> {
  const ids = getAttribute(element, 'aria-labelledby');
  if (ids) {
    const root = getRootNode(element);
    const texts: string[] = [];
    for (const id of ids.split(/\s+/)) {
      const labelling = id && (isDocument(root) || isShadowRoot(root)) ? getElementById(root, id) : null;
      if (labelling) texts.push(textIn(labelling, aria));
    }
    if (texts.length > 0) yield texts.join(' ');
  }
  const own = getAttribute(element, 'aria-label');
  if (own) yield own;
  const labels = labelsGetters.get(localName(element))?.call(element);
  if (labels) for (const one of labels) yield textIn(one, aria, isControl);
}
