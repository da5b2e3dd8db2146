/** The words of a view's text, in order, and which words of a page it lacks. */
import { diffLines } from '../../src/tree/diff/line-diff.js';
import type { ParsedNode } from '../../src/tree/text/parse.js';
import type { Seen } from './seen.js';

/** Letters and digits together; every other visible character on its own. */
const WORDS = /[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;

/**
 * Nothing to read: format characters such as soft hyphens, control characters, and the code points of icon fonts,
 * which the view leaves out.
 */
const UNREADABLE = /[\p{Cf}\p{Cc}\p{Co}]/gu;

/** `x` in a formula is drawn as 𝑥: the same letter in another style, and Chromium reports the style. */
const MATH_LETTERS = /[\u{1d400}-\u{1d7ff}]/gu;

export const wordsOf = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .replace(UNREADABLE, '')
    .replace(MATH_LETTERS, (letter) => letter.normalize('NFKC'))
    .match(WORDS) ?? [];

/** What a view says about one frame. */
export interface Said {
  words: string[];
  refs: Set<string>;
}

/** By the prefix of a frame's refs: `f1`, and `''` for the main frame. */
export function saidIn(root: ParsedNode): Map<string, Said> {
  const said = new Map<string, Said>();
  const visit = (node: ParsedNode): void => {
    const frame = frameOf(node.ref);
    const { words, refs } = said.get(frame) ?? { words: [], refs: new Set() };
    said.set(frame, { words, refs });
    refs.add(node.ref);
    for (const field of [node.name, node.placeholder, node.description, node.value, node.text])
      words.push(...wordsOf(field ?? ''));
    for (const child of node.children) {
      if ('ref' in child) visit(child);
      else words.push(...wordsOf(child.text));
    }
  };
  visit(root);
  return said;
}

/** Of a ref or a handle. */
export const frameOf = (ref: string): string => /^(?:c\d+)?(?:p\d+)?(f[1-9]\d*)?/.exec(ref)?.[1] ?? '';

/**
 * Everything that a person sees in a frame and its view lacks. Each text must be in the view in order, and every
 * occurrence of a word separately: words matched by one text do not count for another.
 */
export function lostOf(seen: Seen, { words: said, refs }: Said): string[] {
  const lost: string[] = [];
  const taken = new Map<string, number>();
  for (const text of seen.texts) {
    const words = wordsOf(text);
    const found = findIn(words, said);
    if (found.lost.length > 0) lost.push(...nearest(words, said, found.lost).map((each) => `text: ${each}`));
    for (const word of found.taken) taken.set(word, (taken.get(word) ?? 0) + 1);
  }
  const given = new Map<string, number>();
  for (const word of said) given.set(word, (given.get(word) ?? 0) + 1);
  for (const [word, times] of taken) {
    const there = given.get(word) ?? 0;
    if (times > there) lost.push(`text: ${word} is seen ${times} times and said ${there} times`);
  }
  const all = ` ${said.join(' ')} `;
  for (const text of seen.written)
    if (!all.includes(` ${wordsOf(text).join(' ')} `.replace(/ +/g, ' '))) lost.push(`field: ${text}`);
  for (const { html, ref, instead, hidden } of seen.clickable)
    if (!hidden && !refs.has(ref ?? instead?.ref ?? '')) lost.push(`no ref: ${html}`);
  return lost;
}

/**
 * The words that are missing in this order, each with those before it, and the view's words that match the
 * others.
 */
function findIn(words: readonly string[], said: readonly string[]): { lost: string[]; taken: string[] } {
  const lost: string[] = [];
  const taken: string[] = [];
  let from = 0;
  for (const [at, word] of words.entries()) {
    const places = placesOf(word, said, from);
    if (!places) lost.push(words.slice(Math.max(0, at - 4), at + 1).join(' '));
    else {
      for (const place of places) taken.push(said[place] ?? '');
      from = (places.at(-1) ?? from) + 1;
    }
  }
  return { lost, taken };
}

/**
 * A missing word may be found far ahead, and then everything in between counts as missing. A diff of the two
 * texts finds the word itself.
 */
function nearest(words: readonly string[], said: readonly string[], otherwise: string[]): string[] {
  const lost = diffLines(words, said).flatMap(({ oldStart, oldEnd, newStart, newEnd }) =>
    findIn(words.slice(oldStart, oldEnd), said.slice(newStart, newEnd)).lost.map(
      (word) => `${words.slice(Math.max(0, oldStart - 4), oldStart).join(' ')} | ${word}`,
    ),
  );
  return lost.length > 0 ? lost : otherwise;
}

/**
 * One word of the page may be several in the view if an element begins inside it: `un` and `link "saved"`. The
 * parts may be this far apart, because of that element's description and generated text.
 */
const MAX_APART = 12;

/** The first occurrence from there on. */
function placesOf(word: string, said: readonly string[], from: number): number[] | undefined {
  const partsFrom = (rest: string, at: number, end: number): number[] | undefined => {
    for (let place = at; place < end; place++) {
      const part = said[place] ?? '';
      if (part === rest) return [place];
      if (!rest.startsWith(part)) continue;
      const others = partsFrom(
        rest.slice(part.length),
        place + 1,
        Math.min(said.length, place + 1 + MAX_APART),
      );
      if (others) return [place, ...others];
    }
    return undefined;
  };
  return partsFrom(word, from, said.length);
}
