/**
 * Builds the package: library, command line, demo and types. With `--if-stale` only if a source is newer than the last
 * build: npm runs `prepare` again for `npx` and `npm link` in a clone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { bundle, bundleCommand, ROOT as root } from './bundle.js';

const LIBRARY = { index: 'src/index.ts', demo: 'examples/demo.ts' };
const COMMAND = { cli: 'src/cli/main.ts' };
const SOURCES = ['src', 'examples', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.build.json'];
/** Written last. */
const BUILT = `${root}dist/types/index.d.ts`;

if (!process.argv.includes('--if-stale') || isStale()) await build();

function isStale(): boolean {
  if (!existsSync(BUILT)) return true;
  const built = statSync(BUILT).mtimeMs;
  return SOURCES.some((source) => newestIn(`${root}${source}`) > built);
}

function newestIn(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestIn(`${path}/${name}`)));
}

async function build(): Promise<void> {
  await import('./generate.js');
  rmSync(`${root}dist`, { recursive: true, force: true });
  await Promise.all([bundle(LIBRARY, 'dist'), bundleCommand(COMMAND, 'dist')]);
  const types = spawnSync(
    process.execPath,
    ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json'],
    { cwd: root, stdio: 'inherit' },
  );
  process.exitCode = types.status ?? 1;
  if (process.exitCode !== 0) rmSync(BUILT, { force: true });
}
