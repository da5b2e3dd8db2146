/** Runs several tool calls in order and gives one answer for all of them. */
import { z } from 'zod';
import { oneLine } from '../../agent/text-line.js';
import { type Call, defineTool, type Outcome, stepOf, type Tool } from '../../agent/tool.js';
import { isSightlineError, SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';

const NAME = 'browser_batch';
/** An agent that needs more should look at the page in between. */
const MAX_STEPS = 50;

export const batch = defineTool({
  name: NAME,
  summary: 'Run several tools in order, in one call. Stops at the first failure',
  input: {
    steps: z
      .array(z.strictObject({ tool: z.string(), args: z.record(z.string(), z.unknown()).optional() }))
      .min(1)
      .max(MAX_STEPS)
      .describe('[{ tool: "browser_click", args: { target: "e5" } }, …]'),
  },
  effect: 'act',
  examples: [
    {
      steps: [
        { tool: 'browser_type', args: { target: 'e5', text: 'Ada' } },
        { tool: 'browser_click', args: { target: 'e9' } },
      ],
    },
  ],
  async run({ steps }, call) {
    // All names and arguments are checked before the first step runs.
    const tools = steps.map(({ tool }, at) => toolOf(call, tool, at));
    for (const [at, tool] of tools.entries())
      await tool.check(steps[at]?.args, call).catch((error: unknown) => {
        throw isSightlineError(error)
          ? inStep(error, `Step ${at + 1} of ${tools.length} (${tool.name}) is invalid; nothing was done`)
          : error;
      });
    const outcomes: Outcome[] = [];
    for (const [at, tool] of tools.entries()) {
      try {
        call.agent.assertNotLost(outcomes.at(-1)?.page);
        outcomes.push(await tool.call(steps[at]?.args, stepOf(call)));
      } catch (error) {
        // As for a single call, what changed meanwhile is told with the error.
        if (at === 0) throw failureAt(error, at, tools);
        return { ...joined(tools, steps, outcomes), error: failureAt(error, at, tools) };
      }
    }
    return joined(tools, steps, outcomes);
  },
});

function toolOf({ agent }: Call, name: string, at: number): Tool {
  const tool = agent.host.tools.get(name) ?? agent.host.tools.get(`browser_${name}`);
  if (tool && tool.name !== NAME) return tool;
  throw new SightlineError('bad-argument', `Step ${at + 1}: ${quote(name, 100)} can't be a step`, {
    hint: 'Nothing was done. A step is any tool of this server except browser_batch.',
  });
}

/** Shows the page of the last step that has one, after all steps. */
function joined(tools: readonly Tool[], steps: readonly Step[], outcomes: readonly Outcome[]): Outcome {
  const about = outcomes.findLast(({ page }) => page?.closed === undefined && page !== undefined);
  const changed = outcomes.some(({ show }, at) => show !== 'none' && tools[at]?.effect !== 'read');
  const show = outcomes.findLast((each) => each.show !== undefined && each.show !== 'none')?.show;
  const images = outcomes.flatMap((each) => each.images ?? []);
  return {
    ...(about?.page && { page: about.page }),
    result: outcomes.flatMap(({ result = [], reports = [] }, at) => {
      const said = [...result, ...reports.flatMap(({ notes }) => notes)];
      const [first, ...more] = said;
      const what = stepLine(tools[at], steps[at]);
      return [
        `${at + 1}. ${what}${first === undefined ? '' : `: ${first}`}`,
        ...more.map((line) => `   ${line}`),
      ];
    }),
    code: outcomes.flatMap(({ code = [] }) => code),
    // Its notes are in the result.
    reports: outcomes
      .flatMap(({ reports = [] }) => reports.slice(-1))
      .slice(-1)
      .map((last) => ({ ...last, notes: [] })),
    // Not asked for: a page with a dialog can't be shown, and what was done is told all the same.
    ...(show ? { show } : !changed && { show: 'none' as const }),
    ...(outcomes.some(({ tabs }) => tabs) && { tabs: true }),
    ...(images.length > 0 && { images }),
  };
}

interface Step {
  args?: Record<string, unknown> | undefined;
}

/** `click e5`. What was typed is not repeated: it may be a password. */
function stepLine(tool: Tool | undefined, step: Step | undefined): string {
  const { target, url, key } = step?.args ?? {};
  const what = [target, url, key].find((each) => typeof each === 'string');
  const name = (tool?.name ?? '').replace(/^browser_/, '');
  return typeof what === 'string' ? `${name} ${oneLine(what, 100)}` : name;
}

function failureAt(error: unknown, at: number, tools: readonly Tool[]): unknown {
  const left = tools.length - at - 1;
  const done = at === 0 ? 'no step was done' : at === 1 ? 'step 1 was done' : `steps 1–${at} were done`;
  const rest = left === 0 ? '' : `, ${left} after it ${left === 1 ? 'was' : 'were'} not run`;
  const where = `Step ${at + 1} of ${tools.length} (${tools[at]?.name ?? ''}) failed; ${done}${rest}`;
  if (!(error instanceof SightlineError))
    return new SightlineError('protocol-error', where, { cause: error });
  return inStep(error, where);
}

function inStep(error: SightlineError, where: string): SightlineError {
  return new SightlineError(error.code, `${where}. ${error.message}`, {
    hint: error.hint,
    details: error.details,
    cause: error,
  });
}
