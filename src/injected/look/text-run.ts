/**
 * Text as rendered: white space, and runs that continue through inline elements. Everything here is linear in the
 * length of the text, whatever it contains.
 */
import { isBlank, isCollapsed } from '../aria/text.js';
import type { ExposedChild, ExposedText } from './exposed-node.js';
import { isTextRun } from './exposed-node.js';

const SPACES = /[ \t\n\r\f]+/g;
/** Icon fonts use code points that mean nothing outside the font. */
const PRIVATE_USE = '\\uE000-\\uF8FF\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}';
const ICON = new RegExp(`[${PRIVATE_USE}]`, 'gu');
const ICONS_ONLY = new RegExp(`^[\\s${PRIVATE_USE}]*$`, 'u');
const ICONS_AND_SPACES = new RegExp(`[\\s${PRIVATE_USE}]+`, 'gu');

/**
 * Whether `white-space-collapse` makes a difference: not for words separated by single spaces. Half of all texts
 * are like that, and reading the property costs as much as the style itself.
 */
export const hasLooseSpaces = (text: string): boolean => !isCollapsed(text);

/** `text` already has the rendered letter case; `spaces` is the value of `white-space-collapse`. */
export function textRun(text: string, spaces: string): ExposedText {
  if (spaces === 'preserve' || spaces === 'break-spaces') return { element: null, text, preserved: true };
  if (spaces === 'preserve-breaks') {
    const lines = text.replace(/[ \t\f]+/g, ' ').replace(/ ?\r?\n ?/g, '\n');
    return { element: null, text: lines, preserved: true };
  }
  if (isCollapsed(text)) return { element: null, text, preserved: false };
  return { element: null, text: isBlank(text) ? ' ' : text.replace(SPACES, ' '), preserved: false };
}

export const isIcon = (text: string): boolean => ICONS_ONLY.test(text);

/** The first code unit of every character of an icon font. */
const isIconUnit = (code: number): boolean =>
  (code >= 0xe000 && code <= 0xf8ff) || (code >= 0xdb80 && code <= 0xdbff);

/** The first one. Scanned by hand, as in `isCollapsed`: this runs for every text. */
export function iconIn(text: string): string | undefined {
  for (let at = 0; at < text.length; at++)
    if (isIconUnit(text.charCodeAt(at))) return String.fromCodePoint(text.codePointAt(at) ?? 0);
  return undefined;
}

/** A space for each, as wide as they are in a text of fixed width. */
export const blankIcons = (text: string): string => text.replace(ICON, ' ');

/** The words of a name without the icons between them. */
export const withoutIcons = (name: string): string =>
  iconIn(name) === undefined ? name : name.replace(ICONS_AND_SPACES, ' ').trim();

/** `<br>`: separates the words on both sides. */
export const lineBreak = (): ExposedText => ({ element: null, text: ' ', preserved: false });

/** Joins neighboring runs, collapses spaces across them, trims the ends and drops empty ones. */
export function mergeTextRuns(children: ExposedChild[]): ExposedChild[] {
  const [only] = children;
  // Half of all elements hold nothing, or one text that needs no change.
  if (!only || (children.length === 1 && (!isTextRun(only) || isMerged(only.text)))) return children;
  if (!children.some(isTextRun)) return children;
  const merged: ExposedChild[] = [];
  for (let at = 0; at < children.length; ) {
    const child = children[at] as ExposedChild; // within the length
    if (!isTextRun(child)) {
      merged.push(child);
      at++;
      continue;
    }
    const start = at;
    while (at < children.length && isTextRun(children[at] as ExposedChild)) at++;
    const joined = joinRuns(children, start, at);
    if (joined.text !== '') merged.push(joined);
  }
  return merged;
}

/** Nothing in it collapses and it neither starts nor ends in white space. */
function isMerged(text: string): boolean {
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) && isCollapsed(text);
}

const isInk = (code: number): boolean => code > 0x20 && code < 0x7f;

/** The texts from `start` up to, not including, `end`. */
function joinRuns(children: readonly ExposedChild[], start: number, end: number): ExposedText {
  let joined = '';
  let preserved = false;
  // A line starts as if after a space: leading spaces collapse.
  let afterSpace = true;
  for (let at = start; at < end; at++) {
    const run = children[at] as ExposedText; // they all are
    if (run.text === '') continue;
    const text: string =
      afterSpace && !run.preserved && run.text.startsWith(' ') ? run.text.slice(1) : run.text;
    preserved ||= run.preserved;
    if (text === '') continue;
    joined += text;
    afterSpace = !run.preserved && text.endsWith(' ');
  }
  if (!preserved || joined.trim() === '') return { element: null, text: joined.trim(), preserved };
  // Preformatted text keeps its indentation, and its spaces next to elements; empty lines around all of it are dropped.
  const from = start > 0 ? joined : joined.replace(/^(?:[ \t]*\r?\n)+/, '');
  return { element: null, text: end < children.length ? from : from.trimEnd(), preserved };
}
