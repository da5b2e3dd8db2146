import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const startTracing = defineTool({
  name: 'browser_start_tracing',
  summary: 'Start recording calls with arguments, times and answers',
  input: { page: inputs.page.describe('Only calls about this page') },
  output: { trace: z.string() },
  effect: 'read',
  cap: 'devtools',
  async run({ page: handle }, { agent }) {
    const { traces } = agent.host;
    const page = handle === undefined ? undefined : agent.pageAt(handle);
    // An agent has one trace at a time. Stateless clients may have several.
    const before = agent.stateless ? [] : traces.of(agent);
    const lost = before.map((name) => traces.find(agent, name).trace.length);
    for (const name of before) traces.drop(name);
    const trace = traces.start(agent, page);
    return {
      result: [
        `Started trace ${trace}. browser_stop_tracing writes it to a file`,
        ...lost.map((length) => `Dropped the previous trace of ${length} calls`),
      ],
      data: { trace },
    };
  },
});
