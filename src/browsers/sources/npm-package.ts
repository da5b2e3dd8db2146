/** Fetches a package from the npm registry when it is needed, instead of installing it with Sightline. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './run.js';

/** Milliseconds: 65 MB over a slow connection. */
const INSTALL_MS = 600_000;

const FLAGS = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--omit=dev'];

/** Returns its folder, in `folder/node_modules`. None of its install scripts run. */
export async function fetchNpmPackage(
  name: string,
  version: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const [command, ...first] = npmCommand();
  // `engines` may concern code that is not used; an outer npm may have set `global`.
  const where = ['install', '--prefix', folder, '--engine-strict=false', '--global=false'];
  await run(command, [...first, ...where, ...FLAGS, `${name}@${version}`], {
    timeoutMs: INSTALL_MS,
    signal,
    cwd: folder,
  });
  return join(folder, 'node_modules', ...name.split('/'));
}

/** The npm that came with this Node, so that a bare PATH is enough. */
function npmCommand(): [string, ...string[]] {
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const running = process.env.npm_execpath ?? '';
  const script = [running, beside].find((path) => path.endsWith('npm-cli.js') && existsSync(path));
  return script === undefined ? ['npm'] : [process.execPath, script];
}
