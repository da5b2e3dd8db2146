/**
 * Decides what an answer shows of a page: the whole page, the changes since a snapshot, or one line if nothing changed.
 * The heading says which. Changes are relative to the last whole view that the agent saw. A part of the page does not
 * replace that view, or changes elsewhere would never be shown.
 */
import type { Page } from '../page/page.js';
import { PART_OPTIONS } from '../page/snapshot/snapshot-options.js';
import type { Snapshot } from '../tree/node.js';
import type { Agent } from './agent.js';
import { debugSnapshots } from './coverage.js';
import type { ShowOptions } from './tool.js';

export interface Showing {
  /** `Snapshot 8: changes since snapshot 7`. */
  heading: string;
  /** Absent if nothing changed. */
  text?: string;
}

/** The snapshot to diff against; undefined for a whole asked. */
export function baseOf(agent: Agent, page: Page, asked: ShowOptions): number | undefined {
  if (asked.since !== undefined) return asked.since;
  if (agent.stateless || asked.whole || agent.host.snapshotMode === 'full' || isPart(asked)) return undefined;
  return agent.memory.shown(page)?.json.snapshotId;
}

/** Must be called with every snapshot that is shown to the agent. */
export function show(agent: Agent, page: Page, asked: ShowOptions, snapshot: Snapshot): Showing {
  if (debugSnapshots) process.stderr.write(`${agent.host.coverage.count(snapshot, isPart(asked))}\n`);
  const { changes, json } = snapshot;
  const id = json.snapshotId;
  const seen = agent.memory.shown(page);
  if (isPart(asked)) {
    agent.memory.see(page, snapshot.text, snapshot.moments);
    if (!seen && asked.frame === undefined && asked.target === undefined)
      agent.memory.remember(page, snapshot);
    return { heading: `Snapshot ${id}: a part of the page`, text: snapshot.text };
  }
  // Unchanged: the agent keeps its snapshot and its number.
  if (changes?.kind === 'same') {
    if (seen?.json.snapshotId === changes.since) agent.memory.seen(page).changes(snapshot);
    return { heading: `Unchanged since snapshot ${changes.since}` };
  }
  if (!changes && seen) page.history.continue(id, seen.json.snapshotId);
  const isContinued = changes?.kind === 'diff' && seen?.json.snapshotId === changes.since;
  if (isContinued) agent.memory.seen(page).changes(snapshot);
  else agent.memory.seen(page).whole(snapshot);
  agent.memory.remember(page, snapshot);
  return { heading: `Snapshot ${id}: ${headingOf(snapshot)}`, text: snapshot.text };
}

function whatOf({ cursor, shortened }: Snapshot): string {
  if (shortened === 'dense') return 'the page without wrappers';
  if (shortened) return shortened === 'outline' ? 'an outline of the page' : 'the page';
  return cursor === undefined ? 'the whole page' : 'what fits the token budget';
}

function headingOf(snapshot: Snapshot): string {
  const { changes } = snapshot;
  const whole = whatOf(snapshot);
  if (!changes) return whole;
  const { since } = changes;
  if (changes.kind !== 'whole') return `changes since snapshot ${since}`;
  if (changes.reason === 'not kept') return `${whole}, snapshot ${since} is no longer kept`;
  return `${whole}, ${changes.reason} since snapshot ${since}`;
}

/** Options that make a view a part of the page. */
const PARTS = [...PART_OPTIONS, 'frame', 'target', 'maxDepth'] as const;

export function isPart(asked: ShowOptions): boolean {
  return PARTS.some((part) => asked[part] !== undefined);
}
