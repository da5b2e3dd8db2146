/**
 * Makes sure that the answer to an action shows its outcome. The first capture shows what a page does at once. If that is
 * only a moved focus, or work in progress, or if timers and streams of the action are still due, the page is watched for a
 * while and captured again.
 */
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import { type OutcomeKind, outcomeOf, type Work, workIn } from '../tree/diff/outcome.js';
import { isText, type Snapshot, type SnapshotNode } from '../tree/node.js';
import { quote } from '../tree/quote.js';
import { habitsOf, patienceWith } from './patience.js';

/** Milliseconds for a new page to say whether it knows its opener. */
const POPUP_TIMEOUT = 500;
/** Changes of a page that keeps changing without an outcome, and of one that shows how far its work is. */
const MOST_CHANGES = 12;
const MOST_PROGRESS = 100;
/** Milliseconds between looks at work whose progress has changed so often that it counts as noise. */
const NOISY_STEP = 250;

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
  let snapshot = await capture();
  // How long our own looks take does not count, here and below: on a busy machine that is most of the time.
  let began = performance.now();
  const notes: string[] = [];
  if (!report || !(await isWorthWatching(report))) return { snapshot, notes };
  const habits = habitsOf(page, report, before?.ref);
  let since = await sinceFirstLook(page, report.since, before, snapshot);
  let changes = 0;
  /** When the page last showed something new. */
  let latest = began;
  for (;;) {
    const work = workIn(before, snapshot.json.root);
    const now = {
      kind: outcomeSince(before, snapshot, since),
      since,
      late: changes > 0,
      work,
      began,
      latest,
    };
    const { until, hope } = patienceWith(now, habits);
    const left = until - performance.now();
    if (left <= 0 || isOver(page)) break;
    const isNoisy = work?.kind === 'sure' && since?.ticks === true && left > NOISY_STEP;
    const more = await page.actions.watch(isNoisy ? NOISY_STEP : left, { ...(signal && { signal }) });
    if (isOver(page)) break;
    if (more) changes++;
    notes.push(...(more?.notes ?? []).filter((note) => !notes.includes(note)));
    const last = snapshot;
    const watched = performance.now();
    snapshot = await capture();
    began += performance.now() - watched;
    const step = outcomeOf(last.json.root, snapshot.json.root);
    habits.note(isFinal(step, more) ? hope : undefined, isFruit(step));
    // What the watch missed may show that the work goes on.
    if (!more && (isNoisy || workIn(before, snapshot.json.root)?.kind === 'sure')) continue;
    if (!more || changes > mostChanges(work)) break;
    if (isNews(step, more.since)) latest = performance.now();
    since = next(since, more.since, step);
  }
  const busy = page.dialog ? undefined : stillBusy(before, snapshot);
  if (busy !== undefined) notes.push(busy);
  else if (changes >= STILL_CHANGING && outcomeSince(before, snapshot, since) === 'none')
    notes.push(KEEPS_CHANGING);
  return { snapshot, notes };
}

/** A countdown ticks before its outcome comes: it is judged with a later watch. */
const isFinal = (step: OutcomeKind, more: unknown): boolean => step !== 'ticks' || !more;

const isFruit = (step: OutcomeKind): boolean => step !== 'none' && step !== 'ticks';

const mostChanges = (work: Work | undefined): number =>
  work?.kind === 'sure' ? MOST_PROGRESS : MOST_CHANGES;

const isOver = (page: Page): boolean => page.closed !== undefined || page.dialog !== undefined;

/** A dialog, a download or a new page of its own is an outcome, and scrolling needs no other. */
async function isWorthWatching({
  dialog,
  popups = [],
  downloads = [],
  scroll,
  settled,
  since,
}: ActionReport): Promise<boolean> {
  if (since === undefined || !settled || dialog || scroll || downloads.length > 0) return false;
  const reporting = await Promise.all(popups.map(mayReportBack));
  return reporting.every(Boolean);
}

/** Whether a page that opened knows its opener, as a sign-in window does. */
async function mayReportBack(popup: Page): Promise<boolean> {
  if (popup.closed !== undefined) return true;
  const state = popup.mainFrame.call('documentState', {}, { timeout: POPUP_TIMEOUT });
  return state.then(
    ({ hasOpener }) => hasOpener,
    () => popup.closed !== undefined,
  );
}

/**
 * What came by itself between the rest of the page and the first look is the effect of a timer, or of one that it set: the
 * page has counted that since. A counter keeps its timer, as in `next`.
 */
async function sinceFirstLook(
  page: Page,
  since: Since,
  before: SnapshotNode | undefined,
  { json }: Snapshot,
): Promise<Since> {
  if (!since?.due || since.atOnce || !before || !isFruit(outcomeOf(before, json.root))) return since;
  const due = (await page.actions.dueTimers()) ?? since.due;
  return { ...since, due: Math.min(due, since.due) };
}

const isNews = (step: OutcomeKind, since: Since): boolean =>
  step === 'ticks' ? !since?.unknown : step !== 'none';

function next(last: Since, more: Since, step: OutcomeKind): Since {
  // A counter keeps its timer, and so does what has shown nothing new.
  const isSpent = step !== 'ticks' && step !== 'none';
  const due = Math.max(more?.due ?? 0, isSpent ? 0 : (last?.due ?? 0));
  const unheard = isSpent ? 0 : (last?.unheard ?? 0);
  const nothing = { ticks: false, stale: false, requested: false, helpers: false };
  return { ...nothing, ...more, due, unheard, changed: true, atOnce: false };
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

function stillBusy(before: SnapshotNode | undefined, { json }: Snapshot): string | undefined {
  const work = workIn(before, json.root);
  if (work?.kind !== 'sure' && work?.kind !== 'job') return undefined;
  return `The page ${work.kind === 'sure' ? 'is still busy' : 'may still be busy'}: ${described(work.node)}.`;
}

function described(node: SnapshotNode): string {
  const { role, name, children, ref } = node;
  const texts = children.flatMap((child) => (isText(child) ? [child.text] : []));
  const text = name || node.text || texts.join(' ');
  return `${role}${text === '' ? '' : ` ${quote(text, 80)}`} [ref=${ref}]`;
}
