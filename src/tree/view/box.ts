/** Boxes that say nothing beside what is in them. */
import { isText, type SnapshotNode } from '../node.js';
import { computedFlag, isInteractiveRole, shownStates } from '../text/flags.js';

/** Has no value and no state, and cannot be acted on. */
export function isPlain(node: SnapshotNode): boolean {
  if (node.isFrame || node.cut || node.value || node.description || node.placeholder) return false;
  if (isInteractiveRole(node.role) || computedFlag(node) !== undefined) return false;
  return shownStates(node.role, node.states).length === 0;
}

/** A box that has the name of the only control in it, or is clicked with it; its icon is the control's. */
export function isBox(node: SnapshotNode): boolean {
  const [only] = node.children;
  if (node.role !== 'generic' || node.children.length > 1 || !only || isText(only)) return false;
  const isAround = isPlain(node)
    ? only.name === node.name
    : node.name === '' && !node.value && computedFlag(node) === 'clickable';
  const { icon: _, ...states } = node.states;
  return isAround && isInteractiveRole(only.role) && shownStates(node.role, states).length === 0;
}
