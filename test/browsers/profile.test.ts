import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProfile, sweepProfiles } from '../../src/browsers/profile.js';

/** Above the highest process id of Linux, macOS and Windows. */
const NOBODY = 2 ** 30;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sightline-test-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A temporary profile whose stamp looks as if another process had written it. */
async function profileOf(change: Record<string, unknown>): Promise<string> {
  const { folder } = await openProfile(undefined, root);
  const stamp = join(folder, 'sightline-owner.json');
  await writeFile(stamp, JSON.stringify({ ...JSON.parse(await readFile(stamp, 'utf8')), ...change }));
  return folder;
}

it('removes the profile of a process that is gone', async () => {
  const folder = await profileOf({ pid: NOBODY });
  await sweepProfiles(root);
  expect(existsSync(folder)).toBe(false);
});

it.runIf(process.platform === 'linux')('is not fooled by a process id that was given out again', async () => {
  const folder = await profileOf({ started: '1' });
  await sweepProfiles(root);
  expect(existsSync(folder)).toBe(false);
});

it('keeps profiles of a living process, another machine, or an unknown owner', async () => {
  const kept = [
    await profileOf({}),
    await profileOf({ pid: NOBODY, place: 'another container' }),
    await profileOf({ pid: 'half' }),
    await mkdtemp(join(root, 'sightline-profile-')),
    await mkdtemp(join(root, 'somebody-elses-')),
  ];
  await sweepProfiles(root);
  expect(kept.filter((folder) => !existsSync(folder))).toEqual([]);
});

it('does not follow a link out of the folder', async () => {
  const outside = await profileOf({ pid: NOBODY });
  const inner = join(root, 'inner');
  await mkdir(inner);
  await symlink(outside, join(inner, basename(outside)));
  await sweepProfiles(inner);
  expect(existsSync(outside)).toBe(true);
});

it('says where a profile could not be created', async () => {
  const file = join(root, 'a-file');
  await writeFile(file, '');
  await expect(openProfile(join(file, 'profile'), root)).rejects.toMatchObject({
    code: 'browser-start-failed',
    message: expect.stringContaining(file),
  });
});

it.runIf(process.platform === 'linux')('says so where no folder can be made', async () => {
  await expect(openProfile('/proc/sightline/profile', root)).rejects.toMatchObject({
    code: 'browser-start-failed',
  });
});
