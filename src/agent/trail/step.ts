/** A call as a step of the trail: masked as its answer is. */
import type { Page } from '../../page/page.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import type { Agent } from '../agent.js';
import { maskEntered } from '../secrets/mask-entered.js';
import type { Tool } from '../tool.js';
import type { TraceEntry } from '../trace/trace.js';
import type { LogMarks } from './log-marks.js';
import type { Step } from './trail.js';

export interface Answered {
  about?: Page;
  snapshot?: object;
  /** The equivalent Playwright code in TypeScript. */
  statements?: string[];
}

/** `entry` is masked already, except for what was entered. */
export function stepOf(
  agent: Agent,
  { effect }: Tool,
  entry: TraceEntry,
  marks: LogMarks,
  { about, snapshot, statements = [] }: Answered,
): Step {
  const { secrets, workplace } = agent;
  const { console, requests } = secrets.maskData(marks.since(agent.pages()));
  const locators = secrets.maskData(agent.takeAims());
  const shown = about && agent.memory.shown(about);
  const title = shown?.json.title ?? '';
  const isSeen = snapshot !== undefined || effect !== 'read';
  return {
    record: {
      ...entry,
      agent: agent.name,
      effect,
      // A tool that only reads enters nothing.
      args: effect === 'read' ? entry.args : maskEntered(entry.args, entry.answer),
      ...(about && { page: secrets.maskData({ handle: about.handle, url: about.url, title }) }),
      ...(statements.length > 0 && { code: statements.map((line) => secrets.mask(line)) }),
      ...(Object.keys(locators).length > 0 && { locators }),
      ...(console.length > 0 && { console }),
      ...(requests.length > 0 && { requests }),
    },
    page: about,
    texts: about && workplace.state.textsOf(about),
    ...(about && { isPrivate: () => agent.host.people.isPrivate(about) }),
    picture: isSeen ? () => (shown ? refsOf(shown.json.root) : []) : undefined,
  };
}

function refsOf(root: SnapshotNode): string[] {
  const refs: string[] = [];
  const visit = (node: SnapshotNode): void => {
    refs.push(node.ref);
    for (const child of node.children) if (!isText(child)) visit(child);
  };
  visit(root);
  return refs;
}
