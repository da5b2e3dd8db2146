import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STAMP } from '../../folder-owner.js';
import { NotWritten } from '../files/workspace-files.js';
import { TRAIL_FILE } from './record.js';
import { TrailFolder } from './trail-folder.js';

const LIMITS = { maxSize: 10_000, maxDays: 1 };
const note = (text: string) => ({ kind: 'note', time: '', text }) as const;
const picture = (step: number) =>
  ({ kind: 'picture', step, missing: 'x'.repeat(500), width: 0, height: 0, boxes: {} }) as const;

describe('the folder of a trail', () => {
  let workspace: string;
  beforeEach(async () => {
    workspace = await mkdtemp(join(tmpdir(), 'sightline-trail-'));
  });
  afterEach(() => rm(workspace, { recursive: true, force: true }));
  const base = () => join(workspace, '.sightline', 'trail');
  const create = (limits = LIMITS, start = new Date()) => TrailFolder.create(workspace, 'mcp', start, limits);

  it('appends whole lines, and several servers have their own', async () => {
    const start = new Date('2026-01-31T12:00:00.000Z');
    const [one, two] = [await create(LIMITS, start), await create(LIMITS, start)];
    expect(await readdir(base())).toEqual(['2026-01-31T12-00-00-000Z-mcp', '2026-01-31T12-00-00-000Z-mcp-2']);
    await one.append(note('one'));
    await one.append(note('two\nlines'));
    await two.append(note('three'));
    const text = await readFile(join(one.path, TRAIL_FILE), 'utf8');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).text),
    ).toEqual(['one', 'two\nlines']);
    await Promise.all([one.end(), two.end()]);
  });

  it('removes old and large runs of servers that ended, and nothing else', async () => {
    const [old, running, large] = [await create(), await create(), await create()];
    await large.attach('0001.jpg', Buffer.alloc(6_000));
    for (const each of [old, large]) await each.end();
    const long = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(old.path, TRAIL_FILE), long, long);
    await utimes(join(running.path, TRAIL_FILE), long, long);
    await mkdir(join(base(), 'mine'));
    await writeFile(join(base(), 'notes.txt'), 'mine');
    const next = await create();
    expect((await readdir(base())).toSorted()).toEqual(
      [running.path, next.path, join(base(), 'mine'), join(base(), 'notes.txt')]
        .map((path) => path.slice(base().length + 1))
        .toSorted(),
    );
    expect(await readdir(next.path)).toContain(STAMP);
    for (const each of [running, next]) await each.end();
  });

  it('keeps the newest files of a long run, and stops when its records alone are too large', async () => {
    const folder = await create();
    for (let step = 1; step <= 5; step++) await folder.attach(`000${step}.jpg`, Buffer.alloc(3_000));
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.jpg'))).toEqual([
      '0003.jpg',
      '0004.jpg',
      '0005.jpg',
    ]);
    expect(folder.has('0002.jpg')).toBe(false);
    let written = 0;
    while (await folder.append(picture(written))) written++;
    expect(written).toBeGreaterThan(5);
    expect(await folder.append(note('full'))).toBe(true);
    await folder.end();
  });

  it('follows no link out of the workspace, and says why nothing is written', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'sightline-outside-'));
    await mkdir(join(workspace, '.sightline'));
    await symlink(outside, base());
    await expect(create()).rejects.toThrow(new NotWritten('.sightline/trail is a symbolic link'));
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
    await expect(TrailFolder.create(join(workspace, 'missing'), 'mcp', new Date(), LIMITS)).rejects.toThrow(
      'cannot be opened',
    );
  });
});
