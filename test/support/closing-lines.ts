/** The last lines of a run: how many faults were survived, and what was skipped because something is missing. */
import type { Reporter, TestModule } from 'vitest/node';
import { OUTSIDE_DATA } from './outside-data.js';
import { noChromedriver, noGrid } from './selenium.js';

export default class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const line of [...survivedFaults(modules), ...skippedData(modules), ...skippedDrivers(modules)])
      console.log(line);
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

/** Tests that need a program, and why there is none. */
const PROGRAMS = [
  { file: 'test/connect/grid.test.ts', what: 'Selenium Grid', missing: noGrid },
  { file: 'test/connect/webdriver.test.ts', what: 'WebDriver', missing: noChromedriver },
  {
    file: 'test/contract/chromedriver.test.ts',
    what: 'driver contract of chromedriver',
    missing: noChromedriver,
  },
];

function skippedDrivers(modules: readonly TestModule[]): string[] {
  const skipped = PROGRAMS.filter(
    ({ file, missing }) => missing && modules.some(({ moduleId }) => moduleId.endsWith(file)),
  );
  if (skipped.length === 0) return [];
  const names = skipped.map(({ what, missing }) => `${what} (${missing})`);
  return [`Skipped, because this machine lacks a program: ${names.join(', ')}.`];
}
