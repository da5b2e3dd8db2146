/** Inline elements that do not read as prose: each may be clickable, without any style or attribute that says so. */
import { type ExposedChild, type ExposedNode, isTextRun } from '../exposed-node.js';
import type { Pass } from './pass.js';

/** `+`, `<<`, `▲`: nothing that is read out in a sentence. */
const SIGN = /^[^\p{L}\p{N}\s]{1,3}$/u;
/** `1`, `12`: a page or a digit on a keypad, where spaces part it from the next. */
const NUMBER = /^\p{N}{1,3}$/u;

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
    for (const child of node.children) {
      if (isTextRun(child)) {
        if (child.text.trim() === '') parted = true;
        else end();
      } else if (isSpace(child)) parted = true;
      else if (standsAlone(child, parted)) {
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

function standsAlone(child: ExposedChild, parted: boolean): child is ExposedNode {
  if (isTextRun(child) || !child.plain || !child.inline || child.children.length !== 1) return false;
  const [only] = child.children;
  if (!only || !isTextRun(only)) return false;
  const text = only.text.trim();
  return SIGN.test(text) || (parted && NUMBER.test(text));
}
