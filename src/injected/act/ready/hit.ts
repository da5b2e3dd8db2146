/**
 * Which element would get a pointer event at a point, and whether that counts as the target: the event goes to
 * the deepest element under the point, and the target must be on its composed path.
 */
import { INTERACTIVE_ROLES } from '../../../tree/roles.js';
import { pathOf } from '../../dom/event-path.js';
import {
  elementFromPoint,
  getAttribute,
  getRootNode,
  hasAttribute,
  isShadowRoot,
  localName,
  shadowHost,
} from '../../dom/intrinsics.js';
import { clickProxyFor, controlOf } from './click-proxy.js';

export type Hit =
  /** `inner`: before the target, the event passes something inside it that reacts to clicks itself. */
  /** `by`: the element on the path that stands for the target. */
  { on: 'target' | 'inner'; element: Element; by?: Element } | { on: 'other'; element: Element | null };

type RootOf = (host: Element) => ShadowRoot | null;

export function hitTest(target: Element, x: number, y: number, rootOf: RootOf): Hit {
  // The shadow roots around the target are known, closed ones too, whatever `rootOf` knows.
  const around = new Map(shadowRootsAround(target).map((root) => [shadowHost(root), root]));
  const element = deepestAt(x, y, (host) => around.get(host) ?? rootOf(host));
  return element ? hitOn(target, pathOf(element, [...around.values()])) : { on: 'other', element };
}

/** Of an event that comes past these elements, innermost first. */
export function hitOn(target: Element, path: readonly Element[]): Hit {
  const [element] = path;
  if (!element) return { on: 'other', element: null };
  const at = path.indexOf(target);
  // A label as the target means its control: another interactive element inside it would take the click.
  const control = controlOf(target);
  if (control && at > 0 && path.slice(0, at).some((each) => each !== control && isInteractive(each)))
    return { on: 'other', element };
  // A link in a tab is there to be clicked as the tab.
  if (at >= 0 && getAttribute(target, 'role') === 'tab') return { on: 'target', element };
  if (at >= 0) return { on: path.slice(0, at).some(reactsToClicks) ? 'inner' : 'target', element };
  // A click on a label is a click on its control, unless something in the label takes it.
  const by = clickProxyFor(target, path);
  if (by && !path.slice(0, path.indexOf(by)).some(reactsToClicks)) return { on: 'target', element, by };
  return { on: 'other', element };
}

/** Innermost first. */
export function shadowRootsAround(element: Element): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  for (let root = getRootNode(element); isShadowRoot(root); root = getRootNode(shadowHost(root)))
    roots.push(root);
  return roots;
}

/** The innermost element at a point, through shadow roots. */
export function deepestAt(x: number, y: number, rootOf: RootOf): Element | null {
  let element = elementFromPoint(document, x, y);
  while (element) {
    const root = rootOf(element);
    if (!root) break;
    const inner = elementFromPoint(root, x, y);
    // At a point where only the host is, some browsers return the host from its root and others nothing.
    if (!inner || inner === element || getRootNode(inner) !== root) break;
    element = inner;
  }
  return element;
}

const REACTING = new Set(['button', 'input', 'select', 'textarea', 'summary', 'option', 'label']);
/** Interactive content of HTML: a click on it inside a label does not activate the label. */
function isInteractive(element: Element): boolean {
  const name = localName(element);
  return INTERACTIVE.has(name) || (name === 'a' && hasAttribute(element, 'href'));
}

const INTERACTIVE = new Set(['button', 'input', 'select', 'textarea', 'summary']);

export function reactsToClicks(element: Element): boolean {
  const name = localName(element);
  if (REACTING.has(name)) return true;
  if (name === 'a' || name === 'area') return hasAttribute(element, 'href');
  return INTERACTIVE_ROLES.has(getAttribute(element, 'role') ?? '') || hasAttribute(element, 'onclick');
}

/**
 * The element to name as covering the target: among the ancestors of the hit element that are not ancestors of
 * the target, the outermost with a role or an id; else the outermost of all.
 */
export function coverOf(hit: Element, target: Element): Element {
  const aroundTarget = new Set(pathOf(target));
  const covering = pathOf(hit).filter((element) => !aroundTarget.has(element));
  const telling = covering.findLast(
    (element) => hasAttribute(element, 'role') || TELLING.has(localName(element)),
  );
  return telling ?? covering.at(-1) ?? hit;
}

const TELLING = new Set([
  'dialog',
  'header',
  'nav',
  'footer',
  'aside',
  'form',
  'button',
  'a',
  'iframe',
  'img',
]);
