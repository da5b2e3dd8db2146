/** Passes that remove repetition: between a name and the content, or between two neighbors. */
import { NAME_FROM_CONTENT } from '../../aria/roles/roles.js';
import { isCollapsed } from '../../aria/text.js';
import { type ExposedChild, type ExposedNode, hasStates, isTextRun, saysNoMore } from '../exposed-node.js';
import type { Pass } from './pass.js';

/**
 * The name of a row is the text of its cells, and a cell with a link is named after its content. Where the
 * content is shown, the name would repeat it all, at each level of nested tables.
 */
export const dropEchoedName = (): Pass => ({
  name: 'drop-echoed-name',
  enter(node) {
    if (node.echoes && holdsElement(node)) node.name = '';
  },
});

/** Whether it contains anything but text and wrappers around text. */
function holdsElement(node: ExposedNode): boolean {
  const pending: ExposedChild[] = [...node.children];
  for (let child = pending.pop(); child; child = pending.pop()) {
    if (isTextRun(child)) continue;
    if (!child.plain) return true;
    pending.push(...child.children);
  }
  return false;
}

/** Longer names are not searched for text: on a page that is one big link that would take forever. */
const MAX_SEARCHED = 5000;

/** A button "Save" does not repeat "Save" as text. Text that the name lacks, or contains less often, stays. */
export const dropRepeatedText = (): Pass => {
  const owners: ExposedNode[] = [];
  /**
   * What is left of each name after the texts already matched; normalized only if there is text: most elements
   * have none.
   */
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
      const byContent = NAME_FROM_CONTENT.has(owner.role);
      // A region named after its whole text repeats it; one whose name only mentions it does not.
      if (rest === '' || rest.length > MAX_SEARCHED || (!byContent && node.children.length > 1))
        return undefined;
      node.children = node.children.filter((child) => {
        if (!isTextRun(child)) return true;
        const text = squeeze(child.text);
        const left = byContent ? takeWords(rest, text) : rest === text ? TAKEN : undefined;
        if (left === undefined) return true;
        rest = left;
        owner.showsName = true;
        return false;
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

/** `\s` also matches a vertical tab, a no-break space and some characters from U+1680 on. */
function mayHaveOtherSpace(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0b || code === 0xa0 || code >= 0x1680) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}]/u;
/** Replaces words that were taken; normalized text never contains it. */
const TAKEN = '\n';

/** The name without these words; undefined if it lacks them. Whole words: "saved" is not in "unsaved". */
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

/** Roles that are labelled by text next to them. */
const LABELLED = new Set(
  'checkbox combobox listbox meter progressbar radio searchbox slider spinbutton switch textbox'.split(' '),
);

/** A field named "Name" needs no text "Name" next to it; a second such text stays. */
export const dropLabelText = (): Pass => ({
  name: 'drop-label-text',
  exit(node) {
    dropSaidBeside(node, labelOf);
    return undefined;
  },
});

/** An element described by the text next to it already has that text. */
export const dropDescribingText = (): Pass => ({
  name: 'drop-describing-text',
  exit(node) {
    dropSaidBeside(node, descriptionOf);
    return undefined;
  },
});

const labelOf = ({ role, name }: ExposedNode): string => (LABELLED.has(role) ? name : '');
const descriptionOf = ({ description }: ExposedNode): string => description;

/** Removes texts repeated by the element right before or after them; each word in it accounts for one. */
function dropSaidBeside(node: ExposedNode, saidBy: (element: ExposedNode) => string): void {
  const { children } = node;
  if (children.length < 2 || !saysAny(children, saidBy)) return;
  const rests = new Map<ExposedNode, string>();
  const takes = (child: ExposedChild | undefined, text: string): boolean => {
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

/** By index and without closures: this runs for every node. */
function saysAny(children: readonly ExposedChild[], saidBy: (element: ExposedNode) => string): boolean {
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as ExposedChild; // within the length
    if (!isTextRun(child) && saidBy(child) !== '') return true;
  }
  return false;
}

/** A text, or a wrapper around a single text. */
function labelIn(child: ExposedChild): string | undefined {
  const only = isTextRun(child)
    ? child
    : (child.plain || isUnseenLabel(child)) && !child.cut && child.children.length === 1 && child.children[0];
  return only && isTextRun(only) ? squeeze(only.text) : undefined;
}

/** Characters: a longer text that nobody sees is more than a label. */
const LONGEST_LABEL = 40;

/** A label for screen readers is marked as unseen, and is nothing else. */
function isUnseenLabel({
  unseen,
  role,
  interactive,
  focusable,
  name,
  states,
  children,
}: ExposedNode): boolean {
  const [only] = children;
  return (
    unseen !== undefined &&
    (role === 'generic' || role === 'paragraph') &&
    !interactive &&
    !focusable &&
    name === '' &&
    !hasStates({ states }) &&
    only !== undefined &&
    isTextRun(only) &&
    only.text.length <= LONGEST_LABEL
  );
}

/** An option "Red" need not contain a box "Red": a click on either is the same click. */
export const dropEchoingBox = (): Pass => ({
  name: 'drop-echoing-box',
  exit(node) {
    const [box] = node.children;
    if (!node.interactive || !NAME_FROM_CONTENT.has(node.role) || node.children.length !== 1)
      return undefined;
    if (!box || isTextRun(box) || box.role !== 'generic' || !box.interactive || box.focusable)
      return undefined;
    if (!saysNoMore(box)) return undefined;
    const name = squeeze(node.name);
    const echoes = (child: ExposedChild) =>
      isTextRun(child) && takeWords(name, squeeze(child.text)) !== undefined;
    if (name.length <= MAX_SEARCHED && box.children.length > 0 && box.children.every(echoes))
      node.children = [];
    return undefined;
  },
});
