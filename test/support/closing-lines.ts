/** The last lines of a run: how many faults were survived, and what was skipped because its data is missing. */
import type { Reporter, TestModule } from 'vitest/node';
import { OUTSIDE_DATA } from './outside-data.js';

export default class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const line of [...survivedFaults(modules), ...skippedData(modules)]) console.log(line);
  }
}

function survivedFaults(modules: readonly TestModule[]): string[] {
  const faults = modules
    .filter(({ moduleId }) => moduleId.includes('/test/faults/'))
    .flatMap(({ children }) => [...children.allTests()]);
  if (faults.length === 0) return [];
  const counted = (state: string) => faults.filter((fault) => fault.result().state === state).length;
  const skipped = counted('skipped');
  return [
    `Faults survived: ${counted('passed')} of ${faults.length - skipped}${skipped > 0 ? ` (${skipped} skipped)` : ''}.`,
  ];
}

function skippedData(modules: readonly TestModule[]): string[] {
  const missing = OUTSIDE_DATA.filter(
    ({ isThere, test }) => !isThere && modules.some(({ moduleId }) => moduleId.endsWith(test)),
  );
  if (missing.length === 0) return [];
  const names = missing.map(({ what, variable }) => `${what} (${variable})`);
  return [`Skipped, because the data is not part of this repository: ${names.join(', ')}.`];
}
