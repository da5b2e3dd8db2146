import { z } from 'zod';
import { SightlineError } from '../errors.js';
import { writeOutput } from '../session/output-file.js';
import { defineTool } from '../session/tool.js';
import { stampedName } from './stamped-name.js';

export const stopTracing = defineTool({
  name: 'browser_stop_tracing',
  summary: 'Stop the trace of calls and write it to a file, one JSON object a line',
  input: { filename: z.string().min(1).optional().describe('Default: trace-{time}.jsonl') },
  effect: 'read',
  cap: 'devtools',
  async run({ filename = stampedName('trace', 'jsonl') }, { session }) {
    const { trace } = session;
    if (!trace)
      throw new SightlineError('bad-argument', 'No trace is kept', {
        hint: 'Call browser_start_tracing first.',
      });
    const file = await writeOutput(session, filename, trace.text());
    session.trace = undefined;
    return { result: [`Saved the trace of ${trace.length} calls as ${file}`] };
  },
});
