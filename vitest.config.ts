import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Real browsers: two files side by side keep two cores busy; more only makes each slower.
    maxWorkers: 2,
    // Real browsers on a loaded machine: a second try keeps one stray event from failing the run. It is printed.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
});
