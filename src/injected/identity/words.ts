/**
 * The words by which an item is known: what it says, in pieces. Numbers in a link, a heading, a key cell, a price or
 * the first words of the item say which one it is; other numbers may be clocks and counters. Texts that change on their
 * own, the names of controls and the items inside of it count only where there are no other words.
 */
import type { Aria } from '../aria/aria.js';
import { localName, previousElementSibling } from '../dom/intrinsics.js';
import { isDialog, isHuge, isLayout } from './item.js';
import { isPassing, loosened } from './loosened.js';
import { type FieldValue, MAX_LENGTH, type Piece, Reading } from './reading.js';

export interface Words {
  readonly element: WeakRef<Element>;
  /** Pieces, each after a mark that says how it is compared. */
  readonly pieces: string;
  /** What tells it from other items, where it is only what is around the nearest one. */
  readonly key: string;
  /** One on each line. */
  readonly pictures: string;
  /** It says nothing of its own but counts and times. */
  readonly thin: boolean;
  /** More is there than is compared: headings and its first words are. */
  readonly isLong: boolean;
  /** Of which only the beginning is known. */
  readonly isHuge: boolean;
  /** A dialog that asks for text: messages about that come and go. */
  readonly isForm: boolean;
  /** It says something outside of its controls. */
  readonly hasText: boolean;
  /** Of one that says nothing; of any other one those that nobody can change. */
  readonly fields: readonly FieldValue[];
  /** Items beside it say the same but for their numbers: then the numbers count. */
  exact: boolean;
}

export const EXACT = '=';
/** Compared like that, but of what is short only. */
const EXACT_DETAIL = '-';
export const LOOSE = '~';
const END = '\u0001';
/** Prose that is still being written. */
const MIN_PROSE = 40;
const MIN_PROSE_WORDS = 6;
/** How much is read of what may be all of the page. */
const NODES_OF_HUGE = 60;

const LETTER = /\p{L}/u;

export function wordsOf(item: Element, aria: Aria): Words {
  const huge = isHuge(item);
  const reading = new Reading(aria, undefined, huge ? NODES_OF_HUGE : undefined);
  const term = localName(item) === 'dd' ? termOf(item) : undefined;
  if (term) reading.read(term, 'exact');
  reading.read(item, 'loose');
  const said = reading.said.filter(isSaid);
  // Where only a count or a time is said, controls and items inside tell which one it is, too.
  const isThin = said.every(({ kind, text }) => kind === 'loose' && isPassing(text));
  const pieces = isThin ? reading.said : said;
  const first = firstWords(pieces);
  // Without words or a key, every number tells which item it is.
  const isBare = !first && !said.some(({ kind }) => kind !== 'loose');
  const isKey = (piece: Piece): boolean =>
    piece.kind !== 'loose' || piece === first || (isBare && !isPassing(piece.text));
  const isLong = huge || reading.isLong || isLayout(item);
  const isOutline = (piece: Piece): boolean => piece === first || piece.kind === 'exact';
  const marked = pieces
    .filter((piece) => !isLong || isOutline(piece))
    .map((piece) => (isOutline(piece) ? EXACT : isKey(piece) ? EXACT_DETAIL : LOOSE) + piece.text)
    .slice(0, huge ? 1 : undefined);
  const key = marked.filter((piece) => !piece.startsWith(LOOSE)).slice(0, 2);
  return {
    element: new WeakRef(item),
    pieces: marked.join(END).slice(0, MAX_LENGTH),
    isLong,
    isHuge: huge,
    isForm: reading.asksForText && isDialog(item),
    key: isThin ? '' : key.join(END).slice(0, MAX_LENGTH),
    pictures: huge ? '' : reading.pictures.join('\n'),
    thin: isThin,
    hasText: reading.hasText,
    fields: huge ? [] : isThin ? reading.fields : reading.fields.filter(({ isFixed }) => isFixed),
    exact: false,
  };
}

/** What the description in a list of terms is about. */
function termOf(description: Element): Element | undefined {
  let before = previousElementSibling(description);
  while (before && localName(before) === 'dd') before = previousElementSibling(before);
  return before && localName(before) === 'dt' ? before : undefined;
}

export const isSaid = ({ kind }: Piece): boolean => kind === 'exact' || kind === 'link' || kind === 'loose';

