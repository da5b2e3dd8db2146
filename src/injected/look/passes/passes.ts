/** Passes for wrappers, decoration and empty groups, and the order of all passes. */

import { INTERACTIVE_ROLES } from '../../../tree/roles.js';
import { type ExposedNode, hasStates, isTextRun, saysNoMore } from '../exposed-node.js';
import { mergeTextRuns } from '../text-run.js';
import { keepApart } from './keep-apart.js';
import { unwrapLayoutTable } from './layout-table.js';
import type { Pass } from './pass.js';
import {
  dropDescribingText,
  dropEchoedName,
  dropEchoingBox,
  dropLabelText,
  dropRepeatedText,
} from './repeated.js';

/** Inline `<b>`, `<em>`, `<span>`, `<time>`: the text continues in the parent. */
export const flattenInline = (): Pass => ({
  name: 'flatten-inline',
  exit: (node) => (node.plain && node.inline && !node.cut ? 'flatten' : undefined),
});

/** Joins text between two elements into one run, with spaces as rendered. */
export const joinText = (): Pass => ({
  name: 'join-text',
  exit(node) {
    if (node.children.length > 0) node.children = mergeTextRuns(node.children);
    return undefined;
  },
});

/** `<x-button>` around its button, a label around its checkbox: one thing to click, not two. */
export const unwrapControl = (): Pass => ({
  name: 'unwrap-control',
  exit(node) {
    const [only] = node.children;
    const wrapsControl = node.wrapsControl && node.role === 'generic' && !node.focusable && saysNoMore(node);
    return wrapsControl && node.children.length === 1 && only && !isTextRun(only) && only.interactive
      ? 'flatten'
      : undefined;
  },
});

/** An unnamed picture that is part of a control, or an inline SVG, is decoration. */
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

/** A mark that says something of the text beside it: `✓ Export`, `✗ Export`. */
const VERDICT =
  /(?:^|[-_ ])(?:check\w*|tick|times|xmark|cross|ban|warn\w*|exclamation|error|danger|fail\w*|success|lock\w*|unlock\w*)(?:$|[-_ ])/i;

/** An icon before or after a text, and nothing else there, decorates the text. Inside a sentence it is a word. */
export const dropLoneIcon = (): Pass => ({
  name: 'drop-lone-icon',
  exit(node) {
    const elements = node.children.filter((child) => !isTextRun(child));
    const [only] = elements;
    const hasText = node.children.length === 2 || node.showsName;
    if (elements.length !== 1 || !hasText || !only || isTextRun(only)) return undefined;
    const { icon } = only.states;
    const isIcon = icon !== undefined && only.role === 'generic' && only.children.length === 0;
    if (isIcon && !VERDICT.test(String(icon)) && !only.interactive && !only.focusable)
      node.children = node.children.filter(isTextRun);
    return undefined;
  },
});

/** Groups and lines of text. Cells stay, since each stands for a column. So do live regions. */
const GROUPS = new Set(
  'article blockquote caption definition figure group list listitem note paragraph term'.split(' '),
);

/** A group without content. */
export const dropEmptyGroup = (): Pass => ({
  name: 'drop-empty-group',
  exit: (node) => (GROUPS.has(node.role) && saysNothing(node) ? 'drop' : undefined),
});

function saysNothing(node: ExposedNode): boolean {
  return node.children.length === 0 && isBareGroup(node);
}

/** It has a role and nothing else. */
function isBareGroup(node: ExposedNode): boolean {
  return !node.interactive && !node.focusable && saysNoMore(node);
}

/** A wrapper that is its parent's only child adds no grouping. */
export const unwrapOnlyChild = (): Pass => ({
  name: 'unwrap-only-child',
  exit(node) {
    const only = node.children[0];
    if (node.children.length !== 1 || !only || isTextRun(only) || !only.plain || only.cut) return undefined;
    node.children = only.children;
    return undefined;
  },
});

/** A wrapper around one element or nothing. One around text stays: it marks where the text is. */
export const unwrapSingle = (): Pass => ({
  name: 'unwrap-single',
  exit(node) {
    if (!node.plain || node.cut) return undefined;
    const only = node.children[0];
    if (!only) return 'drop';
    return node.children.length === 1 && !isTextRun(only) ? 'flatten' : undefined;
  },
});

/** A menu entry is often a link in a list item: the list already says that it is an item. */
export const unwrapListItem = (): Pass => ({
  name: 'unwrap-list-item',
  exit(node) {
    if (node.role !== 'listitem' || node.children.length !== 1 || !isBareGroup(node)) return undefined;
    const [only] = node.children;
    return only && !isTextRun(only) && !only.plain ? 'flatten' : undefined;
  },
});

/** A day of a calendar is a button in a grid cell: the row already says that it is one. */
export const unwrapGridCell = (): Pass => ({
  name: 'unwrap-grid-cell',
  exit(node) {
    if (node.role !== 'gridcell' || node.children.length !== 1 || node.name !== '' || node.cut)
      return undefined;
    const [only] = node.children;
    const isBare = !node.interactive && !node.focusable && Object.entries(node.states).every(isSilent);
    return isBare && only && !isTextRun(only) && INTERACTIVE_ROLES.has(only.role) ? 'flatten' : undefined;
  },
});

/** `aria-selected="false"`, or the place in the grid: no text shows it. */
const isSilent = ([state, value]: [string, unknown]): boolean =>
  value === false || state === 'colindex' || state === 'rowindex';

/** A tab around a link of the same name is clicked like the link. */
export const dropLinkOfTab = (): Pass => ({
  name: 'drop-link-of-tab',
  exit(node) {
    const [only] = node.children;
    if (node.role !== 'tab' || node.children.length !== 1 || !only || isTextRun(only)) return undefined;
    const isSame = only.fullName === node.fullName && only.description === '' && !hasStates(only);
    if (isSame && only.role === 'link' && only.children.length === 0) node.children = [];
    return undefined;
  },
});

/** In this order: each pass may rely on what earlier ones did to the same node. */
export const PASSES: readonly (() => Pass)[] = [
  dropEchoedName,
  keepApart,
  flattenInline,
  joinText,
  dropRepeatedText,
  dropLabelText,
  dropDescribingText,
  dropEchoingBox,
  dropDecoration,
  dropLoneIcon,
  dropEmptyGroup,
  unwrapLayoutTable,
  unwrapControl,
  unwrapOnlyChild,
  unwrapSingle,
  unwrapListItem,
  unwrapGridCell,
  dropLinkOfTab,
];
