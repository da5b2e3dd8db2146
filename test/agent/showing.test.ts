/** What an agent is shown of a page, turn by turn: the whole, changes or nothing, and what it may conclude. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentOptions, Agent as EngineAgent } from '../../src/agent/agent.js';
import { Host, type SnapshotMode } from '../../src/agent/host.js';
import { takeTurn } from '../../src/agent/turn.js';
import { type Browser, launch, type Page } from '../../src/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { type ParsedNode, parseSnapshot } from '../../src/tree/text/parse.js';
import { applyDiff, type KnownNodes, learn } from '../support/apply-diff.js';
import { BROWSERS, type BrowserEngine } from '../support/browsers.js';
import { MUTATING_PAGE } from '../support/mutating-page.js';
import { type FixtureServer, startServer } from '../support/server.js';

const FORM = `<!doctype html><title>Tasks</title><main>${Array.from(
  { length: 285 },
  (_, at) => `<section aria-label="Section ${at}"><h2>Section ${at}</h2>
    <p>About the section, see <a href="/manual/${at}">the manual</a> for more.</p>
    <label>Name <input value="value ${at}"></label><label><input type=checkbox> Agree</label>
    <button onclick="this.textContent = 'Saved ${at}'; document.querySelector('[role=status]').textContent = 'All is saved'">Save ${at}</button></section>`,
).join('')}<p role=status></p></main>`;

const TABLE = `<!doctype html><title>Table</title><button>Top</button><table><tbody>${Array.from(
  { length: 300 },
  (_, row) =>
    `<tr><td>Row ${row}</td><td>Customer of the row ${row}</td><td><button>Delete</button></td></tr>`,
).join('')}</tbody></table>`;

/** The dialog hides the rest as libraries do, and is too long to be shown as a change. */
const HIDING = `<!doctype html><title>Hiding</title><div id=app>${FORM.replace(
  /^.*<main>/,
  '<main><button onclick="ask(true)">Ask</button>',
)
  .split('<section')
  .slice(0, 20)
  .join('<section')}<p role=status></p></main></div>
<div id=dialog role=dialog aria-label="Sure?" hidden>${'<p>Terms and conditions apply to all of it.</p>'.repeat(20)}<button onclick="ask(false)">Close</button></div>
<script>
  function ask(open) {
    dialog.hidden = !open;
    if (open) app.setAttribute('aria-hidden', true);
    else app.removeAttribute('aria-hidden');
    document.querySelector('[role=status]').textContent = open ? '' : 'Closed';
  }
</script>`;

const SMALL = `<!doctype html><title>Small</title><h1>Small</h1><p>One</p><button>Go</button>`;

/** An agent that reads its answers like a program. */
class Agent {
  readonly engine: EngineAgent;
  text = '';

  constructor(host: Host, options: AgentOptions = {}) {
    this.engine = new EngineAgent(host, options);
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const { text, isError } = await takeTurn(this.engine, tool, args);
    if (isError) throw new Error(text);
    this.text = text;
    return text;
  }

  /** Looks at the page without changing it. */
  look(args: Record<string, unknown> = {}): Promise<string> {
    return this.call('browser_wait_for', { time: 0, ...args });
  }

  /** The line that describes the snapshot. */
  get heading(): string {
    return /^### Snapshot\n(.*)$/m.exec(this.text)?.[1] ?? '';
  }

  get tree(): string {
    return /^```yaml\n([\s\S]*?)\n```$/m.exec(this.text)?.[1] ?? '';
  }

  ref(part: string): string {
    const line = this.tree.split('\n').find((each) => each.includes(part));
    const ref = /\[ref=(\w+)\]/.exec(line ?? '')?.[1];
    if (ref === undefined) throw new Error(`nothing with ${part} in\n${this.text}`);
    return ref;
  }
}

function parsed(text: string): ParsedNode {
  const result = parseSnapshot(text);
  if (!result.ok) throw new Error(`${result.message} in line ${result.line} of\n${text}`);
  return result.root;
}

