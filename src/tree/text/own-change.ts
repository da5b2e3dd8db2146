/** Whether the text of a node itself differs, apart from its children. */

import { type Cut, isText, type SnapshotNode, type States } from '../node.js';
import { nodeLine } from './line.js';

/** Nothing below it, or a single text, which is then a property of the node itself. */
export function isLeaf(node: SnapshotNode): boolean {
  if (node.children.length === 0) return true;
  if (node.text || node.children.length > 1) return false;
  const only = node.children[0];
  return only !== undefined && isText(only);
}

export function leafText(node: SnapshotNode): string {
  if (node.text) return node.text;
  const only = node.children[0];
  return only && isText(only) ? only.text : '';
}

/**
 * Compared field by field first, because nearly all are equal. If something differs, the text decides: it leaves
 * out states that only the JSON has. A box alone is no change: a new banner on top moves every box.
 */
export function ownChange(before: SnapshotNode, node: SnapshotNode, leaves: boolean): boolean {
  if (leaves && leafText(before) !== leafText(node)) return true;
  if ((before.value ?? '') !== (node.value ?? '')) return true;
  if (!sameCut(before.cut, node.cut)) return true;
  return !sameFields(before, node) && lineOf(before) !== lineOf(node);
}

function sameFields(a: SnapshotNode, b: SnapshotNode): boolean {
  return (
    a.name === b.name &&
    a.role === b.role &&
    a.url === b.url &&
    a.description === b.description &&
    a.placeholder === b.placeholder &&
    a.computed.interactive === b.computed.interactive &&
    a.computed.focusable === b.computed.focusable &&
    sameStates(a.states, b.states) &&
    (!(a.isFrame || b.isFrame) || sameFrame(a, b))
  );
}

function sameFrame(a: SnapshotNode, b: SnapshotNode): boolean {
  return (
    a.isFrame === b.isFrame &&
    a.frameUrl === b.frameUrl &&
    a.frame === b.frame &&
    a.frameError === b.frameError &&
    // The handle is shown if there is no content.
    (a.children.length === 0) === (b.children.length === 0)
  );
}

function sameStates(a: States, b: States): boolean {
  for (const state in a) if (a[state] !== b[state]) return false;
  for (const state in b) if (a[state] === undefined && b[state] !== undefined) return false;
  return true;
}

function sameCut(a: Cut | undefined, b: Cut | undefined): boolean {
  return a === b || (a?.reason === b?.reason && a?.count === b?.count);
}

function lineOf({ box: _, ...node }: SnapshotNode): string {
  const { head, details } = nodeLine(node, undefined);
  return [head, ...details].join('\n');
}
