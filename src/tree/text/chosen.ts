/**
 * What a list says by its options. Where the options that a text shows tell which are selected, the text does not
 * tell the value a second time: who reads it puts the value together from them.
 */
import type { States } from '../node.js';

interface Item {
  role: string;
  name: string;
  states: States;
}

const LISTS = new Set(['combobox', 'listbox']);

/** Empty where none is selected. `inside` gives what is shown below a group of options. */
export function chosenIn<Node extends Item>(
  list: Node,
  inside: (node: Node) => readonly (Node | { role: 'text' })[],
): string {
  if (!LISTS.has(list.role)) return '';
  const items = inside(list).flatMap((item) =>
    'states' in item && item.role === 'group' ? inside(item) : [item],
  );
  return items
    .flatMap((item) =>
      'states' in item && item.role === 'option' && item.states.selected === true ? [item.name] : [],
    )
    .join(', ');
}
