import { z } from 'zod';
import { writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';

export const stopTracing = defineTool({
  name: 'browser_stop_tracing',
  summary: 'Stop the trace of calls and write it to a file, one JSON object a line',
  input: {
    filename: z.string().min(1).optional().describe('Default: trace-{time}.jsonl'),
    trace: z.string().optional().describe('Which, where there are several: t1'),
  },
  effect: 'read',
  cap: 'devtools',
  async run({ filename, trace: wanted }, { agent }) {
    const { traces } = agent.host;
    const { name, trace } = traces.find(agent, wanted);
    const file = await writeOutput(
      agent,
      filename ?? agent.host.output.stampedName('trace', 'jsonl'),
      trace.text(),
    );
    traces.drop(name);
    return { result: [`Saved the trace of ${trace.length} calls as ${file}`] };
  },
});
