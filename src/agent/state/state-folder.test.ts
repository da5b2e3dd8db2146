import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Disk } from '../../fence/disk.js';
import { makeFolders, NotWritten } from '../files/workspace-files.js';
import { StateFolder } from './state-folder.js';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'sightline-state-'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

const claim = (instance?: string) => StateFolder.claim({ folder: workspace, ...(instance && { instance }) });
const dom = { name: 'dom.html', text: '<body>\n' };
const state = (name: string) => join(workspace, '.sightline/browser-state', name);

/** A stamp as a process that is gone has left it: its id lives on, in another process. */
async function abandon(folder: string): Promise<void> {
  const stamp = join(folder, 'sightline-owner.json');
  const owner = JSON.parse(await readFile(stamp, 'utf8'));
  await writeFile(stamp, JSON.stringify({ ...owner, pid: 2 ** 22 + 1 }));
}

describe('StateFolder', () => {
  it('gives every server a folder of its own', async () => {
    const folders = await Promise.all(Array.from({ length: 5 }, () => claim()));
    expect(folders.map(({ name }) => name).sort()).toEqual([
      '.sightline/browser-state',
      '.sightline/browser-state/inst-2',
      '.sightline/browser-state/inst-3',
      '.sightline/browser-state/inst-4',
      '.sightline/browser-state/inst-5',
    ]);
    const [one, two] = [await claim('mine'), await claim('mine')];
    expect([one.name, two.name]).toEqual([
      '.sightline/browser-state/mine',
      '.sightline/browser-state/mine-2',
    ]);
    await Promise.all([...folders, one, two].map((folder) => folder.end()));
    expect(await readdir(workspace)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('passes by a folder whose stamp is a FIFO', async () => {
    await mkdir(state(''), { recursive: true });
    spawnSync('mkfifo', [state('sightline-owner.json')]);
    expect((await claim()).name).toBe('.sightline/browser-state/inst-2');
  });

  it('says that the disk does not answer, and writes again when it does', async () => {
    const disk = new Disk();
    const folder = await StateFolder.claim({ folder: workspace }, disk);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = disk.ask(() => answered, Error).catch(() => undefined);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await asked;
    await expect(folder.write([dom])).rejects.toThrow('the disk has not answered for 10 s');
    await expect(folder.isOurs()).rejects.toThrow(NotWritten);
    answer();
    await answered;
    await folder.write([dom]);
    expect(await readFile(state('dom.html'), 'utf8')).toBe(dom.text);
    await folder.end();
  });

  it('removes what a server that is gone had written, and nothing else', async () => {
    const gone = await claim();
    await gone.write([
      dom,
      { name: 'diffs/002-click-e1.diff', text: '' },
      { name: 'pages/c0p1/dom.html', text: '' },
      { name: 'pages/c0p1/diffs/002-type-e1.diff', text: '' },
    ]);
    await writeFile(state('.dom.html.draft'), 'half');
    await writeFile(state('notes.txt'), 'mine');
    await writeFile(state('diffs/notes.diff'), 'mine');
    await abandon(state(''));
    const next = await claim();
    expect(next.name).toBe('.sightline/browser-state');
    expect((await readdir(state(''), { recursive: true })).sort()).toEqual([
      'diffs',
      'diffs/notes.diff',
      'notes.txt',
      'sightline-owner.json',
    ]);
    await next.end();
    expect(await readdir(state(''))).not.toContain('sightline-owner.json');
  });

  it('is not taken over while its server lives', async () => {
    const first = await claim();
    await first.write([dom]);
    expect((await claim()).name).toBe('.sightline/browser-state/inst-2');
    expect(await readFile(state('dom.html'), 'utf8')).toBe(dom.text);
    expect(await first.isOurs()).toBe(true);
  });

  it('follows no symbolic link', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'sightline-outside-'));
    await symlink(outside, join(workspace, '.sightline'));
    await expect(claim()).rejects.toThrow('.sightline is a symbolic link');
    await rm(join(workspace, '.sightline'));

    const folder = await claim();
    await symlink(outside, state('diffs'));
    await expect(folder.write([{ name: 'diffs/002-click.diff', text: 'x' }])).rejects.toThrow(
      'symbolic link',
    );
    // A file that is one is replaced, and what it leads to is not.
    await writeFile(join(outside, 'target'), 'untouched');
    await symlink(join(outside, 'target'), state('dom.html'));
    await symlink(join(outside, 'target'), state('.dom.html.draft'));
    await folder.write([dom]);
    expect((await lstat(state('dom.html'))).isFile()).toBe(true);
    expect(await readFile(join(outside, 'target'), 'utf8')).toBe('untouched');

    await rename(state(''), join(workspace, 'moved'));
    await symlink(outside, join(workspace, '.sightline/browser-state'));
    await expect(folder.write([dom])).rejects.toThrow('symbolic link');
    await folder.end();
    expect((await readdir(outside)).sort()).toEqual(['target']);
    await rm(outside, { recursive: true });
  });

  it('writes all of the files or none', async () => {
    const folder = await claim();
    await folder.write([dom]);
    await mkdir(state('accessibility-tree.yaml'));
    const files = [
      { name: 'diffs/002-click.diff', text: 'x' },
      { name: 'accessibility-tree.yaml', text: 'y' },
    ];
    await expect(folder.write([...files, { ...dom, text: 'new' }])).rejects.toThrow();
    expect(await readFile(state('dom.html'), 'utf8')).toBe(dom.text);
    expect((await readdir(state(''))).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  it('says why it can not be written to', async () => {
    await writeFile(join(workspace, '.sightline'), 'a file');
    await expect(claim()).rejects.toThrow('.sightline is not a folder');
    await rm(workspace, { recursive: true });
    await expect(claim()).rejects.toThrow('cannot be opened');
  });

  it('knows that it was taken away', async () => {
    const folder = await claim();
    await rm(join(workspace, '.sightline'), { recursive: true });
    expect(await folder.isOurs()).toBe(false);
    expect((await claim()).name).toBe('.sightline/browser-state');
  });

  const disk = smallDisk();
  it.skipIf(!disk)(
    'says that the disk is full or read-only (skipped where no file system can be mounted)',
    async () => {
      const mounted = disk?.(workspace);
      try {
        const folder = await claim();
        await folder.write([dom]);
        const big = { ...dom, text: 'x'.repeat(1_000_000) };
        await expect(folder.write([big])).rejects.toThrow('the disk is full (ENOSPC)');
        expect(await readFile(state('dom.html'), 'utf8')).toBe(dom.text);
        mounted?.readOnly();
        await expect(folder.write([{ ...dom, text: 'new' }])).rejects.toThrow(
          'the file system is read-only (EROFS)',
        );
        await folder.end();
      } finally {
        mounted?.end();
      }
    },
  );
});

/** Mounts a file system of 64 kB, where that is allowed: undefined where it is not. */
function smallDisk() {
  const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  const mount = (folder: string) => run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
  const end = (folder: string) => run('umount', '-l', folder);
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const probe = mkdtempSync(join(tmpdir(), 'sightline-mount-'));
  const allowed = mount(probe) && end(probe);
  rmSync(probe, { recursive: true });
  if (!allowed) return undefined;
  return (folder: string) => {
    mount(folder);
    return { readOnly: () => run('mount', '-o', 'remount,ro', folder), end: () => end(folder) };
  };
}

it.runIf(process.platform === 'linux')('no folder is made below a mount point', async () => {
  await expect(makeFolders('/', 'proc/folder')).rejects.toThrow(/is a mount point/);
});
