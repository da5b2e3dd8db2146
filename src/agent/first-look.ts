/** How the first look at a document is kept short, given what this agent did and saw last. */
import type { Page } from '../page/page.js';
import type { SnapshotOptions } from '../page/snapshot/snapshot-options.js';
import { isText, type SnapshotNode } from '../tree/node.js';
import { parseRef } from '../tree/ref.js';
import type { Agent } from './agent.js';
import { isPart } from './showing.js';
import type { Action } from './state/diff-name.js';
import type { ShowOptions } from './tool.js';

/** An agent that knows the site, or has been on this page, needs less of a document to go on. */
const OF_A_KNOWN_SITE = 0.5;
const OF_A_KNOWN_PAGE = 0.35;

/** Nothing where the whole page or a part of it was asked for. */
export function firstLook(agent: Agent, page: Page, asked: ShowOptions, action: Action): SnapshotOptions {
  const { outlineTokens, snapshotMode } = agent.host;
  if (asked.whole || isPart(asked) || outlineTokens === 0 || snapshotMode === 'full') return {};
  const before = agent.stateless ? undefined : agent.memory.lastOf(page.url);
  const share = !before ? 1 : agent.memory.hasVisited(page.url) ? OF_A_KNOWN_PAGE : OF_A_KNOWN_SITE;
  return {
    outline: outlineTokens,
    outlineOfNew: Math.round(outlineTokens * share),
    words: lastWords(agent, page, action),
    acted: lastTarget(action),
    ...(before && { before }),
  };
}

/** Of several steps, the last one's. */
function lastTarget({ args }: Action): string | undefined {
  const { target, steps } = Object(args) as { target?: unknown; steps?: unknown };
  const last: unknown = Array.isArray(steps) ? Object(Object(steps.at(-1)).args).target : target;
  return typeof last === 'string' ? last : undefined;
}

/** What was typed, what the element that was acted on is called, and what the caller calls it. */
function lastWords(agent: Agent, page: Page, { args, entered }: Action): string[] {
  const { target, element } = Object(args) as { target?: unknown; element?: unknown };
  const root = agent.memory.shown(page)?.json.root;
  const named = root && typeof target === 'string' && parseRef(target).ok ? nameOf(root, target) : undefined;
  return [entered, named, element].filter((word): word is string => typeof word === 'string' && word !== '');
}

function nameOf(root: SnapshotNode, ref: string): string | undefined {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.ref === ref) return node.name || node.text;
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return undefined;
}
