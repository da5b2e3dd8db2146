/**
 * The DOM as text, in a form with small diffs: one element per line, one attribute per line from three on,
 * indented by two spaces. The same page gives the same text in every browser. docs/state.md describes it. What
 * only Node knows is left open: the first part of refs, and the content of iframes (see
 * `tree/text/dom-escape.ts`).
 */

import type { Cut } from '../../../tree/node.js';
import { escapeText, FRAME_MARK, isPlainWords, RAW_MARK, REF_MARK } from '../../../tree/text/dom-escape.js';
import type { DomAttributes } from '../../../wire/rows.js';
import type { Aria } from '../../aria/aria.js';
import { holdsFrame } from '../../dom/frame-element.js';
import { textareaValue } from '../../dom/intrinsics.js';
import { isSecretField } from '../../dom/secret-field.js';
import { attributesOf, chooseAttributes, MASK } from './attributes.js';
import { Line, type Out, Pieces } from './pieces.js';
import { type DomChild, type DomRecord, isRecord, RAW } from './record.js';
import { isInvisible } from './sight.js';

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** May be in the same line as the text around them. */
const INLINE = new Set(
  (
    'a abbr b bdi bdo br button cite code data del dfn em font i img ins kbd label mark output q s samp small span ' +
    'strong sub sup time u var wbr'
  ).split(' '),
);
/** The text elements of an SVG. */
const DRAWN_TEXT = new Set('svg:text svg:tspan svg:textPath svg:title svg:desc'.split(' '));

/** From this many attributes on, each has its own line. */
const WRAP_FROM = 3;
/** A longer text gets its own line. */
const MAX_SHORT = 80;
/** Tools that read files cut longer lines. Broken at spaces only. */
const MAX_LINE = 1000;
/** Indentation stops at this depth: a page of ten thousand levels would be all spaces. */
const MAX_INDENT = 100;

const INDENTS = Array.from({ length: MAX_INDENT + 1 }, (_, depth) => '  '.repeat(depth));
const indentOf = (depth: number): string => INDENTS[Math.min(depth, MAX_INDENT)] ?? '';

/** An element whose children are being written. */
interface Level {
  record: DomRecord;
  next: number;
  depth: number;
  /** How many marks of its shadow root (start and end) have been written. */
  marks: number;
}

export function serializeDom(
  root: DomRecord | undefined,
  aria: Aria,
  attributes: DomAttributes = 'usual',
): string {
  chooseAttributes(attributes);
  return root ? new Serializer(aria).write(root) : '';
}

class Serializer {
  readonly #aria: Aria;
  readonly #out = new Pieces();
  readonly #stack: Level[] = [];
  #started = false;

  constructor(aria: Aria) {
    this.#aria = aria;
  }

  write(root: DomRecord): string {
    this.#open(root, 0);
    for (let level = this.#stack.at(-1); level; level = this.#stack.at(-1)) this.#continue(level);
    return `${this.#out}`;
  }

  /** The next child of an element, or its end. */
  #continue(level: Level): void {
    const { record, depth } = level;
    const { children, shadow, tag } = record;
    if (shadow >= 0) this.#markShadow(level);
    const child = children[level.next];
    if (child === undefined) {
      this.#stack.pop();
      this.#addLine(depth - 1, endTag(tag));
    } else if (typeof child === 'string') {
      this.#addText(level, level.marks === 1 ? shadow : children.length);
    } else {
      level.next++;
      if (isRecord(child)) this.#open(child, depth);
      else this.#addLine(depth, cutComment(child));
    }
  }

