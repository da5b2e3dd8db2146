/** Builds what the package ships: the library, the command line, the demonstration, and the types. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import './generate.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const ENTRIES = {
  index: 'src/index.ts',
  cli: 'src/cli/main.ts',
  demo: 'examples/demo.ts',
};

rmSync(`${root}dist`, { recursive: true, force: true });

const present = Object.entries(ENTRIES).filter(([name, path]) => {
  if (existsSync(root + path)) return true;
  console.warn(`${path} does not exist yet: dist/${name}.js is left out`);
  return false;
});

await build({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(present),
  outdir: 'dist',
  bundle: true,
  // Chunks: what is imported lazily stays in a file of its own and is read only when it is used.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: 'linked',
  logLevel: 'warning',
});

const types = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
