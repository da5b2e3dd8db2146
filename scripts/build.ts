/** Builds the package: library, command line, demo and types. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { bundle, ROOT as root } from './bundle.js';
import './generate.js';

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

await bundle(Object.fromEntries(present), 'dist');

const types = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
