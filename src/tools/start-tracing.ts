import { defineTool } from '../session/tool.js';
import { Trace } from '../session/trace.js';

export const startTracing = defineTool({
  name: 'browser_start_tracing',
  summary: 'Start to keep a trace of calls: arguments, times and answers',
  input: {},
  effect: 'read',
  cap: 'devtools',
  async run(_, { session }) {
    const lost = session.trace?.length ?? 0;
    session.trace = new Trace();
    const note = lost > 0 ? [`The trace that was kept before, of ${lost} calls, is dropped`] : [];
    return { result: ['The trace has started. browser_stop_tracing writes it to a file', ...note] };
  },
});
