import { isText, type SnapshotChild } from '../node.js';

/** A person can't see it, nor anything in it. */
export const isUnseen = (child: SnapshotChild): boolean =>
  !isText(child) && child.states.unseen !== undefined;
