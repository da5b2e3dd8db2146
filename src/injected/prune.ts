/**
 * Takes out what tells an agent nothing. A noise rule is one pass: it sees every node on the way down
 * (`enter`) and, with its final children, on the way up (`exit`), and says what becomes of the node.
 * No pass may lose an element that can be acted on, or text that a person can read.
 */

import { isCollapsed } from './aria/text.js';
import { mergeTextRuns } from './text-run.js';
import { append, isTextRun, NO_CHILDREN, type ViewChild, type ViewNode } from './view.js';

/** `flatten` puts the children in the node's place; `drop` takes all of it. The root always stays. */
export type Verdict = 'flatten' | 'drop';

export interface Pass {
  name: string;
  enter?(node: ViewNode): void;
  /** May rewrite `node.children`. The first pass with a verdict about the node itself decides. */
  exit?(node: ViewNode): Verdict | undefined;
  /** After the last pass, whatever the verdict: undoes what `enter` did. */
  leave?(node: ViewNode): void;
}

/**
 * The name of a row is what its cells say, and a cell with a link in it is called what it holds: where the
 * content is shown, the name would say it all again, at each level of a table within a table.
 */
export const dropEchoedName = (): Pass => ({
  name: 'drop-echoed-name',
  enter(node) {
    if (node.echoes && holdsElement(node)) node.name = '';
  },
});

/** Whether anything but text and wrappers around text is inside. */
function holdsElement(node: ViewNode): boolean {
  const pending: ViewChild[] = [...node.children];
  for (let child = pending.pop(); child; child = pending.pop()) {
    if (isTextRun(child)) continue;
    if (!child.plain) return true;
    pending.push(...child.children);
  }
  return false;
}

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

/** Roles that ARIA names by their content: their text is in the name already. */
const NAMED_BY_CONTENT = new Set(
  (
    'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option ' +
    'radio row rowheader switch tab tooltip treeitem'
  ).split(' '),
);

/** Longer names are not searched for text: on a page that is one big link that would take for ever. */
const MAX_SEARCHED = 5000;

/** A button "Save" does not say "Save" a second time. Text that the name leaves out, or says less often, stays. */
export const dropRepeatedText = (): Pass => {
  const owners: ViewNode[] = [];
  /** What of their names has not stood for a text yet; squeezed only where there is text: most elements have none. */
  const rests: (string | undefined)[] = [];
  return {
    name: 'drop-repeated-text',
    enter(node) {
      if (!node.plain) rests[owners.push(node) - 1] = undefined;
    },
    exit(node) {
      const owner = owners[owners.length - 1];
      if (!owner || owner.name === '' || !node.children.some(isTextRun)) return undefined;
      let rest = rests[owners.length - 1] ?? squeeze(owner.name);
      const byContent = NAMED_BY_CONTENT.has(owner.role);
      // A region that is called what it says has said it; one that only mentions it has not.
      if (rest === '' || rest.length > MAX_SEARCHED || (!byContent && node.children.length > 1))
        return undefined;
      node.children = node.children.filter((child) => {
        if (!isTextRun(child)) return true;
        const text = squeeze(child.text);
        const left = byContent ? takeWords(rest, text) : rest === text ? TAKEN : undefined;
        if (left !== undefined) rest = left;
        return left === undefined;
      });
      rests[owners.length - 1] = rest;
      return undefined;
    },
    leave(node) {
      if (!node.plain) owners.pop();
    },
  };
};

const squeeze = (text: string): string =>
  isCollapsed(text) && !mayHaveOtherSpace(text) ? text : text.replace(/\s+/g, ' ').trim();

/** `\s` is a vertical tab, a no-break space and some from U+1680 on, too. */
function mayHaveOtherSpace(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0b || code === 0xa0 || code >= 0x1680) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}]/u;
/** Stands where words were taken; no text has it, once its white space is squeezed. */
const TAKEN = '\n';

/** The name without these words, undefined where it does not say them. Whole words: "saved" is not in "unsaved". */
function takeWords(name: string, text: string): string | undefined {
  for (let at = name.indexOf(text); at >= 0; at = name.indexOf(text, at + 1)) {
    const before = name[at - 1] ?? ' ';
    const after = name[at + text.length] ?? ' ';
    const cutsWord =
      (WORD.test(before) && WORD.test(text[0] ?? ' ')) || (WORD.test(after) && WORD.test(text.at(-1) ?? ' '));
    if (!cutsWord) return name.slice(0, at) + TAKEN + name.slice(at + text.length);
  }
  return undefined;
}

/** What is labelled by text beside it. */
const LABELLED = new Set(
  'checkbox combobox listbox meter progressbar radio searchbox slider spinbutton switch textbox'.split(' '),
);

/** A field that is called "Name" needs no "Name" beside it; a second one it does not say. */
export const dropLabelText = (): Pass => ({
  name: 'drop-label-text',
  exit(node) {
    dropSaidBeside(node, ({ role, name }) => (LABELLED.has(role) ? name : ''));
    return undefined;
  },
});

