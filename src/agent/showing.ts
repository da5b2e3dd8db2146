/**
 * What an answer shows of a page, given what this agent has seen of it: all of it, what changed, or one line
 * where nothing did. It always says which, and against which snapshot. Changes are told only from a view that
 * the agent was given as a whole; a part of the page that it asked for since then does not replace it, or
 * what changed elsewhere would never be told.
 */
import type { Page } from '../page/page.js';
import type { Snapshot } from '../tree/node.js';
import type { Agent } from './agent.js';
import { debugSnapshots } from './coverage.js';
import type { View } from './tool.js';

export interface Showing {
  /** `Snapshot 8: changes since snapshot 7`. */
  heading: string;
  /** Nothing where nothing changed. */
  text?: string;
}

/** The snapshot that the changes are told from; undefined for a whole view. */
export function baseOf(agent: Agent, page: Page, view: View): number | undefined {
  if (view.since !== undefined) return view.since;
  if (agent.stateless || view.whole || agent.host.snapshotMode === 'full' || isPart(view)) return undefined;
  return agent.shown(page)?.json.snapshotId;
}

/** Call it with every snapshot whose text is handed to the agent. */
export function show(agent: Agent, page: Page, view: View, snapshot: Snapshot): Showing {
  if (debugSnapshots) process.stderr.write(`${agent.host.coverage.count(snapshot, isPart(view))}\n`);
  const { changes, json } = snapshot;
  const id = json.snapshotId;
  const seen = agent.shown(page);
  if (isPart(view)) {
    if (seen) agent.see(page, snapshot.text);
    else if (view.frame === undefined && view.target === undefined) agent.remember(page, snapshot);
    return { heading: `Snapshot ${id}: a part of the page`, text: snapshot.text };
  }
  // Nothing has changed: what the agent has is as good as new, and goes by the number that it knows.
  if (changes?.kind === 'same') return { heading: `Unchanged since snapshot ${changes.since}` };
  if (!changes && seen) page.history.continue(id, seen.json.snapshotId);
  agent.remember(page, snapshot);
  return { heading: `Snapshot ${id}: ${headingOf(snapshot)}`, text: snapshot.text };
}

function headingOf({ changes, cursor }: Snapshot): string {
  const whole = cursor === undefined ? 'the whole page' : 'what fits the token budget';
  if (!changes) return whole;
  const { since } = changes;
  if (changes.kind !== 'whole') return `changes since snapshot ${since}`;
  if (changes.reason === 'not kept') return `${whole}, snapshot ${since} is not known any more`;
  return `${whole}, ${changes.reason} since snapshot ${since}`;
}

/** Asked for by these, a view is not one of the whole page. */
const PARTS = [
  'frame',
  'target',
  'view',
  'viewport',
  'depth',
  'offset',
  'limit',
  'cursor',
  'maxDepth',
] as const;

function isPart(view: View): boolean {
  return PARTS.some((part) => view[part] !== undefined);
}
