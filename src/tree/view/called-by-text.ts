/** Boxes to click on in a row, as "Edit" and "Delete" after a record, are called by their text: then they share a line. */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { computedFlag } from '../text/flags.js';
import { isLeaf, leafText } from '../text/own-change.js';

const LONGEST = 40;

export function calledByText(items: readonly SnapshotChild[]): SnapshotChild[] {
  return items.map((item, at) => {
    if (!isTextToClick(item)) return item;
    const beside = [items[at - 1], items[at + 1]];
    if (!beside.some((each) => each && (isTextToClick(each) || isNamed(each)))) return item;
    const { text: _, ...rest } = item;
    return { ...rest, name: leafText(item).trim(), children: [] };
  });
}

const isBox = (item: SnapshotChild): item is SnapshotNode =>
  !isText(item) && item.role === 'generic' && isLeaf(item) && computedFlag(item) === 'clickable';

function isTextToClick(item: SnapshotChild): item is SnapshotNode {
  if (!isBox(item) || item.name !== '' || item.value || item.states.unseen !== undefined) return false;
  const text = leafText(item).trim();
  return text !== '' && text.length <= LONGEST && !text.includes('\n');
}

const isNamed = (item: SnapshotChild): boolean => isBox(item) && item.name !== '';
