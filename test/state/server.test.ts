/** Servers as separate processes: which files belong to which, and what is left when one ends or is killed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { filesIn, makeWorkspace, stateIn } from '../support/state-host.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({ '/': '<!doctype html><title>Page</title><h1>Page</h1><button>Go</button>' });
});
afterAll(() => server.close());

describe.each(BROWSERS)('state of several servers (%s)', (browser) => {
  /** Milliseconds: several browsers start, one after the other. */
  const PATIENCE = 180_000;
  const start = (env: Record<string, string>, args: string[] = []) =>
    openClient(['--browser', browser, ...args], undefined, { env });
  const dom = (instance: string) => `.sightline/browser-state/${instance}/dom.html`;

  it(
    'stays in their instance folders, and is cleaned up after servers that end or were killed',
    async () => {
      const workspace = await makeWorkspace();
      const [one, two] = await Promise.all([
        start({ PW_DOM_STATE_WORKSPACE: workspace.path, PW_DOM_STATE_INSTANCE_ID: 'inst-1' }),
        start({ SIGHTLINE_WORKSPACE: workspace.path, SIGHTLINE_INSTANCE_ID: 'inst-2' }, [
          '--first-context',
          '100',
        ]),
      ]);
      const open = async (client: typeof one) =>
        stateIn((await client.call('browser_navigate', { url: server.origin })).text);
      const [first, second] = await Promise.all([open(one), open(two)]);
      expect(first.DOM).toBe(dom('inst-1'));
      expect(second.DOM).toBe(dom('inst-2'));
      const read = (name: string) => readFile(join(workspace.path, name), 'utf8');
      expect(await read(dom('inst-1'))).toMatch(/<button ref="e\d+">Go/);
      expect(await read(dom('inst-2'))).toMatch(/<button ref="c100e\d+">Go/);

      await one.close();
      await expect
        .poll(async () => (await filesIn(workspace.path)).filter((name) => name.includes('inst-1')), {
          timeout: 20_000,
        })
        .toEqual([]);
      expect(await filesIn(workspace.path)).toContain(dom('inst-2'));

      process.kill(two.pid, 'SIGKILL');
      await two.close();
      expect(await filesIn(workspace.path)).toContain(dom('inst-2'));
      const three = await start({ SIGHTLINE_WORKSPACE: workspace.path, SIGHTLINE_INSTANCE_ID: 'inst-2' }, [
        '--file-paths',
        'absolute',
      ]);
      expect((await open(three)).DOM).toBe(join(workspace.path, dom('inst-2')));
      await three.close();
      await expect.poll(() => filesIn(workspace.path), { timeout: 20_000 }).toEqual([]);
      await workspace.remove();
    },
    PATIENCE,
  );

  it(
    'does nothing without a workspace',
    async () => {
      const folder = await makeWorkspace();
      const client = await openClient(['--browser', browser], folder.path);
      const { text, isError } = await client.call('browser_navigate', { url: server.origin });
      expect(isError).toBe(false);
      expect(text).not.toContain('Browser State');
      expect(await filesIn(folder.path)).toEqual([]);
      await client.close();
      await folder.remove();
    },
    PATIENCE,
  );
});
