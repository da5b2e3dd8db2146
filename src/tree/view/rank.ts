/** The priority of an element when there is no room for all. */

import type { SnapshotNode } from '../node.js';
import { computedFlag, isInteractiveRole } from '../text/flags.js';

/** What tells a person where they are, and what they should not miss. */
const SIGNPOSTS = new Set(['alert', 'alertdialog', 'dialog', 'heading', 'status']);

/** 0: can be acted on, or a signpost; 1: has a name; 2: text. */
export function rankOf(node: SnapshotNode): 0 | 1 | 2 {
  if (isInteractiveRole(node.role) || SIGNPOSTS.has(node.role)) return node.role === 'iframe' ? 1 : 0;
  if (computedFlag(node) !== undefined || node.states.editable === true) return 0;
  if (node.states.active || node.states.invalid || node.states.current) return 0;
  return node.name === '' ? 2 : 1;
}
