/** What is being dragged, and what pages draw for it. */
import { pathOf } from '../../dom/event-path.js';
import { children, parentElement } from '../../dom/intrinsics.js';

export class Dragged {
  readonly #element: Element;
  /** What was in the boxes that pages add a copy or a helper to. */
  readonly #before: ReadonlyMap<Element, ReadonlySet<Element>>;

  constructor(element: Element) {
    this.#element = element;
    const boxes = [document.body, parentElement(element)].filter((box) => box !== null);
    this.#before = new Map(boxes.map((box) => [box, new Set(children(box))]));
  }

  /** Whether an element follows the pointer, as part of the dragged one or because it came with the drag. */
  isIn(cover: Element): boolean {
    const path = pathOf(cover);
    return path.some((each) => {
      const parent = parentElement(each);
      const before = parent && this.#before.get(parent);
      return each === this.#element || (before && !before.has(each));
    });
  }
}
