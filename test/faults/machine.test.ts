/** What can happen to the machine: a full disk, folders and files that go, a clock that jumps. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFaults, expectAnswer, limit, openUnderTest, type ServerUnderTest } from './under-test.js';

/** The wall clock of a process jumps at a signal: a day ahead, then two back. */
const JUMPING_CLOCK = `
const now = Date.now;
let shift = 0;
Date.now = () => now() + shift;
process.on('SIGUSR2', () => { shift = shift > 0 ? -86_400_000 : 86_400_000; });
`;

describeFaults('the machine', (engine) => {
  let server: ServerUnderTest;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-clock-'));
    const clock = join(folder, 'clock.mjs');
    writeFileSync(clock, JUMPING_CLOCK);
    server = await openUnderTest(engine, { env: { NODE_OPTIONS: `--import ${clock}` } });
    server.site.serve({
      '/long': `<title>Long</title>${'<p>A line of text that takes its space</p>'.repeat(500)}`,
    });
    await server.nextCallWorks();
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a disk that is full', async () => {
    writeFileSync(join(server.workspace, 'kept.png'), 'kept');
    limit(server.pid, 'fsize', '4096');
    const shown = await server.open('/long');
    expect(shown.text).toMatch(/EFBIG|file too large|could not be written/i);
    const saved = await server.call('browser_take_screenshot', { filename: 'page.png', fullPage: true });
    expect(saved.isError, saved.text).toBe(true);
    expect(saved.text).toMatch(
      /cannot be written: .*EFBIG\nNext: Give a path that can be written, or free some disk space/,
    );
    expect(existsSync(join(server.workspace, 'page.png'))).toBe(false);
    expect((await server.call('browser_take_screenshot', { filename: 'kept.png' })).isError).toBe(true);
    expect(readFileSync(join(server.workspace, 'kept.png'), 'utf8')).toBe('kept');
    limit(server.pid, 'fsize', 'unlimited');
    await server.nextCallWorks();
    expect((await server.open('/long')).section('Browser State')).toContain('DOM:');
  });

  it('a workspace that is removed', async () => {
    rmSync(server.workspace, { recursive: true, force: true });
    const reply = await server.open('/long');
    expectAnswer(reply, 'file-failed');
    mkdirSync(server.workspace, { recursive: true });
    await server.nextCallWorks();
  });

  it('a clock that jumps ahead and back', async () => {
    for (const _ of ['ahead', 'back']) {
      const waiting = server.call('browser_wait_for', { text: 'never', time: 1 });
      process.kill(server.pid, 'SIGUSR2');
      expectAnswer(await waiting, 'timeout');
      await server.nextCallWorks();
    }
  });

  it('an executable that is gone', async () => {
    const real = readlinkSync(server.executable);
    unlinkSync(server.executable);
    server.signal('browser', 'SIGKILL');
    await server.call('browser_close');
    const reply = await server.open('/');
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain(server.executable);
    symlinkSync(real, server.executable);
    await server.nextCallWorks();
  });
});
