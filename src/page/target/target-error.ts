/** Turns the in-page code's answer about a target into an error that an agent can act on. */
import { SightlineError } from '../../errors.js';
import { refsIn } from '../../tree/diff/answer.js';
import { commonEnds } from '../../tree/diff/text-change.js';
import type { SnapshotNode } from '../../tree/node.js';
import { quote, roleAndName } from '../../tree/quote.js';
import type { PageAddress } from '../../tree/ref.js';
import { renderTree } from '../../tree/text/render.js';
import { estimateTokens } from '../../tree/text/tokens.js';
import { denseTree } from '../../tree/view/dense.js';
import { outlineOf } from '../../tree/view/outline.js';
import { inflate } from '../../wire/inflate.js';
import type { Difference, FocusFailure, TargetFailure, WireElement, WireRow } from '../../wire/rows.js';
import type { FailedFrame, FailedTarget } from './failed-target.js';
import type { Sight } from './sight.js';

const NOT_FOUND = 'Ref not found. Capture a new snapshot.';
const STALE = 'This ref is from a stale snapshot. Take a fresh snapshot.';

/** Refuses a ref of another page. */
export function assertOnPage(label: string, ref: PageAddress, here: PageAddress): void {
  if (ref.context !== here.context)
    throw new SightlineError(
      'context-mismatch',
      `Context index mismatch: ref '${label}' is for context ${ref.context}, but this page is in context ${here.context}`,
    );
  if (ref.page !== here.page)
    throw new SightlineError(
      'page-mismatch',
      `Page index mismatch: ref '${label}' is for page ${ref.page}, but this is page ${here.page}`,
    );
}

/** Of a text that differs, and around the place where a longer one does. */
const MOST_SAID = 60;
const WORDS_AROUND = 16;
/** An item that takes more is outlined. */
const MOST_TOKENS = 200;

type ChangedTarget = Extract<TargetFailure, { kind: 'changed' }>;

type Looks = { role: string; name: string };

export function targetError(failed: FailedTarget, failure: TargetFailure): SightlineError {
  const { frame, target, label } = failed;
  const ref = (element: number) => frame.refOf(element);
  switch (failure.kind) {
    case 'unknown': {
      const element = 'element' in target ? target.element : 0;
      if (!frame.memory.hasGiven(element))
        return new SightlineError(
          'ref-not-found',
          `${NOT_FOUND} ${label} was never given out for this page.`,
        );
      const was = frame.memory.lastShown(element);
      return new SightlineError(
        'ref-stale',
        `${STALE} ${label} ${was ? `was ${looks(was)}` : 'is of an earlier document'}; the document navigated since, to ${quote(frame.url, 200)}.`,
      );
    }
    case 'stale': {
      const why =
        failure.why === 'role-changed' && failure.now
          ? `it has become ${looks(failure.now)}`
          : 'it was removed or replaced';
      const near = failure.candidate
        ? ` The nearest live element is ${looks(failure.candidate)} [ref=${ref(failure.candidate.element)}].`
        : '';
      const unlike = failure.differences ? ` It is not the same: ${differing(failure.differences)}.` : '';
      return new SightlineError(
        'ref-stale',
        `${STALE} ${label} was ${looks(failure.was)}; ${why}.${near}${unlike}`,
        {
          details: failure.candidate ? { candidate: ref(failure.candidate.element) } : {},
        },
      );
    }
    case 'changed': {
      const item = itemAgain(failed, failure);
      return new SightlineError(
        'ref-changed',
        `${label} is not as it was last seen, so nothing was done: ${differing(failure.differences)}. It is now:\n${item}`,
        { details: { ref: label, differences: failure.differences, now: item } },
      );
    }
    case 'no-match':
      return new SightlineError('no-match', `Nothing ${placeOf(frame)} matches ${label}`);
    case 'many': {
      const shown = failure.matches.map(
        (match) => `\n  ${looks(match)} <${match.tag}> [ref=${ref(match.element)}]`,
      );
      const more = failure.count - failure.matches.length;
      return new SightlineError(
        'strict-mode',
        `${label} matches ${failure.count} elements:${shown.join('')}${more > 0 ? `\n  … ${more} more` : ''}`,
        { details: { count: failure.count, matches: failure.matches.map((match) => ref(match.element)) } },
      );
    }
    case 'bad-selector':
      return new SightlineError(
        'bad-selector',
        `Not a valid selector: ${quote(failure.selector, 200)}: ${quote(failure.message, 300)}`,
      );
  }
}

