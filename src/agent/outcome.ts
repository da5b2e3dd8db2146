/**
 * The answer to an action holds what the action brought about. What a page does at once is in its first capture; where
 * that shows nothing but a moved focus, or work in progress, the page is watched a while longer and captured again.
 */
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import { type OutcomeKind, outcomeOf, signOfWork } from '../tree/diff/outcome.js';
import { isText, type Snapshot, type SnapshotNode } from '../tree/node.js';
import { quote } from '../tree/quote.js';

/** Milliseconds for something to come of an action that has changed nothing yet: a little more than peers always wait. */
const NOTHING_YET = 650;
/** The page has set a timer: something is meant to come. */
const TIMER_SET = 1_000;
/** One control has another value, and a timer is set: a search that waits for the last key, a check of the input. */
const VALUE_SET = 600;
/** The page says that it works. */
const WORKING = 5_000;
/** A page that changes without an outcome is looked at so often, and then once more at the end. */
const MOST_LOOKS = 8;

export interface Watched {
  snapshot: Snapshot;
  /** For the answer: what the page is still at. */
  notes: string[];
}

/** Takes the snapshot again and again until it holds an outcome; at the latest when the time is over. */
export async function untilOutcome(
  page: Page,
  report: ActionReport | undefined,
  before: SnapshotNode | undefined,
  capture: () => Promise<Snapshot>,
  signal: AbortSignal | undefined,
): Promise<Watched> {
  const began = performance.now();
  let snapshot = await capture();
  const notes: string[] = [];
  if (!report || !isWorthWatching(report)) return { snapshot, notes };
  let { since } = report;
  for (let looks = 1; ; looks++) {
    const limit = patience(
      outcomeSince(before, snapshot, since),
      since,
      signOfWork(before, snapshot.json.root),
    );
    const left = began + limit - performance.now();
    if (left <= 0 || page.closed !== undefined || page.dialog) break;
    const more = await page.actions.watch(left, { ...(signal && { signal }) });
    if (page.closed !== undefined || page.dialog) break;
    if (more) notes.push(...more.notes.filter((note) => !notes.includes(note)));
    snapshot = await capture();
    if (!more || looks >= MOST_LOOKS) break;
    since = { timers: false, ticks: false, ...more.since, changed: true, atOnce: false };
  }
  const sign = signOfWork(before, snapshot.json.root);
  if (sign && page.dialog === undefined) notes.push(`The page is still at work: ${described(sign)}.`);
  return { snapshot, notes };
}

/** A dialog, a new page or a file is an outcome; scrolling has none but its own. */
function isWorthWatching({
  dialog,
  popups = [],
  downloads = [],
  scroll,
  settled,
  since,
}: ActionReport): boolean {
  return (
    since !== undefined && settled && !dialog && !scroll && popups.length === 0 && downloads.length === 0
  );
}

function outcomeSince(
  before: SnapshotNode | undefined,
  snapshot: Snapshot,
  since: ActionReport['since'],
): OutcomeKind {
  const changed = since?.changed ?? true;
  if (!before) return changed ? 'some' : 'none';
  const kind = outcomeOf(before, snapshot.json.root);
  // A counter that the action changed at once is an outcome; one that counts by itself is none.
  if (kind === 'ticks') return since?.atOnce && !since.ticks ? 'some' : 'none';
  if (kind === 'some' && !changed && since?.ticks) return 'none';
  return kind;
}

/** Milliseconds since the first look for which it is worth to go on; 0: it is done. */
function patience(kind: OutcomeKind, since: ActionReport['since'], sign: SnapshotNode | undefined): number {
  if (sign) return WORKING;
  if (kind === 'some') return 0;
  if (kind === 'own') return since?.timers ? VALUE_SET : 0;
  return since?.timers ? TIMER_SET : NOTHING_YET;
}

function described({ role, name, children, ref }: SnapshotNode): string {
  const text =
    name !== '' ? name : children.flatMap((child) => (isText(child) ? [child.text] : [])).join(' ');
  return `${role}${text === '' ? '' : ` ${quote(text, 80)}`} [ref=${ref}]`;
}
