/**
 * Makes sure that the answer to an action shows its outcome. The first capture shows what a page does at once. If that is
 * only a moved focus, or work in progress, the page is watched for a while and captured again.
 */
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import { type OutcomeKind, outcomeOf, signOfWork } from '../tree/diff/outcome.js';
import { isText, type Snapshot, type SnapshotNode } from '../tree/node.js';
import { quote } from '../tree/quote.js';

/** Milliseconds to wait for an action that has changed nothing yet: slightly more than other servers always wait. */
const NOTHING_YET = 650;
/** Milliseconds if the page has set a timer, so that a change is likely. */
const TIMER_SET = 1_000;
/** Milliseconds if a control has a new value and a timer is set: a debounced search or a validation. */
const VALUE_SET = 600;
/** Milliseconds if the page shows that it is busy. */
const WORKING = 5_000;
/** Captures of a page that keeps changing without an outcome. */
const MOST_LOOKS = 8;

/** Changes without an outcome after which the answer says so. */
const STILL_CHANGING = 2;
const KEEPS_CHANGING = 'The page keeps changing, but nothing of that shows yet: wait for what you expect.';

export interface Watched {
  snapshot: Snapshot;
  /** For the answer: what the page is still busy with. */
  notes: string[];
}

/** Captures the page until the snapshot shows an outcome or the time is up. */
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
  let changes = 0;
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
    if (more) changes++;
    if (more) notes.push(...more.notes.filter((note) => !notes.includes(note)));
    snapshot = await capture();
    if (!more || looks >= MOST_LOOKS) break;
    since = { timers: false, ticks: false, ...more.since, changed: true, atOnce: false };
  }
  const sign = signOfWork(before, snapshot.json.root);
  if (sign && page.dialog === undefined) notes.push(`The page is still busy: ${described(sign)}.`);
  else if (changes >= STILL_CHANGING && outcomeSince(before, snapshot, since) === 'none')
    notes.push(KEEPS_CHANGING);
  return { snapshot, notes };
}

/** A dialog, a new page or a download is an outcome, and scrolling needs no other. */
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
  // A counter that the action changed at once is an outcome; a clock that ticks by itself is not.
  if (kind === 'ticks') return since?.atOnce && !since.ticks ? 'some' : 'none';
  if (kind === 'some' && !changed && since?.ticks) return 'none';
  return kind;
}

/** How many milliseconds after the first capture to keep watching; 0: stop now. */
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
