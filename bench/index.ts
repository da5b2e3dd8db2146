/** `npm run bench`: all benchmarks, or the named ones (`npm run bench -- snapshot`). */
import { benchActions } from './actions.js';
import { benchChanges } from './changes.js';
import { benchContexts } from './contexts.js';
import { benchGrid } from './grid.js';
import { benchLifecycle } from './lifecycle.js';
import { benchMcp } from './mcp.js';
import { benchOutcomes } from './outcomes.js';
import { benchPrograms } from './programs.js';
import { benchSnapshot } from './snapshot.js';
import { benchState } from './state.js';
import { benchTasks } from './tasks/index.js';
import { benchTokens } from './tokens.js';

const BENCHES: Record<string, () => Promise<void>> = {
  snapshot: benchSnapshot,
  changes: benchChanges,
  actions: benchActions,
  lifecycle: benchLifecycle,
  contexts: benchContexts,
  grid: benchGrid,
  mcp: benchMcp,
  tokens: benchTokens,
  outcomes: benchOutcomes,
  programs: benchPrograms,
  tasks: benchTasks,
  state: benchState,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
for (const [name, run] of Object.entries(BENCHES))
  if (wanted.length === 0 || wanted.includes(name)) await run();
