/** How long a page is watched after an action, by what it has shown so far and what earlier watches there brought. */
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import type { OutcomeKind, Work } from '../tree/diff/outcome.js';

/** Milliseconds to wait for an action that has changed nothing yet: slightly more than other servers always wait. */
const NOTHING_YET = 650;
/** Milliseconds if the page has set a timer, so that a change is likely. */
const TIMER_SET = 1_000;
/** Milliseconds if a control has a new value and somebody may react: a debounced search, a validation in a worker. */
const VALUE_SET = 600;
/** Milliseconds after a change if the page has set more timers than have shown an effect. */
const MORE_DUE = 600;
/** Milliseconds after a change that a worker, a frame or a stream may have brought: they often send more. */
const MORE_SENT = 450;
/** Milliseconds if something spins, is disabled until a timer fires, or changes in stages. */
const SPINNING = 2_500;
/** Milliseconds if the page shows that it is busy. */
const WORKING = 5_000;
/** So many watches in a row that brought nothing: after an action on this control such a watch is short from then on. */
const FRUITLESS = 2;
const SHORT = 150;

/** What a watch counts on. */
export type Hope = 'timers' | 'helpers';

export interface Now {
  kind: OutcomeKind;
  since: ActionReport['since'];
  /** The page has changed since the first capture. */
  late: boolean;
  work: Work | undefined;
  /** When the first capture was made, and when the page last showed something new. */
  began: number;
  latest: number;
}

export interface Patience {
  until: number;
  hope?: Hope;
}

/** What watches after actions on a control have brought. */
export class Habits {
  readonly #fruitless = { timers: 0, helpers: 0 };

  note(hope: Hope | undefined, isFruitful: boolean): void {
    if (hope) this.#fruitless[hope] = isFruitful ? 0 : this.#fruitless[hope] + 1;
  }

  /** A length of a watch, or a shorter one where such watches have brought nothing. */
  limit(hope: Hope, length: number): number {
    return this.#fruitless[hope] >= FRUITLESS ? Math.min(length, SHORT) : length;
  }
}

/** Of each page, by control. */
const known = new WeakMap<Page, Map<string, Habits>>();
/** Controls of a page that are remembered. */
const MOST_KNOWN = 500;

export function habitsOf(page: Page, report: ActionReport, document: string | undefined): Habits {
  const control = report.found && `${document} ${report.found.element}`;
  const controls = known.get(page) ?? new Map<string, Habits>();
  known.set(page, controls);
  const habits = (control !== undefined && controls.get(control)) || new Habits();
  if (controls.size >= MOST_KNOWN) controls.clear();
  if (control !== undefined) controls.set(control, habits);
  return habits;
}

export function patienceWith(now: Now, habits: Habits): Patience {
  const patience = patienceAfter(now, habits);
  const { unheard = 0 } = now.since ?? {};
  return unheard > 0 ? { ...patience, until: Math.max(patience.until, now.began + unheard) } : patience;
}

function patienceAfter(now: Now, habits: Habits): Patience {
  const { kind, since, began } = now;
  const { timers = false, due = 0, spins = false, helpers = false } = since ?? {};
  const working = whileWorking(now, habits);
  if (working) return working;
  switch (kind) {
    case 'none':
      return { until: began + (spins ? SPINNING : timers || due > 0 ? TIMER_SET : NOTHING_YET) };
    case 'own':
      if (timers) return { until: began + VALUE_SET };
      return helpers ? { until: began + habits.limit('helpers', VALUE_SET), hope: 'helpers' } : { until: 0 };
    case 'held':
      return { until: began + (spins || due > 0 ? SPINNING : NOTHING_YET) };
    // Else the new name may be the outcome.
    case 'renamed':
      if (!spins && due === 0) return afterChange(now, habits);
      return { until: began + habits.limit('timers', SPINNING), hope: 'timers' };
    case 'less':
      if (spins || due > 0) return { until: began + (spins ? SPINNING : TIMER_SET) };
      // A form that closes, and what was entered is on its way.
      return helpers ? { until: began + habits.limit('helpers', MORE_SENT), hope: 'helpers' } : { until: 0 };
    case 'told':
      // What is told before anything was asked for may only be the beginning.
      return since?.atOnce && !since.requested && due > 0 ? afterChange(now, habits) : { until: 0 };
    case 'some':
      return afterChange(now, habits);
    default:
      return { until: 0 };
  }
}

function whileWorking({ work, since, began, latest }: Now, habits: Habits): Patience | undefined {
  const { timers = false, due = 0, helpers = false, requested = false, leaves } = since ?? {};
  if (leaves !== undefined && leaves < WORKING) return { until: began + leaves + NOTHING_YET };
  const inStages = (length: number): number => Math.min(latest + length, began + WORKING);
  switch (work?.kind) {
    case 'sure':
      return { until: began + WORKING };
    case 'job':
      // Whoever shows a job that is not done asks for it again.
      return timers || due > 0 || helpers || requested ? { until: inStages(SPINNING) } : undefined;
    case 'word':
      if (due > 0) return { until: inStages(habits.limit('timers', SPINNING)), hope: 'timers' };
      return helpers ? { until: inStages(habits.limit('helpers', SPINNING)), hope: 'helpers' } : undefined;
    case 'step':
      if (timers) return { until: inStages(habits.limit('timers', MORE_DUE)), hope: 'timers' };
      return helpers ? { until: inStages(habits.limit('helpers', MORE_DUE)), hope: 'helpers' } : undefined;
  }
  return undefined;
}

function afterChange({ since, late, began, latest }: Now, habits: Habits): Patience {
  const { due = 0, helpers = false, unknown = false, requested = false, atOnce = false } = since ?? {};
  const byItself = !requested && (late || !atOnce);
  const byHelper = byItself || (!requested && since?.apart === true);
  // A page that is not known yet may have changed by itself.
  const notKnown = { until: unknown && byItself ? began + NOTHING_YET : 0 };
  const timers = { until: latest + habits.limit('timers', MORE_DUE), hope: 'timers' as const };
  const sent = { until: latest + habits.limit('helpers', MORE_SENT), hope: 'helpers' as const };
  const most = began + SPINNING;
  const all: Patience[] = [
    notKnown,
    ...(due > 0 ? [timers] : []),
    ...(helpers && (byHelper || since?.sent) ? [sent] : []),
  ];
  const longest = all.reduce((a, b) => (b.until > a.until ? b : a));
  return { ...longest, until: Math.min(longest.until, most) };
}
