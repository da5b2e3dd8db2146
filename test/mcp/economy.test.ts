/** What answers cost, through a real client: folded tables, small changes, a budget, a search. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateTokens } from '../../src/tree/text/tokens.js';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const TABLE = `<!doctype html><title>Orders</title><h1>Orders</h1><p role=status></p><table><tbody>${Array.from(
  { length: 1000 },
  (_, row) =>
    `<tr><td>${row}</td><td>Customer ${row}</td><td><a href="/order/${row}">Open</a></td><td><button onclick="document.querySelector('[role=status]').textContent = 'Deleted ${row}'">Delete</button></td></tr>`,
).join('')}</tbody></table><iframe srcdoc="<button>Inside of the frame</button>"></iframe>`;

describe.each(BROWSERS)('the cost of answers (%s)', (which) => {
  let server: FixtureServer;
  let mcp: McpClient;
  beforeAll(async () => {
    server = await startServer({ '/table': TABLE });
    mcp = await openClient(['--browser', which, '--headless', '--isolated']);
  });
  afterAll(async () => {
    await mcp.close();
    await server.close();
  });

  it('is small for a table of 1,000 rows, and every part of it can be requested', async () => {
    const { text } = await mcp.call('browser_navigate', { url: `${server.origin}/table` });
    expect(text.length).toBeLessThanOrEqual(6_000);
    const [, target = ''] = /… \d+ more rows .*: snapshot target=(\w+) offset=\d+ limit=50/.exec(text) ?? [];
    const page = await mcp.call('browser_snapshot', { target, offset: 700, limit: 2 });
    expect(page.text).toContain('"Customer 700"');
    expect(page.text).toContain('"Customer 701"');
    expect(page.text).not.toContain('"Customer 702"');
    expect(page.text).toContain(`… 298 more: snapshot target=${target} offset=702 limit=50`);
  });

  it('is small for a small change', async () => {
    const whole = await mcp.call('browser_snapshot');
    const ref = /button "Delete" \[ref=(\w+)\]/.exec(whole.text)?.[1];
    const { text } = await mcp.call('browser_click', { target: ref, element: 'Delete' });
    expect(text).toMatch(/^Snapshot \d+: changes since snapshot \d+$/m);
    expect(text).toContain(': Deleted 0');
    expect(text.length).toBeLessThanOrEqual(600);
    expect(estimateTokens(text)).toBeLessThanOrEqual(150);
    const hover = await mcp.call('browser_hover', { target: ref });
    expect(hover.section('Snapshot')).toMatch(/^Unchanged since snapshot \d+$/);
  });

  it('stays within a budget, and continues from there', async () => {
    const args = { view: 'all', maxTokens: 400 };
    const first = await mcp.call('browser_snapshot', args);
    const [, cursor = ''] =
      /items 1 to \d+ of \d+ \(token budget\): snapshot cursor=(\S+)/.exec(first.text) ?? [];
    const second = await mcp.call('browser_snapshot', { ...args, cursor });
    expect(second.text).toContain('earlier: snapshot target=');
    await mcp.evaluate('() => { document.querySelector("h1").textContent = "Other" }');
    const third = await mcp.call('browser_snapshot', { ...args, cursor });
    expect(third.text).toContain('… changed since the page before');
    expect((await mcp.call('browser_snapshot', { cursor: 'x' })).isError).toBe(true);
  });

  it('finds folded content and content in frames, within limits', async () => {
    const { text } = await mcp.call('browser_find', { text: 'customer 99' });
    expect(text).toContain('- … 11 found: all shown');
    // Where they are is said once for all that follow.
    expect(text).toMatch(/- cell "Customer 99" \[ref=\w+\]:\n {2}- \/in: table > rowgroup > row/);
    expect(text.split('/in:')).toHaveLength(2);
    const many = await mcp.call('browser_find', { regex: '/^DELETE$/i', limit: 3 });
    expect(many.text).toContain('- … 1000 found: the first 3 are shown, raise limit');
    expect((await mcp.call('browser_find', { text: 'inside of the frame' })).text).toMatch(/\[ref=f1e\d+\]/);
    expect((await mcp.call('browser_find', { text: 'nowhere' })).text).toContain('0 found: nothing matches');
    expect((await mcp.call('browser_find', {})).isError).toBe(true);
    const several = await mcp.call('browser_find', { text: ['customer 990', 'inside of'] });
    expect(several.text).toContain('- … 2 found: all shown');
    expect(several.text).toMatch(
      /\/row: 990 \| Customer 990\n {2}- \/beside:\n {4}- link "Open" \[ref=\w+\]\n {4}- button "Delete"/,
    );
  });

  it('finds data attributes in the DOM, and others on request', async () => {
    await mcp.evaluate(
      '() => { const h1 = document.querySelector("h1"); h1.dataset.testid = "title-of-it"; h1.style.color = "teal" }',
    );
    const found = await mcp.call('browser_find', { dom: true, text: 'title-of-it', context: 0 });
    expect(found.text).toMatch(/1 line matches: shown\n\d+: .*data-testid="title-of-it"/);
    const none = await mcp.call('browser_find', { dom: true, text: 'teal' });
    expect(none.text).toContain('No line matches\nNot searched: style, event handlers');
    const all = await mcp.call('browser_find', { dom: true, text: 'teal', attributes: 'all' });
    expect(all.text).toContain('style="color: teal;"');
    expect((await mcp.call('browser_find', { text: 'x', attributes: 'all' })).isError).toBe(true);
  });
});
