import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';

export const stopTracing = defineTool({
  name: 'browser_stop_tracing',
  summary: 'Stop recording calls and write the trace to a file (JSON Lines)',
  input: {
    filename: z.string().min(1).optional().describe('Default: trace-{time}.jsonl'),
    trace: z.string().optional().describe('If several are running, e.g. t1'),
  },
  effect: 'read',
  cap: 'devtools',
  async run({ filename, trace: wanted }, { agent }) {
    const { traces } = agent.host;
    const { name, trace } = traces.find(agent, wanted);
    const file = await writeOutput(
      agent,
      filename ?? (await agent.workplace.output.newFile('trace', 'jsonl')),
      trace.text(),
    );
    traces.drop(name);
    return { result: [fileLine('Trace', file), `${trace.length} calls`] };
  },
});
