/** Which `<label>`s belong to which control, read once per document or shadow root. */
import { isHtml, labelControl, labelsOf } from '../../dom/intrinsics.js';
import { keptList } from '../../dom/kept-list.js';

const NONE: readonly Element[] = [];
/** Of so many labels, reading which control each has takes longer than asking a few controls for their labels. */
const MANY = 50;
const FEW = 4;

export class Labels {
  readonly #byRoot = new Map<Node, Map<Element, Element[]>>();
  #asked = 0;

  /** `root`: the document or shadow root that contains it. */
  of(control: Element, root: Node): readonly Element[] {
    let map = this.#byRoot.get(root);
    if (!map) {
      const isOneOfFew = keptList(root, 'label').length > MANY && this.#asked++ < FEW;
      const own = isOneOfFew ? labelsOf(control) : undefined;
      if (own) return own;
      map = readLabels(root);
      this.#byRoot.set(root, map);
    }
    return map.get(control) ?? NONE;
  }
}

function readLabels(root: Node): Map<Element, Element[]> {
  const map = new Map<Element, Element[]>();
  const labels = keptList(root, 'label');
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at];
    if (!label || !isHtml(label)) continue; // `label` in another namespace
    const control = labelControl(label as HTMLLabelElement); // its name says so
    if (!control) continue;
    const list = map.get(control);
    if (list) list.push(label);
    else map.set(control, [label]);
  }
  return map;
}
