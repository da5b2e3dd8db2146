import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that run for long: begun last, they would leave one core idle at the end. */
const LONG = [
  'test/faults/processes.test.ts',
  'test/contract/bidi.test.ts',
  'test/mcp/matrix.test.ts',
  'test/contract/cdp.test.ts',
  'test/connect/grid.test.ts',
  'test/contract/chromedriver.test.ts',
  'test/library/busy.test.ts',
  'test/mcp/settings.test.ts',
  'test/actions/matrix.test.ts',
  'test/actions/compare.test.ts',
  'test/state/files.test.ts',
  'test/snapshot/frames.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    // The files of a worker share its modules, and with them its browsers.
    isolate: false,
    // Much of a test is waiting for a browser: four files side by side keep two cores busy.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A condition is waited for as long as a busy machine needs.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './test/support/closing-lines.ts'],
  },
});