/** A count or a time does not say what it is about. */
const firstWords = (pieces: readonly Piece[]): Piece | undefined =>
  pieces.find(({ text }) => LETTER.test(text) && !isPassing(text));

/** As they are compared. */
export function comparable({ pieces }: Words, exact: boolean): string {
  return exact ? pieces : loosenedPieces(pieces).join(END);
}

const loosenedPieces = (pieces: string): string[] =>
  pieces.split(END).flatMap((piece) => {
    if (!piece.startsWith(LOOSE)) return [piece];
    const rest = loosened(piece.slice(1));
    return rest === '' ? [] : [LOOSE + rest];
  });

/** An item may go on saying more where it said prose. */
export function isSameWords(was: Words, is: Words, exact: boolean): boolean {
  if (was.pieces === is.pieces) return true;
  if (exact) return false;
  if (was.isLong || is.isLong) return isSameOutline(was, is);
  if (was.isForm && is.isForm && isSameForm(was.pieces, is.pieces)) return true;
  // A badge beside a control alone has come or gone.
  if (was.thin !== is.thin && !LETTER.test((was.thin ? is : was).pieces)) return true;
  const [before, now] = [loosenedPieces(was.pieces), loosenedPieces(is.pieces)];
  const at = before.findIndex((piece, index) => piece !== now[index]);
  if (at === -1 && before.length === now.length) return true;
  // A count or a time has come or gone.
  if (before.length !== now.length && withoutPassing(was) === withoutPassing(is)) return true;
  if (at === -1) return false;
  const last = before[at] ?? '';
  return isProse(last) && at === before.length - 1 && (now[at] ?? '').startsWith(last);
}

/** Of a text that grows or shrinks, less or more is read. */
export const isSameKey = (was: Words, is: Words): boolean =>
  was.key === is.key || ((was.isLong || is.isLong) && isStart(was.key, is.key));

const isStart = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.startsWith(other + END) || other.startsWith(one + END));

/** What comes first may be a long name, which is no prose. */
const isProse = (piece: string): boolean =>
  piece.length > MIN_PROSE && (piece.startsWith(LOOSE) || piece.split(' ').length > MIN_PROSE_WORDS);

/** Of a text that grows or shrinks, less or more of the headings is read. */
function isSameOutline(was: Words, is: Words): boolean {
  const [before, now] = [was, is].map(({ pieces }) => pieces.split(END).filter(isExact));
  if (!before || !now || before.length === 0 || now.length === 0) return false;
  const common = Math.min(before.length, now.length);
  return before.slice(0, common).join(END) === now.slice(0, common).join(END);
}

/** Between labels, headings and links, which are the same, something more or something less is said. */
function isSameForm(was: string, is: string): boolean {
  const [before, now] = [was, is].map(segmentsOf);
  if (!before || !now || before.length !== now.length) return false;
  return before.every((segment, at) => {
    const other = now[at] ?? '';
    const sameStart = segment.split(END)[0] === other.split(END)[0];
    return sameStart && (isPartOf(segment, other) || isPartOf(other, segment));
  });
}

/** Each begins with what is compared to the letter. */
function segmentsOf(pieces: string): string[] {
  const segments: string[] = [];
  for (const piece of pieces.split(END)) {
    if (!piece.startsWith(LOOSE) || segments.length === 0) segments.push(piece);
    else segments[segments.length - 1] += END + piece;
  }
  return segments;
}

const isExact = (piece: string): boolean => piece.startsWith(EXACT);

const withoutPassing = ({ pieces }: Words): string =>
  loosenedPieces(
    pieces
      .split(END)
      .filter((piece) => !(piece.startsWith(LOOSE) && isPassing(piece.slice(1))))
      .join(END),
  ).join(END);

/** All pieces of one are pieces of the other, in their order. */
export function isPartOf(some: string, all: string): boolean {
  const pieces = loosenedPieces(all);
  let from = 0;
  for (const piece of loosenedPieces(some)) {
    from = pieces.indexOf(piece, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

export const marked = (pieces: readonly string[]): string => pieces.join(END);

/** As a person reads them. */
export const readable = (pieces: string): string =>
  pieces
    .split(END)
    .map((piece) => piece.slice(1))
    .join(' ');
