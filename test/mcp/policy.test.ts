/** A policy file, and the confirmation that it asks a person for, in both revisions of the protocol. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { ERAS, eraOptions, type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const PAGE = `<!doctype html><html lang=en><title>Shop</title><button onclick="add(this)">Next</button>
<button onclick="add(this)" aria-label="Buy it"><svg width=20 height=20 role=img aria-label=Cart></svg></button>
<div onclick="add(this)" style="cursor:pointer">Delete account</div><input aria-label=Name>
<script>done = []; add = (element) => done.push(element.getAttribute('aria-label') ?? element.textContent)</script>`;

/** One browser per revision: what the person answers is the client's part, the rest is the same. */
const PAIRS = BROWSERS.map((browser, at) => ({ browser, era: ERAS[at] ?? ERAS[0] }));

describe.each(PAIRS)('a policy ($browser, $era)', ({ browser, era }) => {
  let server: FixtureServer;
  let folder: string;
  let mcp: McpClient;
  /** What the person was asked, and what the person says. */
  const asked: string[] = [];
  let answer: { action: 'accept' | 'decline'; content?: { confirm: boolean } } = { action: 'decline' };

  const open = (prepare?: (client: Client) => void) =>
    openClient(['--browser', browser, '--policy', join(folder, 'policy.json')], folder, {
      ...eraOptions(era),
      ...(prepare && { prepare, capabilities: { elicitation: {} } }),
    });

  beforeAll(async () => {
    server = await startServer({ '/': PAGE });
    folder = mkdtempSync(join(tmpdir(), 'sightline-policy-'));
    const rules = [
      { do: 'deny', origins: [server.otherOrigin], why: 'not our site' },
      { do: 'deny', tools: ['run'] },
      { do: 'confirm', words: ['buy', 'delet*'] },
    ];
    writeFileSync(join(folder, 'policy.json'), JSON.stringify({ rules }));
    mcp = await open((client) =>
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return answer;
      }),
    );
    await mcp.call('browser_navigate', { url: server.origin });
  });
  afterAll(async () => {
    await mcp.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const click = async (name: string) => mcp.call('browser_click', { target: await mcp.ref(name) });

  it('asks before what its words name, and does it only once confirmed', async () => {
    expect((await click('"Next"')).isError).toBe(false);
    expect(asked).toEqual([]);
    answer = { action: 'decline' };
    const declined = await click('"Buy it"');
    expect(declined.text).toContain('Error (not-allowed): browser_click on "Buy it"');
    expect(declined.text).toContain('was declined by the person');
    answer = { action: 'accept', content: { confirm: false } };
    expect((await click('"Buy it"')).isError).toBe(true);
    answer = { action: 'accept', content: { confirm: true } };
    expect((await click('"Buy it"')).isError).toBe(false);
    expect(asked).toHaveLength(3);
    expect(asked[0]).toContain(`browser_click on "Buy it" at ${server.origin}?`);
    // A div is what stands on it, and a picture is the button around it.
    answer = { action: 'decline' };
    expect((await click('Delete account')).text).toContain('declined');
    expect((await mcp.call('browser_click', { target: 'svg' })).text).toContain('declined');
    expect(asked).toHaveLength(5);
  });

  it('asks where it does not know the target, and refuses in a batch', async () => {
    const before = asked.length;
    answer = { action: 'decline' };
    expect((await mcp.call('browser_press_key', { key: 'Enter' })).isError).toBe(true);
    expect((await mcp.call('browser_press_key', { key: 'a' })).isError).toBe(false);
    expect(asked).toHaveLength(before + 1);
    const batch = await mcp.call('browser_batch', {
      steps: [{ tool: 'browser_click', args: { target: await mcp.ref('"Buy it"') } }],
    });
    expect(batch.text).toContain("needs a person's confirmation");
    expect(batch.text).toContain('Call the tool by itself');
    expect(asked).toHaveLength(before + 1);
  });

  it('denies by origin and by tool', async () => {
    const away = await mcp.call('browser_navigate', { url: server.otherOrigin });
    expect(away.text).toContain('is denied by rule 1 of the policy (not our site)');
    expect((await mcp.call('browser_run', { code: 'return 1' })).text).toContain('denied by rule 2');
    // A script can do anything.
    answer = { action: 'decline' };
    expect((await mcp.call('browser_evaluate', { function: '() => done' })).isError).toBe(true);
    answer = { action: 'accept' };
    const { data } = await mcp.call('browser_evaluate', { function: '() => done' });
    expect(data?.result).toEqual(['Next', 'Buy it']);
  });

  it('refuses what needs a person where nobody can be asked', async () => {
    const alone = await open();
    await alone.call('browser_navigate', { url: server.origin });
    const refused = await alone.call('browser_click', { target: await alone.ref('"Buy it"') });
    await alone.close();
    expect(refused.text).toContain("needs a person's confirmation, by rule 3 of the policy");
  });
});
