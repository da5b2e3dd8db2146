/** What a snapshot or a click does not show: the start of the process, and memory over many pages. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { launch } from '../src/index.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const CYCLES = 200;

export async function benchLifecycle(): Promise<void> {
  startup();
  for (const browser of ['chromium', 'firefox'] as const) await memory(browser);
}

function startup(): void {
  const version = median(() => time(['--no-warnings', CLI, '--version']));
  const bare = median(() => time(['-e', '0']));
  console.log(
    `sightline --version ${version.toFixed(0)} ms, node -e 0 ${bare.toFixed(0)} ms: ${(version / bare).toFixed(2)}×`,
  );
}

function time(args: string[]): number {
  const start = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - start;
}

function median(measure: () => number): number {
  const values = Array.from({ length: 15 }, measure).sort((a, b) => a - b);
  return values[7] ?? 0;
}

/** The heap after garbage collection, after pages with a frame have been opened, captured and closed. */
async function memory(which: 'chromium' | 'firefox'): Promise<void> {
  const browser = await launch({ browser: which });
  try {
    // The first cycles load code and fill caches.
    await cycles(browser, 20);
    const before = heap();
    await cycles(browser, CYCLES);
    const after = heap();
    const each = ((after - before) / CYCLES / 1024).toFixed(1);
    console.log(
      `${which}: heap ${kib(before)} KiB, after ${CYCLES} more pages ${kib(after)} KiB (${each} KiB a page)`,
    );
  } finally {
    await browser.close();
  }
}

async function cycles(browser: Awaited<ReturnType<typeof launch>>, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const page = await browser.newPage();
    await page.goto(`data:text/html,<button>${at}</button><iframe srcdoc="<p>in"></iframe>`);
    await page.ariaSnapshotWithFrames();
    await page.close();
  }
}

function heap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}
