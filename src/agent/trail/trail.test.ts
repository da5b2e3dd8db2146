import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findRun } from '../../show/find-run.js';
import { TRAIL_FILE } from './record.js';
import { Trail } from './trail.js';

const record = {
  time: '2026-01-31T12:00:00.000Z',
  milliseconds: 1,
  agent: 'a1',
  tool: 'browser_click',
  effect: 'act',
  args: {},
  isError: false,
  answer: '',
} as const;

it('a trail that could not be written goes on later, and says what is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-trail-'));
  const workspace = join(folder, 'later');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const trail = new Trail(workspace, { name: 'mcp', version: '1', pictures: false });
  trail.add({ record });
  await expect.poll(() => said.mock.calls.length).toBe(1);
  expect(String(said.mock.calls[0]?.[0])).toMatch(/^The trail is not written: .*cannot be opened\n$/);
  said.mockRestore();
  await mkdir(workspace);
  trail.add({ record });
  await trail.end();
  const lines = (await readFile(join(await findRun(workspace), TRAIL_FILE), 'utf8')).trim().split('\n');
  const records = lines.map((line) => JSON.parse(line));
  expect(records.map(({ kind }) => kind)).toEqual(['run', 'note', 'step', 'end']);
  expect(records[1].text).toMatch(/^1 record is missing here: the workspace .* cannot be opened$/);
  expect(records[2].step).toBe(2);
  await rm(folder, { recursive: true });
});

it('a call that outlives its client adds nothing to a trail that has ended', async () => {
  const workspace = await mkdtemp(join(tmpdir(), 'sightline-trail-'));
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const trail = new Trail(workspace, { name: 'mcp', version: '1', pictures: false });
  trail.add({ record });
  await trail.end();
  trail.add({ record });
  await trail.end();
  expect(said.mock.calls).toEqual([]);
  said.mockRestore();
  await rm(workspace, { recursive: true });
});