/** What is described by the text beside it says that text. */
export const dropDescribingText = (): Pass => ({
  name: 'drop-describing-text',
  exit(node) {
    dropSaidBeside(node, ({ description }) => description);
    return undefined;
  },
});

/** Takes out texts that the element right after or before them says; each word that it says stands for one. */
function dropSaidBeside(node: ViewNode, saidBy: (element: ViewNode) => string): void {
  const { children } = node;
  if (children.length < 2 || !children.some((child) => !isTextRun(child) && saidBy(child) !== '')) return;
  const rests = new Map<ViewNode, string>();
  const takes = (child: ViewChild | undefined, text: string): boolean => {
    if (!child || isTextRun(child)) return false;
    const rest = takeWords(rests.get(child) ?? squeeze(saidBy(child)), text);
    if (rest !== undefined) rests.set(child, rest);
    return rest !== undefined;
  };
  node.children = children.filter((child, at) => {
    const text = labelIn(child);
    return text === undefined || !(takes(children[at + 1], text) || takes(children[at - 1], text));
  });
}

/** A text, or a wrapper around nothing but a text. */
function labelIn(child: ViewChild): string | undefined {
  const only = isTextRun(child)
    ? child
    : child.plain && !child.cut && child.children.length === 1 && child.children[0];
  return only && isTextRun(only) ? squeeze(only.text) : undefined;
}

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

/** An option "Red" does not hold a box that says "Red" too: a click on either is the same click. */
export const dropEchoingBox = (): Pass => ({
  name: 'drop-echoing-box',
  exit(node) {
    const [box] = node.children;
    if (!node.interactive || !NAMED_BY_CONTENT.has(node.role) || node.children.length !== 1) return undefined;
    if (!box || isTextRun(box) || box.role !== 'generic' || !box.interactive || box.focusable)
      return undefined;
    if (!saysNoMore(box)) return undefined;
    const name = squeeze(node.name);
    const echoes = (child: ViewChild) =>
      isTextRun(child) && takeWords(name, squeeze(child.text)) !== undefined;
    if (name.length <= MAX_SEARCHED && box.children.length > 0 && box.children.every(echoes))
      node.children = [];
    return undefined;
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

/** It has no name and no state, and nothing in it was cut. */
function saysNoMore(node: ViewNode): boolean {
  if (node.name !== '' || node.cut) return false;
  for (const _ in node.states) return false;
  return true;
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
  unwrapStandIn,
  unwrapOnlyChild,
  unwrapSingle,
  unwrapListItem,
];

interface Level {
  node: ViewNode;
  next: number;
  kept: ViewChild[];
}

/** Loops by index: this is run for every node and pass, and before code is optimised an iterator allocates at each step. */
export function prune(root: ViewNode, passes: readonly (() => Pass)[] = PASSES): void {
  const active = passes.map((create) => create());
  const entering = active.filter((pass) => pass.enter);
  const exiting = active.filter((pass) => pass.exit);
  const leaving = active.filter((pass) => pass.leave);
  const stack: Level[] = [];
  const enter = (node: ViewNode): void => {
    for (let at = 0; at < entering.length; at++) entering[at]?.enter?.(node);
  };
  /** With the children that were kept; `parent` is where the node itself goes. */
  const leave = (node: ViewNode, parent: Level | undefined): void => {
    const verdict = judge(node, exiting, parent === undefined);
    for (let at = 0; at < leaving.length; at++) leaving[at]?.leave?.(node);
    if (parent) settle(node, verdict, parent);
  };

  enter(root);
  stack.push({ node: root, next: 0, kept: NO_CHILDREN });
  for (let level = stack[0]; level; level = stack[stack.length - 1]) {
    const child = level.node.children[level.next++];
    if (child === undefined) {
      stack.pop();
      level.node.children = level.kept;
      leave(level.node, stack[stack.length - 1]);
    } else if (isTextRun(child)) {
      level.kept = append(level.kept, child);
    } else {
      enter(child);
      if (child.children.length > 0) stack.push({ node: child, next: 0, kept: NO_CHILDREN });
      else leave(child, level);
    }
  }
}

function judge(node: ViewNode, passes: readonly Pass[], isRoot: boolean): Verdict | undefined {
  for (let at = 0; at < passes.length; at++) {
    const verdict = passes[at]?.exit?.(node);
    if (verdict && !isRoot) return verdict;
  }
  return undefined;
}

function settle(node: ViewNode, verdict: Verdict | undefined, into: Level): void {
  if (verdict === 'drop') return;
  if (!verdict) {
    into.kept = append(into.kept, node);
    return;
  }
  const { children } = node;
  for (let at = 0; at < children.length; at++) into.kept = append(into.kept, children[at] as ViewChild); // within its length
}
