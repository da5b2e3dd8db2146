/** Passes about wrappers, decoration and empty groups, and the order of all passes. */

import { mergeTextRuns } from '../text-run.js';
import { isTextRun, saysNoMore, type ViewNode } from '../view-node.js';
import { unwrapLayoutTable } from './layout-table.js';
import type { Pass } from './prune.js';
import {
  dropDescribingText,
  dropEchoedName,
  dropEchoingBox,
  dropLabelText,
  dropRepeatedText,
} from './repeated.js';

/** `<b>`, `<em>`, `<span>`, `<time>` in a line: the text goes on in its parent. */
export const flattenInline = (): Pass => ({
  name: 'flatten-inline',
  exit: (node) => (node.plain && node.inline && !node.cut ? 'flatten' : undefined),
});

/** One run of text between two elements, spaces as rendered. */
export const joinText = (): Pass => ({
  name: 'join-text',
  exit(node) {
    if (node.children.length > 0) node.children = mergeTextRuns(node.children);
    return undefined;
  },
});

/** `<x-button>` around its button, a label around its box: one thing to click, not two. */
export const unwrapStandIn = (): Pass => ({
  name: 'unwrap-stand-in',
  exit(node) {
    const [only] = node.children;
    const standsIn = node.standsIn && node.role === 'generic' && !node.focusable && saysNoMore(node);
    return standsIn && node.children.length === 1 && only && !isTextRun(only) && only.interactive
      ? 'flatten'
      : undefined;
  },
});

/** A picture without a name that is part of something to act on, or drawn in place, decorates it. */
export const dropDecoration = (): Pass => {
  let controls = 0;
  return {
    name: 'drop-decoration',
    enter(node) {
      if (node.interactive) controls++;
    },
    exit(node) {
      const decorates = node.role === 'img' && (node.drawing || controls > 0) && saysNothing(node);
      return decorates ? 'drop' : undefined;
    },
    leave(node) {
      if (node.interactive) controls--;
    },
  };
};

/** Groups and lines of text. A cell stays: the next one is in the next column. So does what is there for news. */
const GROUPS = new Set(
  'article blockquote caption definition figure group list listitem note paragraph term'.split(' '),
);

/** A group of nothing. */
export const dropEmptyGroup = (): Pass => ({
  name: 'drop-empty-group',
  exit: (node) => (GROUPS.has(node.role) && saysNothing(node) ? 'drop' : undefined),
});

function saysNothing(node: ViewNode): boolean {
  return node.children.length === 0 && isBareGroup(node);
}

/** Nothing is known of it but its role. */
function isBareGroup(node: ViewNode): boolean {
  return !node.interactive && !node.focusable && saysNoMore(node);
}

/** A wrapper that is all there is in its parent groups nothing that the parent does not group. */
export const unwrapOnlyChild = (): Pass => ({
  name: 'unwrap-only-child',
  exit(node) {
    const only = node.children[0];
    if (node.children.length !== 1 || !only || isTextRun(only) || !only.plain || only.cut) return undefined;
    node.children = only.children;
    return undefined;
  },
});

/** A wrapper around one element, or around nothing. One around text stays: it is where that text is. */
export const unwrapSingle = (): Pass => ({
  name: 'unwrap-single',
  exit(node) {
    if (!node.plain || node.cut) return undefined;
    const only = node.children[0];
    if (!only) return 'drop';
    return node.children.length === 1 && !isTextRun(only) ? 'flatten' : undefined;
  },
});

/** An entry of a menu is a link in a list item: that it is an item, the list says. */
export const unwrapListItem = (): Pass => ({
  name: 'unwrap-list-item',
  exit(node) {
    if (node.role !== 'listitem' || node.children.length !== 1 || !isBareGroup(node)) return undefined;
    const [only] = node.children;
    return only && !isTextRun(only) && !only.plain ? 'flatten' : undefined;
  },
});

/** In this order: each pass may rely on what the ones before it did to the same node. */
export const PASSES: readonly (() => Pass)[] = [
  dropEchoedName,
  flattenInline,
  joinText,
  dropRepeatedText,
  dropLabelText,
  dropDescribingText,
  dropEchoingBox,
  dropDecoration,
  dropEmptyGroup,
  unwrapLayoutTable,
  unwrapStandIn,
  unwrapOnlyChild,
  unwrapSingle,
  unwrapListItem,
];
