import { z } from 'zod';
import type { Aim } from '../../agent/agent.js';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { literal, oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import * as inputs from '../support/inputs.js';

export const evaluate = defineTool({
  name: 'browser_evaluate',
  summary: 'Run JavaScript in the page and return its result',
  input: {
    function: z.string().min(1).describe('() => { … }, or (element) => { … } with a target'),
    element: inputs.element,
    target: inputs.target.optional(),
    targets: z.array(z.string()).optional().describe('Refs in one frame, passed as arguments'),
    filename: inputs.filename,
    page: inputs.page,
  },
  output: { result: z.unknown().optional(), file: z.string().optional() },
  effect: 'act',
  examples: [{ function: '() => document.title' }, { function: '(element) => element.value', target: 'e5' }],
  async run(args, { agent, signal }) {
    const aims: Aim[] = [];
    for (const target of [...(args.target === undefined ? [] : [args.target]), ...(args.targets ?? [])])
      aims.push(await agent.aim(target, args.page));
    const [aim] = aims;
    const page = aim ? aim.page : await agent.page(args.page);
    const frame = aim ? aim.locator.frame : page.mainFrame;
    if (aims.some(({ locator }) => locator.frame !== frame))
      throw new SightlineError('bad-argument', 'The targets are in several frames: nothing was run', {
        hint: 'Give targets of one frame per call.',
      });
    const elements: number[] = [];
    for (const { locator } of aims) elements.push((await locator.verify({ signal })).element);
    page.assertUsable();
    const value = await frame.evaluate(args.function, [], { signal, elements });
    const text = asJson(value);
    const code = [`await ${aim?.code ?? 'page'}.evaluate(${literal(args.function)});`];
    if (args.filename === undefined) {
      const shown = text.slice(0, MAX_RESULT);
      return {
        page,
        result: [...shown.split('\n').map((line) => oneLine(line)), ...cutNote(text.length - shown.length)],
        code,
        show: 'none',
        data: { result: shown === text ? fromJson(text) : shown },
      };
    }
    const file = await writeOutput(agent, args.filename, `${text}\n`);
    return { page, result: [fileLine('Evaluation result', file)], code, show: 'none', data: { file } };
  },
});

/** Characters of JSON that an answer holds: more would fill an agent's context. */
const MAX_RESULT = 100_000;

function cutNote(missing: number): string[] {
  return missing > 0
    ? [`… ${missing} more characters are cut off. Return less, or save the whole result with filename.`]
    : [];
}

/** `undefined`, which JSON lacks, becomes null. */
function fromJson(text: string): unknown {
  return text === 'undefined' ? null : JSON.parse(text);
}

function asJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_, each: unknown) => jsonOf(each), 2);
  return text ?? 'undefined';
}

/** What JSON lacks, as a reader would write it. */
function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof RegExp || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  if (value instanceof Set) return [...value];
  if (!(value instanceof Map)) return value;
  const isNamed = [...value.keys()].every((key) => typeof key === 'string');
  return isNamed ? Object.fromEntries(value) : [...value];
}
