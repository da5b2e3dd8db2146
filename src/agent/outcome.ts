/**
 * Makes sure that the answer to an action shows its outcome. The first capture shows what a page does at once. If that is
 * only a moved focus, or work in progress, or if timers and streams of the action are still due, the page is watched for a
 * while and captured again.
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
/** Milliseconds after a change if the page has set more timers than have shown an effect. */
const MORE_DUE = 600;
/** Milliseconds if something spins, is disabled until a timer fires, or changes in stages. */
const SPINNING = 2_500;
/** Milliseconds if the page shows that it is busy. */
const WORKING = 5_000;
/** Captures of a page that keeps changing without an outcome. */
const MOST_LOOKS = 12;

/** Changes without an outcome after which the answer says so. */
const STILL_CHANGING = 2;
const KEEPS_CHANGING = 'The page keeps changing, but nothing of that shows yet: wait for what you expect.';

type Since = ActionReport['since'];

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
  /** When the page last showed something new. */
  let latest = began;
  for (let looks = 1; ; looks++) {
    const now = { kind: outcomeSince(before, snapshot, since), since, late: changes > 0 };
    const left = patience(now, signOfWork(before, snapshot.json.root), began, latest) - performance.now();
    if (left <= 0 || page.closed !== undefined || page.dialog) break;
    const more = await page.actions.watch(left, { ...(signal && { signal }) });
    if (page.closed !== undefined || page.dialog) break;
    if (more) changes++;
    if (more) notes.push(...more.notes.filter((note) => !notes.includes(note)));
    const last = snapshot;
    snapshot = await capture();
    if (!more || looks >= MOST_LOOKS) break;
    const step = outcomeOf(last.json.root, snapshot.json.root);
    if (step === 'ticks' ? !more.since?.unknown : step !== 'none') latest = performance.now();
    since = next(since, more.since, step);
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

function next(last: Since, more: Since, step: OutcomeKind): Since {
  // A counter keeps its timer.
  const due = Math.max(more?.due ?? 0, step === 'ticks' ? (last?.due ?? 0) : 0);
  return { ticks: false, stale: false, ...more, due, changed: true, atOnce: false };
}

function outcomeSince(before: SnapshotNode | undefined, snapshot: Snapshot, since: Since): OutcomeKind {
  const changed = since?.changed ?? true;
  if (!before) return changed ? 'some' : 'none';
  const kind = outcomeOf(before, snapshot.json.root);
  // A counter that the action changed at once is an outcome; a clock that ticks anyway is not.
  if (kind === 'ticks') return since?.atOnce && !since.ticks && !since.unknown ? 'some' : 'none';
  // So is a change from before the action that was not shown yet.
  if (kind !== 'none' && kind !== 'own' && !changed && (since?.ticks || since?.stale)) return 'none';
  return kind;
}

interface Now {
  kind: OutcomeKind;
  since: Since;
  /** The page has changed since the first capture. */
  late: boolean;
}

/** Until when to keep watching. `began`: the first capture; `latest`: the last change that shows. */
function patience(now: Now, sign: SnapshotNode | undefined, began: number, latest: number): number {
  if (sign) return began + WORKING;
  const { kind, since, late } = now;
  const {
    timers = false,
    due = 0,
    spins = false,
    unknown = false,
  }: Partial<NonNullable<Since>> = since ?? {};
  switch (kind) {
    case 'none':
      return began + (spins ? SPINNING : timers ? TIMER_SET : NOTHING_YET);
    case 'own':
      return timers ? began + VALUE_SET : 0;
    case 'held':
      return began + (spins || due > 0 ? SPINNING : NOTHING_YET);
    case 'less':
      return spins ? began + SPINNING : due > 0 ? began + TIMER_SET : 0;
    case 'some':
      return Math.max(
        // A page that is not known yet may change without the action.
        unknown && late ? began + NOTHING_YET : 0,
        due > 0 ? Math.min(latest + MORE_DUE, began + SPINNING) : 0,
      );
    default:
      return 0;
  }
}

function described({ role, name, children, ref }: SnapshotNode): string {
  const text =
    name !== '' ? name : children.flatMap((child) => (isText(child) ? [child.text] : [])).join(' ');
  return `${role}${text === '' ? '' : ` ${quote(text, 80)}`} [ref=${ref}]`;
}
