/**
 * Whether a thing is as it was when it was last seen, and what differs. That it can be used, seen or has the focus now
 * is no difference, nor is a description that has come or gone: hints and messages do.
 */
import { withoutModifiers } from '../../tree/shortcut.js';
import type { Difference } from '../../wire/rows.js';
import { isSameLead } from './lead.js';
import { loosened } from './loosened.js';
import { changedOption } from './options.js';
import { samePictures } from './picture.js';
import { isRelativeTime } from './relative-time.js';
import type { Thing } from './thing.js';
import { isSameKey, isSameWords, readable, type Words } from './words.js';

export interface Comparison {
  /** What is done turns a state around. */
  turns?: boolean;
  /** What is done replaces what it holds. */
  overwrites?: boolean;
  /** A key follows that acts on its active option. */
  strikes?: boolean;
  /** The options that are selected, by value or label. */
  chooses?: readonly string[];
  /** Of what is hidden, its own words are not known. */
  hidden?: boolean;
  /** It is another node, which must be like the one before in everything. */
  replaced?: boolean;
  /** Whoever acts has made this of a field. */
  isOwn?: (field: Element, value: string) => boolean;
}

const MAX_LENGTH = 200;
/** Of what is the same before the difference. */
const CONTEXT = 40;

export function differences(was: Thing, is: Thing, how: Comparison): Difference[] {
  const found: Difference[] = [];
  const { hidden = false, replaced = false } = how;
  const add = (what: Difference['what'], before: string, now: string): void => {
    const from = sameStart(before, now);
    found.push({ what, was: clipped(before, from), is: clipped(now, from) });
  };
  const compare = (what: Difference['what'], before: string, now: string): void => {
    if (before !== now) add(what, before, now);
  };
  /** Where nothing was said, nothing has become untrue. */
  const known = (what: Difference['what'], before: string, now: string): void => {
    if (before !== now && (replaced || (before !== '' && now !== ''))) add(what, before, now);
  };
  if (!hidden) {
    if (!isSameName(was, is)) compare('name', was.name, is.name);
    known('description', withoutModifiers(was.description), withoutModifiers(is.description));
  }
  compare('link', was.link, is.link);
  // One that was not there yet may have come meanwhile.
  const isPictured = was.picture !== '' && (replaced || !samePictures(was.picture, is.picture));
  if (isPictured) known('picture', was.picture, is.picture);
  compareLines(was.named, is.named, (before, now) => add('group', before, now));
  // The heading of a slide is hidden with it. A banner above all the other headings says nothing about it.
  if (!hidden && (replaced || !is.headings.startsWith(was.headings)))
    compareLines(was.headings, is.headings, (before, now) => add('heading', before, now));
  known('column', was.place.column, is.place.column);
  known('above', was.place.above, is.place.above);
  known('caption', was.place.caption, is.place.caption);
  if (was.opener !== '' && is.opener !== '')
    compareLines(was.opener, is.opener, (before, now) => add('opener', before, now));
  if (!isSameText(was.text, is.text)) add('text', was.text ?? '', is.text ?? '');
  for (const choice of how.chooses ?? []) {
    const option = was.options && is.options && changedOption(was.options, is.options, choice);
    if (option) add('option', option.was, option.is);
  }
  compareLines(was.frame, is.frame, (before, now) => add('frame', before, now));
  if (!hidden) {
    compareItems(was.items, is.items, how, add);
    // Where the page has grown around it, no text counts as its lead any more.
    if (!isSameLead(was.lead, is.lead, replaced)) add('lead', readable(was.lead), readable(is.lead));
  }
  compare('url', was.url, is.url);
  if (how.turns || replaced) compare('state', was.states.trim(), is.states.trim());
  if (how.overwrites || replaced) compare('value', was.value ?? '', is.value ?? '');
  if (how.strikes) compareLines(was.active, is.active, (before, now) => add('active', before, now));
  return found;
}

/** Of long texts, the part in which they differ. */
function clipped(text: string, from: number): string {
  return from < MAX_LENGTH - CONTEXT
    ? text.slice(0, MAX_LENGTH)
    : `…${text.slice(from - CONTEXT, from - CONTEXT + MAX_LENGTH)}`;
}

function sameStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** What is drawn may add to what is written, and write it in other letters. Text may go on. */
function isSameText(was: string | undefined, is: string | undefined): boolean {
  if (was === undefined || is === undefined || was === is) return true;
  const [before, now] = [was, is].map((text) => loosened(text).replace(/\s+/g, '').toLowerCase());
  return (
    before === '' || now === '' || (before ?? '').includes(now ?? '') || (now ?? '').startsWith(before ?? '')
  );
}

/** What only holds text is named by that, if at all, and some links by how long ago something was. */
function isSameName(was: Thing, is: Thing): boolean {
  if (!was.isUsed) return isSameText(was.name, is.name);
  return was.link !== '' && was.link === is.link && isRelativeTime(was.name) && isRelativeTime(is.name);
}

/** The first line that differs, from the inside out. */
function compareLines(was: string, is: string, add: (was: string, is: string) => void): void {
  if (was === is) return;
  const before = was.split('\n');
  const now = is.split('\n');
  const at = before.findIndex((line, index) => line !== now[index]);
  add(before[Math.max(at, 0)] ?? '', now[Math.max(at, 0)] ?? '');
}

/** The nearest that says something of its own by all its words, those around it by what tells them from others. */
function compareItems(
  was: readonly Words[],
  is: readonly Words[],
  { isOwn }: Comparison,
  add: (what: Difference['what'], was: string, is: string) => void,
): void {
  const own = was.findIndex(({ thin }) => !thin);
  for (let at = 0; at < Math.max(was.length, is.length); at++) {
    const [before, now] = [was[at], is[at]];
    if (!before || !now) {
      add('item', before ? readable(before.pieces) : '', now ? readable(now.pieces) : '');
      return;
    }
    const whole = own === -1 || at <= own;
    const same = whole ? isSameWords(before, now, before.exact) : isSameKey(before, now);
    if (!same) {
      add('item', readable(whole ? before.pieces : before.key), readable(whole ? now.pieces : now.key));
      return;
    }
    const field = whole && changedField(before, now, isOwn);
    if (field) {
      add('item', field.was, field.is);
      return;
    }
    if (whole && !samePictures(before.pictures, now.pictures)) {
      add('picture', before.pictures, now.pictures);
      return;
    }
  }
}

/**
 * Of an item without words, what was entered in its fields says which one it is. Of any other one, what nobody can enter
 * does: numbers in it may be computed.
 */
function changedField(
  { fields: before }: Words,
  { fields: now }: Words,
  isOwn: Comparison['isOwn'],
): { was: string; is: string } | undefined {
  for (const [at, { field, value: was, isFixed }] of before.entries()) {
    const same = now.find((each) => each.field.deref() === field.deref()) ?? now[at];
    if (!same || same.value === was || (isFixed && loosened(same.value) === loosened(was))) continue;
    const element = same.field.deref();
    if (!(element && isOwn?.(element, same.value))) return { was, is: same.value };
  }
  return undefined;
}
