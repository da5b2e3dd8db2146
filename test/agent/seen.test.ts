/** An agent acts only on what is as it last saw it: what counts as seen, answer by answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent as EngineAgent } from '../../src/agent/agent.js';
import { Host, type SnapshotMode } from '../../src/agent/host.js';
import { takeTurn } from '../../src/agent/turn.js';
import { type Browser, launch } from '../../src/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS, type BrowserEngine } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const LOG = `<script>
  window.done = [];
  addEventListener('click', (event) => {
    const row = event.target.closest('li, tr');
    if (row) done.push(row.firstElementChild.textContent);
  }, true);
</script>`;
const USERS = `<!doctype html><title>Users</title><h1>Users</h1>
  <ul><li><span id=n>Alice</span> <button>Delete</button></li></ul><p id=p>One</p><button id=other>Other</button>
  <label>Note <input id=note></label>${LOG}`;
const TABLE = `<!doctype html><title>Table</title><table><tbody>${Array.from(
  { length: 300 },
  (_, row) =>
    `<tr><td>Row ${row}</td><td>Customer of the row ${row}</td><td><button>Delete</button></td></tr>`,
).join('')}</tbody></table>${LOG}`;

const KEYS = `<!doctype html><title>Keys</title><label>Name <input id=a></label> <button id=b>Save</button>
  <ul><li><span id=n>Alice</span> <button id=c onclick="f.click()">Delete</button></li></ul>
  <iframe id=i srcdoc="<button id=x>Inside</button>" onload="
    i.contentWindow.addEventListener('keydown', () => done.push('x'), true)"></iframe><input type=file id=f hidden><script>
  window.done = [];
  addEventListener('keydown', (event) => done.push(event.target.id || event.target.localName), true);
</script>`;

const LIST = `<!doctype html><title>List</title><input id=box role=combobox aria-label=City aria-expanded=true aria-controls=list
  aria-activedescendant=o0><div id=list role=listbox aria-label=Cities></div><script>
  window.done = [];
  const words = ['Rome', 'Oslo', 'Lima'];
  list.innerHTML = words.map((word, at) => '<div role=option id=o' + at + '>' + word + '</div>').join('');
  box.onkeydown = ({ key }) => {
    const at = Number(box.getAttribute('aria-activedescendant')?.slice(1) ?? 0);
    if (key === 'ArrowDown') box.setAttribute('aria-activedescendant', 'o' + (at + 1));
    if (key === 'Enter') done.push(document.getElementById('o' + at).textContent);
  };
</script>`;

describe.each(BROWSERS)('what an agent has seen (%s)', (which: BrowserEngine) => {
  let server: FixtureServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ '/users': USERS, '/table': TABLE, '/keys': KEYS, '/list': LIST });
    browser = await launch({ browser: which });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(path: string, snapshotMode?: SnapshotMode) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.origin + path);
    const host = new Host({
      open: async () => browser,
      root: process.cwd(),
      tools: TOOLS,
      ...(snapshotMode && { snapshotMode }),
    });
    await host.browser();
    const agent = () => {
      const engine = new EngineAgent(host);
      return async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
        const tool = TOOLS.find((each) => each.name === `browser_${name}`);
        if (!tool) throw new Error(`no tool ${name}`);
        const paged = tool.takes('page') ? { page: page.handle, ...args } : args;
        return (await takeTurn(engine, tool, paged)).text;
      };
    };
    const run = (script: string) => page.evaluate(`() => { ${script} }`);
    const done = () => page.evaluate('() => done.splice(0)');
    return { page, agent, run, done };
  }
  /** The ref in the first line with this text. */
  const ref = (text: string, part: string): string => {
    const line = text.split('\n').find((each) => each.includes(part) && each.includes('[ref='));
    return /\[ref=(\w+)\]/.exec(line ?? '')?.[1] ?? `nothing with ${part} in\n${text}`;
  };

  it('is what its answers have shown: the refusal shows what is there, and the same call goes through', async () => {
    const { agent, run, done } = await open('/users');
    const call = agent();
    const target = ref(await call('snapshot'), 'button "Delete"');
    await run('n.textContent = "Bob"');
    const refused = await call('click', { target });
    expect(refused).toContain('Error (ref-changed)');
    expect(refused).toMatch(/what it stands in was "Alice", is "Bob"/);
    expect(refused).toContain(`button "Delete" [ref=${target}]`);
    expect(await done()).toEqual([]);
    expect(await call('click', { target })).not.toContain('### Error');
    expect(await done()).toEqual(['Bob']);
  });

  it('is what a refusal has shown, also for keys without a target', async () => {
    const { agent, run, done } = await open('/keys');
    const call = agent();
    const target = ref(await call('snapshot'), 'button "Delete"');
    await run('n.textContent = "Bob"');
    const code = `await page.press('${target}', 'Shift')`;
    expect(await call('run', { code })).toMatch(/not as it was last seen.*"Alice", is "Bob"/);
    expect(await done()).toEqual([]);
    expect(await call('run', { code })).not.toContain('### Error');
    expect(await done()).toEqual(['c']);
  });

  it('includes the changes that an answer tells', async () => {
    const { agent, run, done } = await open('/users');
    const call = agent();
    const target = ref(await call('snapshot'), 'button "Delete"');
    await run('n.textContent = "Bob"');
    expect(await call('wait_for', { time: 0 })).toContain('Bob');
    expect(await call('click', { target })).not.toContain('### Error');
    expect(await done()).toEqual(['Bob']);
  });

  it('is not what another agent was shown, nor what nobody was', async () => {
    const { page, agent, run, done } = await open('/users');
    const [mine, theirs] = [agent(), agent()];
    const target = ref(await mine('snapshot'), 'button "Delete"');
    await run('n.textContent = "Bob"');
    expect(await theirs('snapshot')).toContain('Bob');
    await page.ariaSnapshot();
    expect(await mine('click', { target })).toContain('Error (ref-changed)');
    expect(await done()).toEqual([]);
    expect(await theirs('click', { target })).not.toContain('### Error');
    expect(await done()).toEqual(['Bob']);
  });

  it('is what a search has found, and a part that was asked for', async () => {
    const { agent, run, done } = await open('/table');
    const call = agent();
    const whole = await call('snapshot');
    expect(whole).not.toContain('Row 150');
    const row = ref(await call('find', { text: 'Row 150' }), 'Row 150');
    await run('document.querySelectorAll("tr")[150].cells[0].textContent = "Row X"');
    const part = await call('find', { text: 'Row X' });
    expect(part).toContain('Row X');
    expect(await call('click', { target: ref(part, 'Row X') })).not.toContain('### Error');
    await run('document.querySelectorAll("tr")[150].cells[0].textContent = "Row Y"');
    expect(await call('click', { target: row })).toContain('Error (ref-changed)');
    expect(await done()).toEqual(['Row X']);
  });

  it('stays what it was where a later view folds it away', async () => {
    const { agent, run, done } = await open('/table');
    const call = agent();
    await call('snapshot');
    const found = await call('find', { text: 'Row 150' });
    const target = ref(found, 'Row 150');
    await run('document.querySelectorAll("tr")[150].cells[0].textContent = "Row X"');
    expect(await call('snapshot')).not.toContain('Row X');
    expect(await call('click', { target })).toContain('Error (ref-changed)');
    expect(await done()).toEqual([]);
  });

  it('is the last look where answers show nothing, and what its own actions did', async () => {
    const { agent, run, done } = await open('/users', 'none');
    const call = agent();
    const seen = await call('snapshot');
    const target = ref(seen, 'button "Delete"');
    const note = ref(seen, 'textbox "Note"');
    expect(await call('type', { target: note, text: 'one' })).not.toContain('### Error');
    expect(await call('type', { target: note, text: 'two' })).not.toContain('### Error');
    await run('note.value = "theirs"; n.textContent = "Bob"');
    expect(await call('type', { target: note, text: 'three' })).toContain('its value was "two", is "theirs"');
    expect(await call('click', { target })).toContain('Error (ref-changed)');
    expect(await done()).toEqual([]);
  });

  describe('of the focus, which keys without a target go to', () => {
    const FIELD = { key: 'x' };
    const ENTER = { key: 'Enter' };
    it.each([
      ['moved to another control', 'c.focus()', /it was on textbox "Name", it is on button "Delete"/],
      [
        'moved into a frame',
        'i.contentWindow.focus(); i.contentDocument.getElementById("x").focus()',
        /is on button "Inside"/,
      ],
      [
        'is on another element in its place',
        'a.outerHTML = "<input id=a aria-label=Code>"; a.focus()',
        /it is on textbox "Code"/,
      ],
      ['is on what is not as it was seen', 'a.ariaLabel = "Code"', /its name was "Name", is "Code"/],
    ])('refuses where it %s', async (_, change, says) => {
      const { agent, run, done } = await open('/keys');
      const call = agent();
      await call('click', { target: ref(await call('snapshot'), 'textbox "Name"') });
      await run(change);
      const refused = await call('press_key', FIELD);
      expect(refused).toMatch(/Error \(focus-changed\).*no key was pressed/);
      expect(refused).toMatch(says);
      expect(refused).toContain('[active]');
      expect(await done()).toEqual([]);
      expect(await call('press_key', FIELD)).not.toContain('### Error');
      expect(await done()).toHaveLength(1);
    });

    it('refuses where nothing had it, and compares what it is on', async () => {
      const { agent, run, done } = await open('/keys');
      const call = agent();
      await call('snapshot');
      await run('c.focus()');
      expect(await call('press_key', FIELD)).toMatch(/it was elsewhere, it is on button "Delete"/);
      await run('n.textContent = "Bob"');
      expect(await call('press_key', FIELD)).toMatch(/what it stands in was "Alice", is "Bob"/);
      expect(await done()).toEqual([]);
    });

    it('goes for text, too, which needs something that has it', async () => {
      const { agent, run, done } = await open('/keys');
      const call = agent();
      await call('snapshot');
      expect(await call('type', { text: 'ada' })).toMatch(/Error \(not-editable\): Nothing has the focus/);
      await call('press_key', { key: 'Tab' });
      const typed = await call('type', { text: 'ada' });
      expect(typed).toMatch(/textbox "Name" \[active\] \[ref=\w+\]: ada$/m);
      expect(typed).toContain("await page.keyboard.type('ada');");
      await run('c.focus()');
      expect(await call('type', { text: 'x' })).toMatch(/it is on button "Delete"/);
      expect(await done()).toEqual(['body', 'a', 'a', 'a']);
    });

    it('goes where it was shown, or where its own actions have led', async () => {
      const { agent, run, done } = await open('/keys', 'none');
      const call = agent();
      // Nothing has it.
      await call('snapshot');
      expect(await call('press_key', FIELD)).not.toContain('### Error');
      for (const key of ['Tab', 'Tab']) await call('press_key', { key });
      expect(await call('press_key', ENTER)).not.toContain('### Error');
      expect(await call('click', { target: '#a' })).not.toContain('### Error');
      await run('a.value = "completed"; n.textContent = "Bob"');
      expect(await call('press_key', FIELD)).not.toContain('### Error');
      await run('a.outerHTML = a.outerHTML; a.value = "completed"; a.focus()');
      await call('snapshot');
      await run('a.blur()');
      expect(await call('press_key', FIELD)).not.toContain('### Error');
      expect(await done()).toEqual(['body', 'body', 'a', 'b', 'a', 'body']);
    });
  });

  describe('of the active item of a list, which keys act on', () => {
    const CHANGES = [
      ['its words', 'o1.textContent = "Bonn"', /its active item was "option Oslo", is "option Bonn"/],
      [
        'which one it is',
        'box.setAttribute("aria-activedescendant", "o2")',
        /"option Oslo", is "option Lima"/,
      ],
      ['that there is one', 'box.removeAttribute("aria-activedescendant")', /"option Oslo", is nothing/],
    ] as const;
    it.each(CHANGES)('refuses a key where %s is not as it was seen', async (_, change, says) => {
      const { agent, run, done } = await open('/list');
      const call = agent();
      const press = (key: string) => call('press_key', { key });
      await call('click', { target: ref(await call('snapshot'), 'combobox "City"') });
      expect(await press('ArrowDown')).toMatch(/option "Oslo" \[active\]/);
      await run(change);
      const refused = await press('Enter');
      expect(refused).toContain('Error (focus-changed)');
      expect(refused).toMatch(says);
      expect(await done()).toEqual([]);
      expect(await press('Enter')).not.toContain('### Error');
      expect(await done()).toHaveLength(1);
    });

    it('goes on with keys after it has filled the field, in calls without a view', async () => {
      const { agent, run, done } = await open('/list', 'none');
      const call = agent();
      const target = ref(await call('snapshot'), 'combobox "City"');
      await run('box.oninput = () => box.setAttribute("aria-activedescendant", "o1")');
      expect(await call('type', { target, text: 'Os' })).not.toContain('### Error');
      for (const key of ['ArrowDown', 'Enter'])
        expect(await call('press_key', { key })).not.toContain('### Error');
      expect(await done()).toEqual(['Lima']);
    });

    it('lets text into the field, and goes where its own keys have led', async () => {
      const { agent, run, done } = await open('/list', 'none');
      const call = agent();
      await call('click', { target: ref(await call('snapshot'), 'combobox "City"') });
      await run('o0.textContent = "Bonn"');
      expect(await call('press_key', { key: 'x' })).not.toContain('### Error');
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter'])
        expect(await call('press_key', { key })).not.toContain('### Error');
      expect(await done()).toEqual(['Lima']);
    });
  });

  it('is what a file chooser was opened from', async () => {
    const { agent, run } = await open('/keys');
    const call = agent();
    await call('click', { target: ref(await call('snapshot'), 'button "Delete"') });
    await run('n.textContent = "Bob"');
    const paths = [new URL('../../package.json', import.meta.url).pathname];
    expect(await call('file_upload', { paths })).toMatch(/Error \(ref-changed\).*"Alice", is "Bob"/);
    expect(await call('file_upload', { paths })).not.toContain('### Error');
    expect(await run('return f.files.length')).toBe(1);
  });

  it('ends a batch at what is not as it was seen', async () => {
    const { agent, run, done } = await open('/users');
    const call = agent();
    const seen = await call('snapshot');
    await run('other.onclick = () => { n.textContent = "Bob"; }');
    const steps = [
      { tool: 'browser_click', args: { target: ref(seen, 'button "Other"') } },
      { tool: 'browser_click', args: { target: ref(seen, 'button "Delete"') } },
    ];
    const answer = await call('batch', { steps });
    expect(answer).toContain('Error (ref-changed): Step 2 of 2');
    expect(await done()).toEqual([]);
  });
});
