/** Which steps of a run are done again, and what is left out. */
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { RunStep } from '../run.js';

export interface StepRange {
  from: number;
  to: number;
}

/** `3-12`, `3-` or `3`. */
export function parseRange(text: string): StepRange {
  const [, from = '', dash, to] = /^(\d+)(-?)(\d*)$/.exec(text) ?? [];
  const end = to ? Number(to) : dash ? Number.POSITIVE_INFINITY : Number(from);
  if (Number(from) >= 1 && Number(from) <= end) return { from: Number(from), to: end };
  throw new SightlineError('bad-argument', `${quote(text, 40)} is no range of steps`, {
    hint: 'Write --steps 3-12, or 3- for all from the third on.',
  });
}

export const ALL_STEPS: StepRange = { from: 1, to: Number.POSITIVE_INFINITY };

/** Tools that only read, but check or wait for something. */
const CHECKS = /^browser_(?:verify_|wait_for)/;
/** The end of a run is the end of the test. */
const ENDS = new Set(['browser_close']);

/** Steps that did something, in order. Failed ones are left out: they did nothing, or the agent corrected them. */
export function chosenSteps(steps: readonly RunStep[], { from, to }: StepRange): RunStep[] {
  return steps.filter(
    ({ step, effect, tool, isError }) =>
      step >= from && step <= to && !isError && (effect !== 'read' || CHECKS.test(tool)) && !ENDS.has(tool),
  );
}

/** The first heading, and messages to the user, of a tree without what is in frames. */
export function landmarksOf(tree: string): { heading?: string; messages: { role: string; text: string }[] } {
  const lines = outsideFrames(tree.split('\n'));
  const heading = lines.map((line) => nameIn(line, 'heading')).find((name) => name !== undefined);
  const said = lines.flatMap((line) => {
    const [, role = '', text = ''] = /^ *- (status|alert)(?: \[[^\]]*\])*: (.+)$/.exec(line) ?? [];
    return role === '' ? [] : [{ role, text: plain(text) }];
  });
  const isOnly = ({ role }: { role: string }) =>
    lines.filter((line) => new RegExp(`^ *- ${role}\\b`).test(line)).length === 1;
  const messages = said.filter(isOnly);
  return { ...(heading !== undefined && { heading }), messages };
}

function outsideFrames(lines: readonly string[]): string[] {
  let frame = Number.POSITIVE_INFINITY;
  return lines.filter((line) => {
    const depth = line.search(/\S/);
    if (depth <= frame) frame = Number.POSITIVE_INFINITY;
    const isInside = depth > frame;
    if (!isInside && /^ *- '?iframe\b/.test(line)) frame = depth;
    return !isInside;
  });
}

function nameIn(line: string, role: string): string | undefined {
  const [, quoted] = new RegExp(`^ *- ${role} ("(?:[^"\\\\]|\\\\.)*")`).exec(line) ?? [];
  if (quoted === undefined) return undefined;
  const name = plain(quoted);
  return name.endsWith('…') ? undefined : name;
}

/** Without the quotes of YAML. */
function plain(text: string): string {
  try {
    return text.startsWith('"') ? String(JSON.parse(text)) : text;
  } catch {
    return text; // An escape that JSON does not have.
  }
}
