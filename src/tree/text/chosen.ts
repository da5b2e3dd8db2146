/**
 * The value of a list as its options say it. Where the shown options say which are selected, the text does not
 * repeat the value: the reader derives it from them.
 */
import type { States } from '../node.js';

interface Item {
  role: string;
  name: string;
  states: States;
}

const LISTS = new Set(['combobox', 'listbox']);

/** Empty if none is selected. `inside` returns what is shown below a group of options. */
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