/** Keys without a target would reach something else than the caller knows of. */
export function focusError(
  frame: FailedFrame,
  sight: Sight | undefined,
  { was, now, differences, rows, moment }: FocusFailure,
): SightlineError {
  const { text: item } = shownAgain(frame, rows);
  sight?.see(frame, elementsIn(rows), moment);
  sight?.seeFocus(frame, moment);
  const what = differences
    ? `The focused element is not as it was last seen, so no key was pressed: ${differing(differences)}.`
    : `The focus moved, so no key was pressed: it was ${was ? `on ${looks(was)}` : 'elsewhere'}, it is on ${looks(now)}.`;
  return new SightlineError('focus-changed', `${what} It is now:\n${item}`, {
    details: { ...(differences && { differences }), now: item },
  });
}

const FACTS: Readonly<Record<Difference['what'], string>> = {
  name: 'its name',
  description: 'its description',
  link: 'where it leads',
  picture: 'its picture',
  group: 'what it belongs to',
  heading: 'the heading above it',
  item: 'what it stands in',
  column: 'its column',
  above: 'what it is listed under',
  caption: 'the text above its table',
  opener: 'what it was opened from',
  text: 'its text',
  option: 'the option',
  lead: 'the text beside it',
  frame: 'what its iframe belongs to',
  url: 'the address',
  state: 'its state',
  value: 'its value',
  active: 'its active item',
  unknown: 'it',
};

/** `its name was "Follow", is "Unfollow"` */
export function differing(differences: readonly Difference[]): string {
  return differences
    .map(({ what, was, is }) => {
      if (what === 'unknown') return 'it was seen too long ago to compare';
      // Two that say the same, as two empty rows do.
      if (was === is) return `${FACTS[what]} is another`;
      return `${FACTS[what]} was ${said(was, is)}, is ${said(is, was)}`;
    })
    .join('; ');
}

/** Of a long text what differs from the other, with the words around it. */
function said(text: string, other: string): string {
  if (text === '') return 'nothing';
  if (Math.max(text.length, other.length) <= MOST_SAID) return quote(text);
  const [start, end] = commonEnds(text, other);
  const from = Math.max(0, text.lastIndexOf(' ', start - WORDS_AROUND));
  const next = end < WORDS_AROUND ? -1 : text.indexOf(' ', text.length - end + WORDS_AROUND);
  const part = text.slice(from, next < 0 ? undefined : next).trim();
  return quote(`${from > 0 ? '…' : ''}${part}${next < 0 ? '' : '…'}`, 2 * MOST_SAID);
}

/** What an element stands in as it is now: the caller has seen what is shown of it. */
function itemAgain({ frame, target, sight }: FailedTarget, { rows, moment }: ChangedTarget): string {
  const acted = 'element' in target ? target.element : undefined;
  const { text, isOutline } = shownAgain(frame, rows, sight && acted !== undefined ? frame.refOf(acted) : '');
  const refs = isOutline ? refsIn(text) : undefined;
  const shown = elementsIn(rows).filter((element) => refs?.has(frame.refOf(element)) ?? true);
  sight?.see(frame, [...shown, ...(acted === undefined ? [] : [acted])], moment);
  return text;
}

/** Lines as in a snapshot; of a large item an outline, if that shows the target. */
function shownAgain(
  frame: FailedFrame,
  rows: readonly WireRow[],
  target = '',
): { text: string; isOutline: boolean } {
  const { page } = frame;
  const address = { context: page.context.index, page: page.index, frame: frame.index };
  const { root } = inflate(rows, address, page.defaults.refs);
  const { url } = frame;
  const text = renderTree(denseTree(root, { gaps: new Map(), url }).root, { url }).trimEnd();
  const isSmall = target === '' || estimateTokens(text) <= MOST_TOKENS;
  const isNew = (node: SnapshotNode) => node.ref === target;
  const outline = isSmall ? undefined : outlineOf(root, { maxTokens: MOST_TOKENS, url, isNew });
  const isOutline = outline !== undefined && refsIn(outline.text).has(target);
  return { text: isOutline ? outline.text.trimEnd() : text, isOutline };
}

function elementsIn(rows: readonly WireRow[]): number[] {
  return rows.filter((row): row is WireElement => typeof row[1] === 'number').map((row) => row[1]);
}

function placeOf(frame: FailedFrame): string {
  if (frame.parent) return `in ${frame.handle}`;
  return frame.page.frames().length > 1 ? 'on the page, outside its frames,' : 'on the page';
}

function looks({ role, name }: Looks): string {
  return roleAndName(role, name);
}
