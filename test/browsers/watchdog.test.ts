/** The watchdog alone, in both forms: as a shell script, and in Node for machines without a shell. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWatchdog } from '../../src/browsers/watchdog.js';
import { eventually, processesInGroup, processesWith } from './processes.js';

const WATCHDOG = join(import.meta.dirname, '../../src/browsers/watchdog.ts');

/** Stands in for a browser: records when it is asked to end, and ends. */
const CHILD = `
process.on('SIGTERM', () => { require('node:fs').writeFileSync(process.argv[1], 'asked'); process.exit(); });
setInterval(() => undefined, 1000);
process.stdout.write('ready');
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A host that guards a child with a watchdog and is killed. */
async function killHost(
  profile: { folder: string; temporary: boolean },
  shell: boolean,
  note: string,
): Promise<number> {
  const script = join(folder, 'host.mts');
  await writeFile(
    script,
    `import { spawn } from 'node:child_process';
     import { startWatchdog } from ${JSON.stringify(WATCHDOG)};
     const watchdog = startWatchdog(${JSON.stringify(profile)}, ${shell});
     const child = spawn(process.execPath, ['-e', ${JSON.stringify(CHILD)}, ${JSON.stringify(note)}], {
       detached: true, stdio: ['ignore', 'pipe', 'ignore'],
     });
     watchdog.watch(child.pid);
     child.stdout.once('data', () => process.stdout.write(String(child.pid)));`,
  );
  const host = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(host.stdout, 'data');
  host.kill('SIGKILL');
  return Number(String(pid));
}

describe.skipIf(process.platform !== 'linux')('read from /proc: Linux only', () => {
  describe.each([
    ['the shell', true],
    ['Node', false],
  ])('run by %s', (_, shell) => {
    it('ends the browser and removes a temporary profile', async () => {
      const profile = await mkdtemp(join(folder, "it's a profile-"));
      await writeFile(join(profile, 'state'), '');
      const pid = await killHost({ folder: profile, temporary: true }, shell, join(folder, 'note'));
      expect(
        await eventually(
          () => processesInGroup(pid),
          (left) => left.length === 0,
        ),
      ).toEqual([]);
      expect(
        await eventually(
          () => existsSync(profile),
          (there) => !there,
        ),
      ).toBe(false);
    });

    it('asks the browser to end first if the profile was given, and keeps that profile', async () => {
      const profile = await mkdtemp(join(folder, 'kept-'));
      const note = join(folder, 'note');
      const pid = await killHost({ folder: profile, temporary: false }, shell, note);
      expect(
        await eventually(
          () => processesInGroup(pid),
          (left) => left.length === 0,
        ),
      ).toEqual([]);
      expect(await readFile(note, 'utf8')).toBe('asked');
      expect(existsSync(profile)).toBe(true);
    });

    it.each([
      ['after a browser', true],
      ['before there was one', false],
    ])('does nothing when it is dismissed %s', async (_when, watched) => {
      const profile = await mkdtemp(join(folder, 'dismissed-'));
      const watchdog = startWatchdog({ folder: profile, temporary: true }, shell);
      const bystander = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
      if (watched) watchdog.watch(bystander.pid as number);
      watchdog.dismiss();
      expect(
        await eventually(
          () => processesWith(profile),
          (left) => left.length === 0,
        ),
      ).toEqual([]);
      expect(existsSync(profile)).toBe(true);
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
      bystander.kill();
    });
  });
});
