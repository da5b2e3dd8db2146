/** Lines for elements that are only named in a diff: they were elsewhere, or there earlier. */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip, quote, yamlScalar } from '../quote.js';
import { nameLine, plural, prefixed, roleWord } from './line.js';

/** A wrapper that comes or goes moves all of its content: more than this many in a row are not named one by one. */
const LONGEST_NAMED = 3;
/** Of a text that only says which element is meant. */
const LONGEST_TEXT = 60;

/** `forReader`: who does not need every ref, but wants to know a new order, as after sorting. */
export function namedLines(
  run: readonly SnapshotNode[],
  why: 'moved' | 'back',
  forReader: boolean,
): string[] {
  const one = (node: SnapshotNode) => namedLine(node, why, forReader);
  const isOne = forReader && isInOrder(run);
  if (run.length <= (isOne ? 1 : LONGEST_NAMED)) return run.map(one);
  const alone = forReader && !isOne ? LONGEST_NAMED : 0;
  const rest = run.slice(alone);
  const which = forReader ? ends(rest) : rest.map(({ ref }) => ref).join(' ');
  return [...run.slice(0, alone).map(one), `<${why} ${counted(rest)}>: ${which}`];
}

/** As they were numbered: they went or came as one. */
function isInOrder(run: readonly SnapshotNode[]): boolean {
  const numbers = run.map(({ ref }) => Number(/\d+$/.exec(ref)?.[0]));
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
}

/** `e5 "Budget" … e31 "Add account"`: a reader knows what is between them. */
function ends(run: readonly SnapshotNode[]): string {
  const said = [...new Set([run[0], run.at(-1)])].map((node) => {
    const words = node && wordsOf(node);
    return [node?.ref, ...(words ? [quote(words, LONGEST_TEXT)] : [])].join(' ');
  });
  return yamlScalar(said.join(' … '));
}

/** `forReader`: with its first words, where it has no name. */
function namedLine(node: SnapshotNode, why: 'moved' | 'back', forReader: boolean): string {
  const text = forReader && node.name === '' ? wordsOf(node) : '';
  const line = prefixed(`<${why}>`, nameLine(node));
  return text === '' ? line : `${line}: ${yamlScalar(clip(text, LONGEST_TEXT))}`;
}

/** What an element is known by: its name, or what it says. */
function wordsOf(node: SnapshotNode): string {
  const words: string[] = [];
  const pending: SnapshotChild[] = [node];
  for (let next = pending.pop(); next && words.join(' | ').length <= LONGEST_TEXT; next = pending.pop()) {
    const own = isText(next) ? next.text : next.name || next.text;
    if (own) words.push(own);
    else if (!isText(next)) pending.push(...next.children.toReversed());
  }
  return words.join(' | ');
}

/** `4 rows`; `4 elements` where they are of several roles. */
function counted(run: readonly SnapshotNode[]): string {
  const [first] = run;
  const role = first && run.every((node) => node.role === first.role) ? roleWord(first.role) : 'element';
  return `${run.length} ${run.length === 1 ? role : plural(role)}`;
}