describe.each(BROWSERS)('what an agent is shown (%s)', (which: BrowserEngine) => {
  let server: FixtureServer;
  let browser: Browser;

  beforeAll(async () => {
    const inner = MUTATING_PAGE.replace('<title>mutating', '<title>inner');
    const outer = MUTATING_PAGE.replace('</main>', '</main><iframe src="/inner" title="Inner"></iframe>');
    server = await startServer({
      '/form': FORM,
      '/table': TABLE,
      '/small': SMALL,
      '/hiding': HIDING,
      '/outer': outer,
      '/inner': inner,
    });
    browser = await launch({ browser: which });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const host = (snapshotMode?: SnapshotMode) =>
    new Host({
      open: async () => browser,
      root: process.cwd(),
      tools: TOOLS,
      // Changes are put together with whole views here; first-look.test.ts has the outlines.
      outlineTokens: 0,
      ...(snapshotMode && { snapshotMode }),
    });

  async function opened(
    path: string,
    mode?: SnapshotMode,
  ): Promise<{ agent: Agent; page: Page; host: Host }> {
    const own = host(mode);
    const agent = new Agent(own);
    await agent.engine.browser();
    await agent.engine.newPage();
    await agent.call('browser_navigate', { url: server.origin + path });
    const page = await agent.engine.page();
    return { agent, page, host: own };
  }

  it('is the whole page, then what changed, then that nothing did', async () => {
    const { agent, page } = await opened('/form');
    expect(agent.heading).toBe('Snapshot 1: the whole page');
    const whole = agent.text.length;
    await agent.call('browser_click', { target: agent.ref('"Save 100"') });
    expect(agent.heading).toBe('Snapshot 2: changes since snapshot 1');
    expect(agent.tree).toMatch(/<changed, was "Save 100"> button "Saved 100" \[active\] \[ref=/);
    expect(agent.tree).toMatch(/<changed> status \[ref=\w+\]: All is saved/);
    expect(agent.text.length).toBeLessThanOrEqual(600);
    expect(whole).toBeGreaterThan(50_000);
    expect(agent.text).not.toContain('### Page');
    await agent.look();
    expect(agent.heading).toBe('Unchanged since snapshot 2');
    expect(agent.tree).toBe('');
    await page.evaluate(
      '() => { document.title = "Other"; document.querySelector("h2").textContent = "First" }',
    );
    await agent.look();
    expect(agent.heading).toMatch(/^Snapshot \d+: changes since snapshot 2$/);
    expect(agent.text).toContain('- Page Title: Other');
    await agent.call('browser_snapshot');
    expect(agent.heading).toMatch(/^Snapshot \d+: the whole page$/);
    await page.close();
  });

  it('is the whole page if the document is new or much has changed', async () => {
    const { agent, page } = await opened('/form');
    await page.evaluate('() => { document.querySelector("main").innerHTML += "" }');
    await agent.look();
    expect(agent.heading).toBe('Snapshot 2: the whole page, many changes since snapshot 1');
    await agent.call('browser_navigate', { url: `${server.origin}/small` });
    expect(agent.heading).toBe('Snapshot 3: the whole page, new document since snapshot 2');
    expect(agent.text).toContain('- Page URL: ');
    await page.close();
  });

  it('keeps the base when only a part was shown in between', async () => {
    const { agent, page } = await opened('/small');
    const button = agent.ref('button');
    await page.evaluate('() => { document.querySelector("p").textContent = "Two" }');
    await agent.call('browser_snapshot', { target: button });
    expect(agent.heading).toMatch(/: a part of the page$/);
    expect(agent.tree).toBe(`- button "Go" [ref=${button}]`);
    await agent.look();
    expect(agent.heading).toMatch(/: changes since snapshot 1$/);
    expect(agent.tree).toMatch(/<changed, was "One"> paragraph \[ref=\w+\]: Two/);
    await agent.call('browser_snapshot', { view: 'interactive' });
    await page.evaluate('() => { document.querySelector("p").textContent = "Three" }');
    await agent.look();
    expect(agent.tree).toMatch(/: Three/);
    await page.close();
  });

  it('shows each agent the changes since its own last view', async () => {
    const { agent, page, host: shared } = await opened('/small');
    const other = new Agent(shared);
    await other.look({ page: page.handle });
    expect(other.heading).toMatch(/: the whole page$/);
    await page.evaluate('() => { document.querySelector("p").textContent = "Two" }');
    await other.look({ page: page.handle });
    expect(other.heading).toMatch(/: changes since snapshot 2$/);
    await agent.look();
    expect(agent.heading).toMatch(/: changes since snapshot 1$/);
    await page.close();
  });

  it('starts from the snapshot that a stateless client names; without one it is the whole page', async () => {
    const { page, host: shared } = await opened('/small');
    const handle = { page: page.handle };
    const client = new Agent(shared, { stateless: true });
    await client.look(handle);
    expect(client.heading).toBe('Snapshot 2: the whole page');
    await page.evaluate('() => { document.querySelector("p").textContent = "Two" }');
    const next = new Agent(shared, { stateless: true });
    await next.look(handle);
    expect(next.heading).toBe('Snapshot 3: the whole page');
    await next.look({ ...handle, since: 2 });
    expect(next.heading).toBe('Snapshot 4: changes since snapshot 2');
    await next.call('browser_snapshot', { ...handle, since: 4 });
    expect(next.heading).toBe('Unchanged since snapshot 4');
    await next.look({ ...handle, since: 999 });
    expect(next.heading).toBe('Snapshot 6: the whole page, snapshot 999 is no longer kept');
    await expect(next.look({ ...handle, since: 'x' })).rejects.toThrow(
      'since must be the number of a snapshot',
    );
    await page.close();
  });

  it('marks changes in places not shown before, until they are shown', async () => {
    const { agent, page } = await opened('/table');
    const [, mark = '', target = ''] =
      /(… \d+ more rows .*: snapshot target=(\w+) .*)/.exec(agent.tree) ?? [];
    expect(mark).not.toBe('');
    await page.evaluate('() => { document.querySelectorAll("tr")[200].cells[0].textContent = "Changed" }');
    await agent.look();
    expect(agent.tree).toMatch(
      /^- <changed, not shown before, in rowgroup \w+, was "Row 200"> cell "Changed" \[ref=\w+\]$/,
    );
    await agent.call('browser_snapshot', { target, offset: 205, limit: 2 });
    expect(agent.tree).toContain('Row 205');
    await page.evaluate('() => { document.querySelectorAll("tr")[205].cells[0].textContent = "Seen" }');
    await agent.look();
    expect(agent.tree).toMatch(/^- <changed, was "Row 205"> cell "Seen" \[ref=\w+\]$/);
    await agent.call('browser_find', { text: 'customer of the row 250' });
    expect(agent.text).toContain('### Result\n- … 1 found: all shown\n- cell "Customer of the row 250"');
    await page.close();
  });

  it('is everything or nothing if the server is configured so', async () => {
    const full = await opened('/small', 'full');
    await full.agent.look();
    expect(full.agent.heading).toBe('Snapshot 2: the whole page');
    await full.page.close();
    const none = await opened('/small', 'none');
    expect(none.agent.text).not.toContain('### Snapshot');
    expect(none.agent.text).toContain(`- Page URL: ${server.origin}/small`);
    await none.agent.call('browser_snapshot');
    expect(none.agent.tree).toContain('heading "Small"');
    await none.page.close();
  });

  it.each([false, true])(
    'only names elements that come back after a dialog (another look: %s)',
    async (look) => {
      const { agent, page } = await opened('/hiding');
      const before = agent.text.length;
      await agent.call('browser_click', { target: agent.ref('button "Ask"') });
      expect(agent.heading).toBe('Snapshot 2: the whole page, many changes since snapshot 1');
      if (look) await agent.call('browser_snapshot');
      expect(agent.tree).toContain('dialog "Sure?"');
      expect(agent.tree).not.toContain('"Section 3"');
      await agent.call('browser_click', { target: agent.ref('button "Close"') });
      expect(agent.heading).toMatch(/^Snapshot \d+: changes since snapshot/);
      expect(agent.tree).toMatch(/ {2}- <back> main \[ref=\w+\]\n- <changed> status \[ref=\w+\]: Closed/);
      expect(agent.text.length).toBeLessThan(before / 4);
      // Its refs are still valid, and changes to them do not count as unseen.
      const ask = /button "Save 3" \[ref=(\w+)\]/.exec((await page.ariaSnapshot()).text)?.[1];
      await agent.call('browser_click', { target: ask });
      expect(agent.tree).toMatch(/^- <changed, was "Save 3"> button "Saved 3" \[active\] \[ref=\w+\]$/m);
      await page.close();
    },
  );

  it('is enough to keep a tree up to date, whatever the page does', async () => {
    const kinds = new Map<string, number>();
    for (const seed of [1, 2, 3]) {
      const { agent, page } = await opened('/outer');
      const inner = page.frames()[1];
      await page.evaluate(`() => start(${seed})`);
      await inner?.evaluate(`() => start(${seed + 10})`);
      await agent.call('browser_snapshot');
      let tree = parsed(agent.tree);
      const known: KnownNodes = new Map();
      for (let step = 0; step < 15; step++) {
        const steps = ((seed + step) % 4) + 1;
        const run = `() => { for (let i = 0; i < ${steps}; i++) step() }`;
        await (step % 3 === 2 ? inner?.evaluate(run) : page.evaluate(run));
        await agent.look();
        learn(known, tree);
        const kind = /whole|changes|Unchanged/.exec(agent.heading)?.[0] ?? agent.heading;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        if (kind === 'whole') tree = parsed(agent.tree);
        if (kind === 'changes') {
          const applied = applyDiff(tree, agent.tree, known);
          if (!applied.ok) throw new Error(applied.message);
          tree = applied.root;
        }
        const { text } = await page.ariaSnapshotWithFrames({ fold: false });
        expect(tree, `seed ${seed}, step ${step}:\n${agent.text}`).toEqual(parsed(text));
      }
      await page.close();
    }
    // Usually changes are enough; if they are not, the property proves nothing.
    expect(kinds.get('changes') ?? 0).toBeGreaterThan(20);
  });
});
