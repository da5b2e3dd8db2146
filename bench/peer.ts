/** Playwright, for comparison only: from a folder that is named, or fetched into a temporary one. Never a dependency. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What benchmarks use of it. */
export interface Playwright {
  chromium: {
    launch(options: { executablePath: string; args: string[] }): Promise<{
      version(): string;
      newPage(): Promise<PlaywrightPage>;
      close(): Promise<void>;
    }>;
  };
}

export interface PlaywrightPage {
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  locator(selector: string): { click(): Promise<void>; fill(value: string): Promise<void> };
}

export interface Peer {
  playwright: Playwright;
  version: string;
  dispose(): void;
}

/** `SIGHTLINE_BENCH_PEERS`: a folder with a `node_modules` that holds playwright-core. */
export function loadPlaywright(): Peer {
  const given = process.env.SIGHTLINE_BENCH_PEERS;
  const folder = given ?? mkdtempSync(join(tmpdir(), 'sightline-peers-'));
  if (given === undefined)
    execFileSync('npm', ['install', '--no-save', '--prefix', folder, 'playwright-core'], { stdio: 'ignore' });
  const require = createRequire(join(folder, 'package.json'));
  const { version }: { version: string } = require('playwright-core/package.json');
  return {
    playwright: require('playwright-core'),
    version,
    dispose: () => {
      if (given === undefined) rmSync(folder, { recursive: true });
    },
  };
}
