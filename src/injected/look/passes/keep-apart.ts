/** Inline elements that do not read as prose: each may be clickable, without any style or attribute that says so. */
import { type ExposedChild, type ExposedNode, isTextRun } from '../exposed-node.js';
import type { Pass } from './pass.js';

/** `+`, `<<`, `▲`: nothing that is read out in a sentence. */
const SIGN = /^[^\p{L}\p{N}\s]{1,3}$/u;
/** `1`, `12`: a page or a digit on a keypad, where spaces part it from the next. */
const NUMBER = /^\p{N}{1,3}$/u;

/** What steps a number down or up. */
const STEP = /^[-+−–‹›<>▲▼◀▶]$/u;
/** An icon with its word, as on a button: not a sentence. */
const LONGEST_WORD = 30;

/** `<span>-</span> <span>+</span>` outside of a control are two things, not one text. */
export const keepApart = (): Pass => ({
  name: 'keep-apart',
  enter(node) {
    if (node.interactive || node.children.length < 2) return;
    let run: ExposedNode[] = [];
    let parted = true;
    const end = (): void => {
      if (run.length > 1) for (const each of run) each.plain = false;
      run = [];
      parted = true;
    };
    const { children } = node;
    keepLabeledIcons(children);
    // By index and without closures: this runs for every node.
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as ExposedChild; // within the length
      if (isTextRun(child)) {
        if (child.text.trim() === '') parted = true;
        else end();
      } else if (isSpace(child)) parted = true;
      else if (standsAlone(child, parted || isStepped(children, at))) {
        run.push(child);
        parted = false;
      } else end();
    }
    end();
  },
});

/** `<span> </span>`, to be filled with a number. */
const isSpace = ({ plain, children }: ExposedNode): boolean =>
  plain && children.every((child) => isTextRun(child) && child.text.trim() === '');

/** `<span>-</span><span>2</span><span>+</span>` */
const isStepped = (children: readonly ExposedChild[], at: number): boolean =>
  isStep(children[at - 1]) && isStep(children[at + 1]);

const isStep = (child: ExposedChild | undefined): boolean =>
  child !== undefined && standsAlone(child, false) && STEP.test(wordsOf(child));

const wordsOf = ({ children }: ExposedNode): string =>
  children
    .map((child) => (isTextRun(child) ? child.text : ''))
    .join('')
    .trim();

/** Two or more are a row of buttons; one alone may be a part of a sentence. */
function keepLabeledIcons(children: readonly ExposedChild[]): void {
  let before: ExposedNode | undefined;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as ExposedChild; // within the length
    if (!isLabeledIcon(child)) continue;
    if (before) {
      before.plain = false;
      child.plain = false;
    }
    before = child;
  }
}

function isLabeledIcon(child: ExposedChild): child is ExposedNode {
  if (isTextRun(child) || !child.plain || !child.inline || child.children.length !== 2) return false;
  const words = wordsOf(child);
  return (
    words !== '' &&
    words.length <= LONGEST_WORD &&
    child.children.some((each) => !isTextRun(each) && each.states.icon !== undefined)
  );
}

function standsAlone(child: ExposedChild, parted: boolean): child is ExposedNode {
  if (isTextRun(child) || !child.plain || !child.inline || child.children.length !== 1) return false;
  const [only] = child.children;
  if (!only || !isTextRun(only)) return false;
  const text = only.text.trim();
  return SIGN.test(text) || (parted && NUMBER.test(text));
}
