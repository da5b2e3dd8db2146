/**
 * Checks the package as people get it, before a release: packs it, installs it in an empty folder, runs it there, and
 * reports its size. Also checks that the changelog names the version.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './bundle.js';

/** More would be a mistake: 19 today. */
const MOST_PACKAGES = 30;

const { version }: { version: string } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'sightline-package-'));
const output = (command: string, args: string[], cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
try {
  if (
    process.argv.includes('--release') &&
    !readFileSync(`${ROOT}CHANGELOG.md`, 'utf8').includes(`\n## ${version}`)
  )
    throw new Error(`CHANGELOG.md has no part ${version}`);
  output('npm', ['pack', '--silent', '--pack-destination', folder], ROOT);
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const files = output('tar', ['-tzf', packed]).split('\n');
  for (const needed of ['dist/cli.js', 'dist/index.js', 'dist/types/index.d.ts', 'README.md', 'LICENSE'])
    if (!files.includes(`package/${needed}`)) throw new Error(`${needed} is not in the package`);
  const strange = files.filter((path) => /^package\/(?:src|test|bench|node_modules|\.)/.test(path));
  if (strange.length > 0) throw new Error(`These should not be in the package: ${strange.join(', ')}`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  output('npm', ['install', '--no-audit', '--no-fund', `./${packed}`]);
  const said = output(process.execPath, ['node_modules/sightline/dist/cli.js', '--version']).trim();
  if (said !== version) throw new Error(`The installed package says ${said}, not ${version}`);
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const count = Object.keys(lock.packages).length - 1;
  if (count > MOST_PACKAGES) throw new Error(`It installs ${count} packages, more than ${MOST_PACKAGES}`);
  const size = (statSync(join(folder, packed)).size / 1e6).toFixed(1);
  console.log(
    `sightline ${version}: ${size} MB packed, ${count} packages installed, Node ${process.version}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
