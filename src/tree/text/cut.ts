/** Marks for what a snapshot does not show: one at each place, and one at the top for all. */
import type { Cut } from '../node.js';

/** Begins every mark. No role begins with it, so a mark cannot be mistaken for a node. */
export const MARK = '…';

/** The option that changes a limit. */
const OPTION: Record<Cut['reason'], string> = {
  depth: 'maxDepth',
  nodes: 'maxNodes',
  time: 'timeBudget',
  text: 'maxTextLength',
};

/**
 * `… 980 more (depth limit): snapshot target=e45`. A snapshot of the subtree starts counting anew. If the whole
 * snapshot is this subtree, that would not help and only a higher limit does.
 */
export function cutMark({ reason, count }: Cut, ref: string, atRoot: boolean): string {
  const what = reason === 'text' ? 'more characters' : 'more';
  const how =
    reason === 'text' || atRoot
      ? `raise ${OPTION[reason]}`
      : reason === 'depth'
        ? `snapshot target=${ref}`
        : `snapshot target=${ref} or raise ${OPTION[reason]}`;
  return `${MARK} ${count === undefined ? '' : `${count} `}${what} (${reason} limit): ${how}`;
}

const CUT_MARK = /^… (?:([0-9]+) )?more(?: characters)? \((depth|nodes|time|text) limit\)$/;

/** Parses the part of a mark before the colon; undefined for another mark. */
export function parseCutMark(mark: string): Cut | undefined {
  const match = CUT_MARK.exec(mark);
  if (!match) return undefined;
  // The expression allows only these four.
  const reason = match[2] as Cut['reason'];
  return match[1] === undefined ? { reason } : { reason, count: Number(match[1]) };
}

/** `… incomplete: 3 cuts (depth limit, nodes limit), 1 frame unavailable`; empty when nothing is missing. */
export function incompleteMark(cuts: readonly Cut[], framesMissing: number): string {
  const parts: string[] = [];
  if (cuts.length > 0) {
    const reasons = [...new Set(cuts.map(({ reason }) => `${reason} limit`))];
    parts.push(`${counted(cuts.length, 'cut')} (${reasons.join(', ')})`);
  }
  if (framesMissing > 0) parts.push(`${counted(framesMissing, 'frame')} unavailable`);
  return parts.length === 0 ? '' : `${MARK} incomplete: ${parts.join(', ')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