  #markShadow(level: Level): void {
    if (level.marks === 0) {
      level.marks++;
      this.#addLine(level.depth, '<!-- shadow-root -->');
    }
    if (level.marks === 1 && level.next >= level.record.shadow) {
      level.marks++;
      this.#addLine(level.depth, '<!-- /shadow-root -->');
    }
  }

  #open(record: DomRecord, depth: number): void {
    const { tag } = record;
    if (tag === 'svg:svg' && !keepTold(record)) return;
    this.#startLine(depth);
    startTag(this.#out, record, depth, this.#aria);
    const isFrame = holdsFrame(record.element, tag);
    if (VOID.has(tag) && !isFrame) return;
    if (isFrame) this.#addFrame(record, depth);
    else {
      const content = this.#ownLine(record);
      if (content === undefined) {
        this.#stack.push({ record, next: 0, depth: depth + 1, marks: 0 });
        return;
      }
      this.#out.add(content);
    }
    this.#out.add(endTag(tag));
  }

  /** Content that stands on the line of its element; undefined if it takes lines of its own. */
  #ownLine(record: DomRecord): string | undefined {
    if (RAW.has(record.tag)) return rawContent(record, this.#aria);
    return record.shadow < 0 ? inlineContent(record, this.#aria) : undefined;
  }

  #addFrame({ number }: DomRecord, depth: number): void {
    if (number === undefined) {
      this.#out.add('<!-- not read: it is not in the accessibility tree -->');
      return;
    }
    this.#addLine(depth + 1, frameMark(number));
    this.#startLine(depth);
  }

  /** Consecutive texts are joined: a comment or a script may stand between them. */
  #addText(level: Level, end: number): void {
    const { record, depth } = level;
    let text = '';
    while (level.next < end) {
      const next = record.children[level.next];
      if (typeof next !== 'string') break;
      text += next;
      level.next++;
    }
    for (const line of linesOf(trim(collapse(text)))) this.#addLine(depth, escapeText(line));
  }

  #addLine(depth: number, text: string): void {
    this.#startLine(depth);
    this.#out.add(text);
  }

  /** Ends the previous line. */
  #startLine(depth: number): void {
    if (this.#started) this.#out.add('\n');
    this.#started = true;
    this.#out.add(indentOf(depth));
  }
}

/** On one line unless it has many attributes: values have no line breaks. */
function startTag(out: Out, record: DomRecord, depth: number, aria: Aria): void {
  const { element, tag, names, number } = record;
  const { start, align } = tagText(tag);
  out.add(start);
  const parts = attributesOf(element, tag, names);
  if (element === aria.activeElement) parts.add('focused');
  if (isInvisible(record, aria)) parts.add('invisible');
  if (number !== undefined) parts.add(`ref="${REF_MARK}${number}"`, true);
  const between = parts.counted >= WRAP_FROM ? `\n${indentOf(depth)}${align}` : ' ';
  for (let at = 0; at < parts.length; at++) {
    out.add(at === 0 ? ' ' : between);
    out.add(parts.at(at));
  }
  out.add('>');
}

/** `<div`, `</div>`, and the spaces that align an attribute with the first one. */
interface TagText {
  start: string;
  end: string;
  align: string;
}

const tagTexts = new Map<string, TagText>();
/** A limit for pages that generate names without end. */
const MAX_TAGS = 500;

function tagText(tag: string): TagText {
  let text = tagTexts.get(tag);
  if (!text) {
    const name = tag.slice(tag.indexOf(':') + 1).replace(/[^\w.-]/g, '_');
    text = { start: `<${name}`, end: `</${name}>`, align: ' '.repeat(name.length + 2) };
    if (tagTexts.size >= MAX_TAGS) tagTexts.clear();
    tagTexts.set(tag, text);
  }
  return text;
}

const endTag = (tag: string): string => tagText(tag).end;

/** Content on the element's own line: nothing, a short text, or a text with small elements in it. */
function inlineContent({ children }: DomRecord, aria: Aria): string | undefined {
  if (children.length === 0) return '';
  const [only] = children;
  if (children.length === 1 && typeof only === 'string' && only.length <= MAX_SHORT && isPlainWords(only))
    return only;
  let text = '';
  let length = 0;
  let words = false;
  let elements = false;
  for (const child of children) {
    if (typeof child === 'string') {
      text += child;
      length += child.length;
      words ||= child !== ' ';
    } else if (isRecord(child) && child.tag === 'svg:svg' && !keepTold(child)) {
      // Nothing of it is written.
    } else if (isRecord(child) && isSmall(child)) {
      elements = true;
      for (const inner of child.children) length += String(inner).length;
    } else return undefined;
    // White space may make up half of a text, hardly more.
    if (length > 2 * MAX_SHORT + 40) return undefined;
  }
  if (!elements) {
    text = trim(collapse(text));
    return text.length <= MAX_SHORT ? escapeText(text) : undefined;
  }
  return words ? mixedContent(children, aria) : undefined;
}

const isSmall = ({ tag, shadow, children }: DomRecord): boolean =>
  INLINE.has(tag) && shadow < 0 && children.every((child) => typeof child === 'string');

