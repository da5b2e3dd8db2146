/**
 * Makes sure that the answer to an action shows its outcome. The first capture shows what a page does at once. If that is
 * only a moved focus, or work in progress, or if timers and streams of the action are still due, the page is watched for a
 * while and captured again.
 */
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import type { Former } from '../tree/diff/diff.js';
import { type OutcomeKind, outcomeOf, type Work, workIn } from '../tree/diff/outcome.js';
import { isText, type Snapshot, type SnapshotNode } from '../tree/node.js';
import { quote } from '../tree/quote.js';
import { Flow } from './flow.js';
import { type Habits, type Hope, habitsOf, patienceWith } from './patience.js';

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

/** What the agent has seen: the last tree, and what it knows although that lacks it. */
export interface Before {
  root: SnapshotNode;
  former?: Former | undefined;
}

/** Captures the page until the snapshot shows an outcome or the time is up. */
export async function untilOutcome(
  page: Page,
  report: ActionReport | undefined,
  before: Before | undefined,
  capture: () => Promise<Snapshot>,
  /** Of the call. */
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<Watched> {
  const snapshot = await capture();
  const began = performance.now();
  if (!report || !(await isWorthWatching(report))) return { snapshot, notes: [] };
  const since = await sinceFirstLook(page, report.since, before, snapshot);
  const habits = habitsOf(page, report, before?.root.ref);
  const course = new Course(before, new Set(textsIn(args)), snapshot, since, began, habits);
  for (;;) {
    const { left, isNoisy } = course.patience();
    if (left <= 0 || isOver(page)) break;
    const more = await page.actions.watch(isNoisy ? NOISY_STEP : left, { ...(signal && { signal }) });
    if (isOver(page)) break;
    const watched = performance.now();
    const next = await capture();
    // How long our own looks take does not count: on a busy machine that is most of the time.
    if (!course.goesOnAfter(next, more, performance.now() - watched)) break;
  }
  return course.end(page.dialog !== undefined);
}

/** What an action has led to so far. */
class Course {
  readonly #before: Before | undefined;
  /** Texts that the call enters: no signs of work. */
  readonly #entered: ReadonlySet<string>;
  readonly #habits: Habits;
  readonly #flow = new Flow();
  readonly #notes: string[] = [];
  #snapshot: Snapshot;
  #since: Since;
  #began: number;
  /** When the page last showed something new. */
  #latest: number;
  #work: Work | undefined;
  #hope: Hope | undefined;
  #isNoisy = false;
  #changes = 0;
  /** Changes that do not show. */
  #unseen = 0;

  constructor(
    before: Before | undefined,
    entered: ReadonlySet<string>,
    snapshot: Snapshot,
    since: Since,
    began: number,
    habits: Habits,
  ) {
    this.#before = before;
    this.#entered = entered;
    this.#snapshot = snapshot;
    this.#since = since;
    this.#began = began;
    this.#latest = began;
    this.#habits = habits;
  }

  /** Milliseconds to watch from now on. `isNoisy`: what is waited for wakes no watch, so look now and then. */
  patience(): { left: number; isNoisy: boolean } {
    const [since, began] = [this.#since, this.#began];
    this.#work = this.#workNow();
    const kind = outcomeSince(this.#before, this.#snapshot, since);
    const now = { kind, since, late: this.#changes > 0, work: this.#work, began, latest: this.#latest };
    const { until, hope } = patienceWith(now, this.#habits);
    this.#hope = hope;
    const left = Math.max(until, this.#flow.until(since, began)) - performance.now();
    const runs = this.#flow.goesOn || since?.runs === true;
    this.#isNoisy = (runs || (this.#work?.kind === 'sure' && since?.ticks === true)) && left > NOISY_STEP;
    return { left, isNoisy: this.#isNoisy };
  }

  /** `more`: what the watch has noticed. `looking`: milliseconds that the look took. */
  goesOnAfter(snapshot: Snapshot, more: ActionReport | undefined, looking: number): boolean {
    const last = this.#snapshot.json.root;
    this.#snapshot = snapshot;
    this.#began += looking;
    this.#notes.push(...(more?.notes ?? []).filter((note) => !this.#notes.includes(note)));
    const step = outcomeOf(last, snapshot.json.root);
    if (more) this.#since = next(this.#since, more.since, step);
    this.#flow.note(last, snapshot.json.root, step, this.#since, more !== undefined);
    this.#habits.note(isFinal(step, more) ? this.#hope : undefined, isFruit(step));
    if (!more) return this.#mayGoOnUnnoticed(step);
    if (step === 'none') this.#unseen++;
    if (isNews(step, more.since)) this.#latest = performance.now();
    return ++this.#changes <= (this.#flow.goesOn ? MOST_PROGRESS : mostChanges(this.#work));
  }

  /** What the watch missed may show that the work goes on. */
  #mayGoOnUnnoticed(step: OutcomeKind): boolean {
    if (this.#isNoisy || (this.#flow.goesOn && step !== 'none')) return true;
    return this.#workNow()?.kind === 'sure';
  }

  #workNow(): Work | undefined {
    return workIn(this.#before?.root, this.#snapshot.json.root, this.#entered);
  }

  end(isInterrupted: boolean): Watched {
    const [snapshot, notes] = [this.#snapshot, this.#notes];
    const busy = isInterrupted ? undefined : stillBusy(this.#workNow(), this.#flow);
    if (busy !== undefined) notes.push(busy);
    else if (this.#unseen >= STILL_CHANGING && outcomeSince(this.#before, snapshot, this.#since) === 'none')
      notes.push(KEEPS_CHANGING);
    return { snapshot, notes };
  }
}

function textsIn(args: unknown): string[] {
  if (typeof args === 'string') return [args];
  return typeof args === 'object' && args !== null ? Object.values(args).flatMap(textsIn) : [];
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
  before: Before | undefined,
  { json }: Snapshot,
): Promise<Since> {
  if (!since?.due || since.atOnce || !before || !isFruit(outcomeOf(before.root, json.root, before.former)))
    return since;
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

function outcomeSince(before: Before | undefined, snapshot: Snapshot, since: Since): OutcomeKind {
  const changed = since?.changed ?? true;
  if (!before) return changed ? 'some' : 'none';
  const kind = outcomeOf(before.root, snapshot.json.root, before.former);
  // A counter that the action changed at once is an outcome; a clock that ticks anyway is not.
  if (kind === 'ticks') return since?.atOnce && !since.ticks && !since.unknown ? 'some' : 'none';
  // So is a change from before the action that was not shown yet.
  if (kind !== 'none' && kind !== 'own' && !changed && (since?.ticks || since?.stale)) return 'none';
  return kind;
}

function stillBusy(work: Work | undefined, { unfinished }: Flow): string | undefined {
  if (unfinished) return `The page is still adding to ${described(unfinished)}.`;
  if (work?.kind !== 'sure' && work?.kind !== 'job') return undefined;
  return `The page ${work.kind === 'sure' ? 'is still busy' : 'may still be busy'}: ${described(work.node)}.`;
}

function described(node: SnapshotNode): string {
  const { role, name, children, ref } = node;
  const texts = children.flatMap((child) => (isText(child) ? [child.text] : []));
  const text = name || node.text || texts.join(' ');
  return `${role}${text === '' ? '' : ` ${quote(text, 80)}`} [ref=${ref}]`;
}
