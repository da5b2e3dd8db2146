/** `sightline connect`: commands on a browser that somebody else started. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningChromium, runChromium } from '../connect/running-chromium.js';
import { sightline } from '../support/command-line.js';
import { type FixtureServer, startServer } from '../support/server.js';

const folder = mkdtempSync(join(tmpdir(), 'sightline-connect-cli-'));
let chromium: RunningChromium;
let server: FixtureServer;
beforeAll(async () => {
  chromium = await runChromium(join(folder, 'config', 'chromium'));
  server = await startServer({ '/': '<title>Inbox</title><button onclick="textContent = 7">Count</button>' });
  const url = `http://127.0.0.1:${chromium.port}/json/new?${encodeURIComponent(`${server.origin}/`)}`;
  await fetch(url, { method: 'PUT' });
}, 60_000);
afterAll(async () => {
  await run('close', '--all');
  await chromium.dispose();
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

function run(...args: string[]) {
  return sightline(args, {
    SIGHTLINE_RUNTIME: join(folder, 'run'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    CHROME_CONFIG_HOME: '',
  });
}

describe('sightline connect', () => {
  it('lists the tabs of a browser that is found by name, works on them and leaves them', async () => {
    const connected = await run('connect', 'chromium');
    expect(connected).toMatchObject({ code: 0, stderr: '' });
    expect(connected.stdout).toContain(`${server.origin}/`);
    const seen = await run('snapshot');
    const ref = /button "Count".*\[ref=(\w+)\]/.exec(seen.stdout)?.[1] ?? '';
    expect((await run('click', ref)).stdout).toContain('button "7"');
    expect(await run('connect', 'chromium')).toMatchObject({ code: 0 });
    expect(await run('connect', 'chrome')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('session-differs'),
    });
    expect(await run('close')).toMatchObject({ code: 0 });
    const tabs = await (await fetch(`http://127.0.0.1:${chromium.port}/json/list`)).text();
    expect(tabs).toContain(`${server.origin}/`);
  });

  it('says where to turn remote debugging on when it is off', async () => {
    const refused = await run('connect', '--session', 'off');
    expect(refused.code).toBe(1);
    expect(`${refused.stdout}${refused.stderr}`).toContain('chrome://inspect/#remote-debugging');
    expect(await run('connect', 'chromium', 'edge')).toMatchObject({ code: 2 });
  });
});