function mixedContent(children: readonly DomChild[], aria: Aria): string | undefined {
  let shown = '';
  let line = '';
  const add = (text: string): void => {
    const part = shown === '' || shown.endsWith(' ') ? collapse(text).replace(/^ /, '') : collapse(text);
    shown += part;
    line += escapeText(part);
  };
  for (const child of children) {
    if (typeof child === 'string') add(child);
    else if (isRecord(child) && child.tag !== 'svg:svg') {
      const tag = new Line();
      startTag(tag, child, 0, aria);
      if (tag.text.includes('\n')) return undefined;
      line += tag.text;
      for (const inner of child.children) add(String(inner));
      if (!VOID.has(child.tag)) line += endTag(child.tag);
    }
    if (shown.length > MAX_SHORT + 1) return undefined;
  }
  return line.trimEnd();
}

const frameMark = (number: number): string => FRAME_MARK + number + FRAME_MARK;

function textareaText(area: HTMLTextAreaElement): string {
  const text = textareaValue(area);
  return text !== '' && isSecretField(area, 'textarea') ? MASK : text;
}

/** Unchanged, with line breaks. Without recursion: a page may nest to any depth. */
function rawContent(record: DomRecord, aria: Aria): string {
  if (record.tag === 'textarea') return rawText(textareaText(record.element as HTMLTextAreaElement), true); // the tag says so
  const out = new Line();
  const stack = [{ record, next: 0 }];
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const child = level.record.children[level.next++];
    if (child === undefined) {
      stack.pop();
      if (stack.length > 0) out.add(endTag(level.record.tag));
    } else if (typeof child === 'string') out.add(rawText(child, out.text === ''));
    else if (!isRecord(child)) out.add(cutComment(child));
    else if (child.tag !== 'svg:svg' || keepTold(child)) {
      startTag(out, child, 0, aria);
      const { number } = child;
      const isFrame = holdsFrame(child.element, child.tag);
      if (VOID.has(child.tag) && !isFrame) continue;
      if (isFrame && number !== undefined) out.add(`\n${frameMark(number)}\n`);
      stack.push({ record: child, next: 0 });
    }
  }
  return out.text;
}

/** A line break right after the start tag is not content: one that is content needs another before it. */
const rawText = (text: string, first: boolean): string =>
  escapeText(first && text.startsWith('\n') ? `\n${text}` : text)
    .replaceAll('&#x9;', '\t')
    .replaceAll('\n', `\n${RAW_MARK}`);

/**
 * Keeps, in an SVG, elements with a ref, text, content that is not SVG, and their ancestors. False if that is
 * nothing.
 */
function keepTold(drawing: DomRecord): boolean {
  const path: { record: DomRecord; next: number; told: boolean; kept: DomChild[] }[] = [];
  const open = (record: DomRecord): void => {
    const told = record.number !== undefined || (DRAWN_TEXT.has(record.tag) && record.children.length > 0);
    path.push({ record, next: 0, told, kept: [] });
  };
  open(drawing);
  for (let level = path.at(-1); level; level = path.at(-1)) {
    const { record, kept } = level;
    const child = record.children[level.next++];
    if (child === undefined) {
      path.pop();
      record.children = kept;
      const above = path.at(-1);
      if (!above) return level.told;
      if (level.told) {
        above.told = true;
        above.kept.push(record);
      }
    } else if (isRecord(child) && child.tag.startsWith('svg:')) open(child);
    else {
      kept.push(child);
      level.told ||= isRecord(child);
    }
  }
  return true;
}

function cutComment({ reason, count }: Cut): string {
  const what = count === undefined ? 'more elements' : `${count} more elements`;
  return `<!-- … ${what} not read: limit of ${reason === 'time' ? 'time' : 'elements'} -->`;
}

/** Most texts have single spaces and need no replacement. */
const collapse = (text: string): string =>
  UNCOLLAPSED.test(text) ? text.replace(/[ \t\n\f\r]+/g, ' ') : text;
const UNCOLLAPSED = /[\t\n\f\r]| {2}/;

/** For collapsed text. */
function trim(text: string): string {
  const start = text.startsWith(' ') ? 1 : 0;
  return text.slice(start, text.endsWith(' ') && text.length > start ? -1 : undefined);
}

/** Empty for an empty text. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > MAX_LINE) {
    const at = rest.lastIndexOf(' ', MAX_LINE);
    const space = at > 0 ? at : rest.indexOf(' ', MAX_LINE);
    if (space < 0) break;
    lines.push(rest.slice(0, space));
    rest = rest.slice(space + 1);
  }
  if (rest !== '') lines.push(rest);
  return lines;
}
