/** Builds `sightline.mcpb`: the packed package with its dependencies, and the manifest for desktop clients. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './bundle.js';

const MCPB = '@anthropic-ai/mcpb@2';

const folder = mkdtempSync(join(tmpdir(), 'sightline-mcpb-'));
try {
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  npm('pack', '--pack-destination', folder);
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (packed === undefined) throw new Error('npm pack wrote no file');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(
    'install',
    '--prefix',
    folder,
    '--omit=dev',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    join(folder, packed),
  );
  rmSync(join(folder, packed));
  copyFileSync(join(ROOT, 'packaging', 'manifest.json'), join(folder, 'manifest.json'));
  execFileSync('npx', ['-y', MCPB, 'pack', folder, join(ROOT, 'sightline.mcpb')], {
    stdio: 'inherit',
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
