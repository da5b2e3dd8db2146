import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Disk } from '../../fence/disk.js';
import { OutputFolder } from './output-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Ten bytes, so many seconds old. */
function file(name: string, age: number): string {
  const path = join(folder, name);
  writeFileSync(path, '0123456789');
  const time = Date.now() / 1_000 - age;
  utimesSync(path, time, time);
  return path;
}

it('removes the oldest of its own files, and none that an answer is about to name', async () => {
  const output = new OutputFolder(folder, 25);
  file('page-2026-01-31T12-00-00-000Z.pdf', 90);
  file('trace-2026-01-31T12-00-00-001Z.jsonl', 80);
  file('somebody-elses.txt', 100);
  file('session-2026-01-31T12-00-00.002Z-77.md', 100);
  file('download.part', 100);
  mkdirSync(join(folder, 'page-2026-01-31T12-00-00-003Z.pdf'));
  await output.made(file('old-download.bin', 60));
  await output.made(file('new.png', 50));
  await output.trim();
  expect(readdirSync(folder).toSorted()).toEqual([
    'download.part',
    'new.png',
    'old-download.bin',
    'page-2026-01-31T12-00-00-003Z.pdf',
    'session-2026-01-31T12-00-00.002Z-77.md',
    'somebody-elses.txt',
  ]);
  await output.made(file('newer.png', 40));
  await output.trim();
  expect(readdirSync(folder)).not.toContain('old-download.bin');
  expect(readdirSync(folder)).toContain('new.png');
});

it('knows its files by the path that links lead to', async () => {
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  const output = new OutputFolder(link, 15);
  await output.made(file('a.txt', 20));
  await output.trim();
  await output.made(file('b.txt', 10));
  await output.trim();
  expect(readdirSync(folder)).toEqual(['b.txt']);
  rmSync(link);
});

it('leaves everything where nothing is said', async () => {
  const output = new OutputFolder(folder);
  await output.made(file('a.txt', 20));
  await output.trim();
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

it('the default folder is not used through a link that somebody planted in the workspace', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const workspace = join(folder, 'workspace');
  mkdirSync(join(workspace, '.sightline'), { recursive: true });
  const output = OutputFolder.in(workspace);
  expect(await output.checked()).toBe(join(workspace, '.sightline/output'));
  symlinkSync(elsewhere, join(workspace, '.sightline/output'));
  await expect(output.newFile('page', 'pdf')).rejects.toMatchObject({
    code: 'bad-file',
    message: expect.stringContaining('is a symbolic link'),
  });
  rmSync(join(workspace, '.sightline'), { recursive: true });
  symlinkSync(elsewhere, join(workspace, '.sightline'));
  await expect(output.checked()).rejects.toMatchObject({ code: 'bad-file' });
  // A person's own link.
  expect(await new OutputFolder(join(workspace, '.sightline')).checked()).toBe(join(workspace, '.sightline'));
});

/** `/proc` is a mount point on every Linux, and this has no need to be root. */
it.runIf(process.platform === 'linux')('the default folder is not used if it is a mount point', async () => {
  const output = new OutputFolder({ folder: '/', below: 'proc' });
  await expect(output.checked()).rejects.toMatchObject({
    code: 'bad-file',
    message: '"/proc" is a mount point, and files would be saved below it',
  });
});

it('a disk that does not answer holds no action, and nothing is saved on it', async () => {
  const disk = new Disk(1);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await disk.ask(() => asked, Error).catch(() => undefined);
  const output = new OutputFolder({ folder, below: 'output' }, undefined, disk);
  await output.refuseLeavingWorkspace();
  await expect(output.newFile('page', 'pdf')).rejects.toMatchObject({
    code: 'bad-file',
    message: expect.stringContaining('the disk has not answered'),
  });
  // All disks of a process are counted together.
  answer();
});
