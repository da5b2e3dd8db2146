import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileFence } from './file-fence.js';

let folder: string;
let root: string;
let fence: FileFence;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sightline-fence-')));
  root = join(folder, 'work');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(join(folder, 'work-too'));
  for (const name of ['work/in.txt', 'work/sub/in.txt', 'out.txt', 'work-too/x.txt', 'work/..odd'])
    writeFileSync(join(folder, name), name);
  symlinkSync(join(folder, 'out.txt'), join(root, 'link.txt'));
  symlinkSync(join(root, 'in.txt'), join(root, 'inner-link.txt'));
  symlinkSync(folder, join(root, 'up'));
  symlinkSync('sub', join(root, 'inner-folder'));
  symlinkSync(join(folder, 'not-yet.txt'), join(root, 'dangling'));
  symlinkSync('../../not-yet.txt', join(root, 'sub/dangling'));
  symlinkSync('circle', join(root, 'circle'));
  fence = new FileFence(() => [root]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('inside', () => {
  it.each(['in.txt', './sub/../in.txt', 'sub/in.txt', '..odd'])('%s may be read', async (path) => {
    const [file] = await fence.readable([path]);
    expect(file?.startsWith(root)).toBe(true);
  });

  it('an absolute path, and one through a link to the folder', async () => {
    await fence.readable([join(root, 'in.txt')]);
    const alias = join(folder, 'alias');
    symlinkSync(root, alias);
    expect(await new FileFence(() => [alias]).readable(['in.txt'])).toEqual([join(root, 'in.txt')]);
  });

  it('a file is read as far as it is small enough', async () => {
    expect(String(await fence.read('in.txt', 11))).toBe('work/in.txt');
    await expect(fence.read('in.txt', 10, 'Use another.')).rejects.toMatchObject({
      code: 'bad-file',
      message: '"in.txt" has 11 bytes, more than 10',
      hint: 'Use another.',
    });
  });

  it('files are written, folders are made', async () => {
    expect(await fence.write('new/deep/file.txt', 'x')).toBe(join(root, 'new/deep/file.txt'));
  });

  it.each(['sub', 'in.txt/x', 'in.txt/deep/x', '../out.txt', 'up/new.txt', 'a\0b', ''])(
    '%j cannot be written, which is known beforehand and leaves nothing',
    async (path) => {
      const before = readdirSync(root);
      await expect(fence.checkWritable(path)).rejects.toThrow();
      await expect(fence.write(path, 'x')).rejects.toThrow();
      expect(readdirSync(root)).toEqual(before);
    },
  );

  it('a file is replaced as a whole, and keeps its rights', async () => {
    const [file, other] = [join(root, 'replaced.txt'), join(folder, 'hard.txt')];
    writeFileSync(file, 'before');
    chmodSync(file, 0o600);
    linkSync(file, other);
    expect(await fence.write('replaced.txt', 'after')).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('after');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // A hard link may lead out.
    expect(readFileSync(other, 'utf8')).toBe('before');
    expect(readdirSync(root).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  it('checking whether a file can be written creates no folder', async () => {
    await fence.checkWritable('later/deep/file.txt');
    expect(existsSync(join(root, 'later'))).toBe(false);
  });

  it.each([
    ['sub', 'is a folder'],
    ['none.txt', 'does not exist'],
    ['in.txt/x', 'does not exist'],
    ['circle', 'circle'],
    ['a\0b', 'is not a path'],
  ])('%s: %s', async (path, why) => {
    await expect(fence.readable([path])).rejects.toMatchObject({
      code: 'bad-file',
      message: expect.stringContaining(why),
    });
  });
});

describe('links inside, which a repository can contain', () => {
  it.each([
    ['inner-link.txt', 'the link inner-link.txt'],
    ['up/work/in.txt', 'the link up'],
    ['inner-folder/in.txt', 'the link inner-folder'],
    ['inner-folder/new.txt', 'the link inner-folder'],
  ])('%s is neither read nor written', async (path, by) => {
    const refusal = { code: 'file-blocked', message: expect.stringContaining(`goes through "${by}"`) };
    await expect(fence.readable([path])).rejects.toMatchObject(refusal);
    await expect(fence.checkWritable(path)).rejects.toMatchObject(refusal);
    await expect(fence.write(path, 'x')).rejects.toMatchObject(refusal);
  });

  it('a link that leads in from outside is the person’s own', async () => {
    symlinkSync(root, join(folder, 'shortcut'));
    expect(await fence.readable([join(folder, 'shortcut/in.txt')])).toEqual([join(root, 'in.txt')]);
  });
});

/** `/proc` is a mount point on every Linux, and this has no need to be root. */
it.runIf(process.platform === 'linux')('a mount point inside is not followed', async () => {
  const all = new FileFence(() => ['/']);
  await expect(all.readable(['/proc/self/status'])).rejects.toMatchObject({
    code: 'file-blocked',
    message: expect.stringContaining('goes through "the mount point proc"'),
  });
});

/** Opening one of these for reading or writing waits for the other end, or does what the device does. */
describe.skipIf(process.platform === 'win32')('special files', () => {
  it('a FIFO is neither read nor written, at once', async () => {
    execFileSync('mkfifo', [join(root, 'fifo')]);
    const refusal = { code: 'bad-file', message: expect.stringContaining('is not a regular file') };
    await expect(fence.readable(['fifo'])).rejects.toMatchObject(refusal);
    await expect(fence.read('fifo', 10)).rejects.toMatchObject(refusal);
    await expect(fence.checkWritable('fifo')).rejects.toMatchObject(refusal);
    await expect(fence.write('fifo', 'x')).rejects.toMatchObject(refusal);
  });

  it('a device is neither read nor written, fence or not', async () => {
    const free = new FileFence(() => undefined);
    const refusal = { code: 'bad-file', message: expect.stringContaining('is not a regular file') };
    await expect(free.readable(['/dev/zero'])).rejects.toMatchObject(refusal);
    await expect(free.write('/dev/full', 'x')).rejects.toMatchObject(refusal);
  });

  it('a socket is neither read nor written', async () => {
    const socket = createServer().listen(join(root, 'socket'));
    await once(socket, 'listening');
    await expect(fence.readable(['socket'])).rejects.toMatchObject({ code: 'bad-file' });
    await expect(fence.write('socket', 'x')).rejects.toMatchObject({ code: 'bad-file' });
    socket.close();
  });
});

it('below a folder that is not followed, a link leads nowhere', async () => {
  const planted = join(folder, 'planted');
  mkdirSync(planted);
  symlinkSync(join(folder, 'work-too'), join(planted, 'output'));
  const output = new FileFence(() => [root, { folder: planted, below: 'output' }]);
  const blocked = { code: 'file-blocked' };
  await expect(output.readable([join(planted, 'output/x.txt')])).rejects.toMatchObject(blocked);
  await expect(output.write(join(planted, 'output/y.txt'), 'x')).rejects.toMatchObject(blocked);
});

describe('outside', () => {
  it.each([
    '../out.txt',
    'sub/../../out.txt',
    '/etc/passwd',
    'link.txt',
    'up/out.txt',
    '../work-too/x.txt',
    '../none.txt',
    'dangling',
    'sub/dangling',
    '.',
    '..',
  ])('%s is neither read nor written', async (path) => {
    await expect(fence.readable([path])).rejects.toMatchObject({ code: 'file-blocked' });
    await expect(fence.write(path, 'x')).rejects.toMatchObject({ code: 'file-blocked' });
  });

  it('one refused path refuses all', async () => {
    await expect(fence.readable(['in.txt', '../out.txt'])).rejects.toMatchObject({ code: 'file-blocked' });
  });

  it('a second folder is inside too', async () => {
    const two = new FileFence(() => [root, join(folder, 'work-too')]);
    expect(await two.readable(['../work-too/x.txt'])).toHaveLength(1);
  });

  it('without a fence every readable file may be read', async () => {
    const free = new FileFence(() => undefined);
    expect(await free.readable([join(folder, 'out.txt')])).toEqual([join(folder, 'out.txt')]);
    await expect(free.readable([join(folder, 'none')])).rejects.toMatchObject({ code: 'bad-file' });
  });
});
