/** `SIGHTLINE_DEBUG=actions`: one line on stderr for each action. */
import type { ElementTarget } from '../page/actions.js';
import type { Action } from './action.js';

export const debugActions = (process.env.SIGHTLINE_DEBUG ?? '').split(',').includes('actions');

/** Protocol methods sent since the last action was logged. */
const sends: string[] = [];

/** The driver's send hook while the log is on. */
export const recordSend = debugActions ? (method: string) => void sends.push(method) : undefined;

/** Masks for secrets in selectors: one log serves everything in this process. */
const masks: ((line: string) => string)[] = [];

/** Passes every later line through `mask`. */
export function maskActionLog(mask: (line: string) => string): void {
  if (debugActions) masks.push(mask);
}

/** Counts the commands of the whole process, also of other pages that act at the same time. */
export async function logAction(
  act: Action,
  name: string,
  target: ElementTarget | undefined,
  run: () => Promise<unknown>,
): Promise<void> {
  sends.length = 0;
  const started = performance.now();
  let outcome = 'ok';
  try {
    await run();
  } catch (error) {
    outcome = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    throw error;
  } finally {
    const time = (performance.now() - started).toFixed(1);
    const commands = sends.splice(0);
    const { ready, input, settle } = act.spent;
    const parts = `ready ${ready.toFixed(1)}, input ${input.toFixed(1)}, settle ${settle.toFixed(1)}`;
    const frame = (target?.frame ?? act.page.mainFrame).handle;
    const node = await backendNode(act, target);
    const line = `sightline:actions ${act.page.handle} ${name} ${target?.label ?? '-'} frame=${frame} node=${node} commands=${commands.length} ${time} ms (${parts}) ${outcome}: ${commands.join(' ')}`;
    process.stderr.write(`${masks.reduce((masked, mask) => mask(masked), line)}\n`);
  }
}

/** Queried after the action has been counted and timed. */
async function backendNode(act: Action, target: ElementTarget | undefined): Promise<string> {
  if (!target || !act.found || act.page.dialog) return '-';
  const [id] = await target.frame.nodeIds([act.found.element], { timeout: 1_000 }).catch(() => []);
  return id?.kind === 'node' ? String(id.backendNodeId ?? id.sharedId ?? '-') : '-';
}
