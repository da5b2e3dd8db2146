/** The files of a page after each call, and the diffs from one to the next. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { listResources, readResource } from '../../src/agent/resources.js';
import { describeOwnBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { filesIn, makeWorkspace, openAgent, type StateAgent } from '../support/state-host.js';

const FORM = `<!doctype html><title>Form</title><main class="css-1a2b3c">
  <h1>Form</h1>
  <form onsubmit="return false">
    <label for="first">First name</label> <input id="first" name="first" aria-describedby="help">
    <span id="help" class="help-text sc-dkPtRN">As in your passport</span>
    <label for="mail">Mail</label> <input id="mail" name="mail" type="email">
    <label for="pass">Password</label> <input id="pass" type="password">
    <label><input type="checkbox" id="terms"> Terms</label>
    <label for="land">Land</label> <select id="land"><option value="a">Austria</option><option value="b">Belgium</option></select>
    <p id="error" class="error" style="display: none">Please enter an address</p>
    <button type="button" onclick="document.getElementById('error').style.display = 'block'">Check</button>
    <button type="button" onclick="document.body.append(document.createElement('hr'))">Add</button>
    <button type="button" onclick="location.hash = 'x'">Hash</button>
    <a href="/other">Elsewhere</a>
    <a href="/popup" target="_blank">Popup</a>
  </form></main>
  <iframe title="Card" src="/card"></iframe>`;
const CARD =
  '<!doctype html><label>Number <input name="number"></label><iframe title="Deep" src="{{other}}/deep"></iframe>';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/form': FORM,
    '/deep': '<!doctype html><label>Code <input name="code"></label>',
    '/other':
      '<!doctype html><title>Other</title><h1>Other</h1><button onclick="this.textContent += \'!\'">Go</button>',
    '/popup': '<!doctype html><title>Popup</title><label>Note <input name="note"></label>',
  });
  server.serve({ '/card': CARD.replace('{{other}}', server.otherOrigin) });
});
afterAll(() => server.close());

describeOwnBrowsers('state on disk', (browser) => {
  let workspace: Awaited<ReturnType<typeof makeWorkspace>>;
  let agent: StateAgent;
  const read = (name = '') => readFile(join(workspace.path, name), 'utf8');
  const changedLines = async (name = '') =>
    (await read(name)).split('\n').filter((line) => /^[+-](?!\+\+|--)/.test(line));

  beforeEach(async () => {
    workspace = await makeWorkspace();
    agent = await openAgent(browser(), workspace.path);
  });
  afterEach(async () => {
    await agent.end();
    await workspace.remove();
  });

  const open = (path = '/form') => agent.call('browser_navigate', { url: server.origin + path });
  const type = async (label: string, text: string) =>
    agent.call('browser_type', { target: await agent.ref(label), text });
  const click = async (label: string) => agent.call('browser_click', { target: await agent.ref(label) });

  it('writes the DOM and the tree with the same refs, and names them after the snapshot', async () => {
    const { text, state } = await open();
    const dom = await read(state.DOM);
    expect(dom).toContain('<h1 ref=');
    expect(dom.endsWith('</body>\n')).toBe(true);
    expect(await read(state['Accessibility tree'])).toMatch(/^- generic .*\[ref=/);
    expect(state.Diff).toBeUndefined();
    expect(text.indexOf('### Snapshot')).toBeLessThan(text.indexOf('### Browser State'));
    // Stripped, kept, filtered.
    expect(dom).not.toMatch(/<script|<style|onclick|onsubmit|css-1a2b3c|sc-dkPtRN|style=/);
    expect(dom).toContain('class="help-text"');
    expect(dom).toMatch(/<p id="error" class="error" invisible>Please enter an address<\/p>/);
    expect(dom).toMatch(/^ {2}<main ref="\w+">$/m);
    // Every ref of the tree once, with its surroundings.
    const refs = [...(await read(state['Accessibility tree'])).matchAll(/\[ref=(\w+)\]/g)].map(
      (match) => match[1],
    );
    const written = [...dom.matchAll(/ref="([cpfe\d]+)"/g)].map((match) => match[1]);
    expect(written.toSorted()).toEqual(refs.toSorted());
    const ref = await agent.ref('textbox "First name"');
    const lines = dom.split('\n');
    const at = lines.findIndex((line) => line.includes(`ref="${ref}"`));
    const around = lines.slice(at - 5, at + 6).join('\n');
    expect(around).toContain('First name');
    expect(around).toContain('As in your passport');
    // Nested frames, also cross-site.
    expect(dom).toMatch(
      /<!-- BEGIN IFRAME \w+ -->[\s\S]*name="number"[\s\S]*<!-- BEGIN IFRAME \w+f1e\d+ -->[\s\S]*name="code"/,
    );
    expect(dom).toMatch(new RegExp(`ref="${await agent.ref('textbox "Code"')}"`));
    expect(await agent.ref('textbox "Code"')).toMatch(/f2e\d+$/);
  });

  it('says with one line that a field was clicked, and what was typed', async () => {
    await open();
    const clicked = await click('textbox "First name"');
    expect(clicked.state.Diff).toMatch(/\/diffs\/002-click-\w+\.diff$/);
    expect(await changedLines(clicked.state.Diff)).toEqual([expect.stringMatching(/^\+ +focused$/)]);
    const { state } = await type('textbox "First name"', 'John');
    expect(state.Diff).toMatch(/\/diffs\/003-type-\w+-John\.diff$/);
    const changed = await changedLines(state.Diff);
    expect(changed.map((line) => line.replace(/ +/, ' '))).toEqual(['- value=""', '+ value="John"']);
    const label = /003-(.*)\.diff$/.exec(state.Diff ?? '')?.[1];
    expect(await read(state.Diff)).toMatch(
      `--- dom.html\t(before ${label})\n+++ dom.html\t(after ${label})\n@@ `,
    );
  });

  it('shows all values entered into a form, but never a password', async () => {
    await open();
    const fields = [
      { target: await agent.ref('textbox "First name"'), value: 'Ada' },
      { target: await agent.ref('textbox "Mail"'), value: 'ada@example.com' },
      { target: await agent.ref('checkbox "Terms"'), value: 'true' },
      { target: await agent.ref('combobox "Land"'), value: 'Belgium' },
    ];
    const { state } = await agent.call('browser_fill_form', { fields });
    expect(state.Diff).toMatch(/\/diffs\/002-fill-form\.diff$/);
    const added = (await changedLines(state.Diff)).filter((line) => line.startsWith('+')).join('\n');
    for (const part of ['value="Ada"', 'value="ada@example.com"', 'checked', '<option value="b" selected'])
      expect(added).toContain(part);

    await type('textbox "Password"', 'Geheim-4711');
    await agent.call('browser_press_key', { key: 'x' });
    const root = join(workspace.path, '.sightline');
    for (const file of await filesIn(root)) {
      expect(file).not.toMatch(/Geheim|4711|-x\./);
      expect(await readFile(join(root, file), 'utf8')).not.toMatch(/Geheim|4711/);
    }
    expect(await read('.sightline/browser-state/dom.html')).toContain('value="••••••••"');
  });

  it('counts captures, writes files only for changes, and starts over with a new document', async () => {
    await open();
    await click('button "Add"');
    await click('button "Add"');
    const still = await agent.call('browser_snapshot');
    expect(still.state.Diff).toBe('none (no change)');
    await click('button "Check"');
    await type('textbox "Mail"', 'a@b');
    const hash = await click('button "Hash"');
    expect(hash.state.Diff).toMatch(/007-click-\w+\.diff$/);
    const names = await readdir(join(workspace.path, '.sightline/browser-state/diffs'));
    expect(names.toSorted().map((name) => name.slice(0, 9))).toEqual([
      '002-click',
      '003-click',
      '005-click',
      '006-type-',
      '007-click',
    ]);

    const gone = await click('link "Elsewhere"');
    expect(gone.state.Diff).toBe('none (new document)');
    expect(await read(gone.state.DOM)).toContain('>Other</h1>');
    const next = await click('button "Go"');
    expect(next.state.Diff).toMatch(/009-click/);
    expect((await changedLines(next.state.Diff)).join('\n')).toContain('Go!');
  });

  it('replays thirty actions on three pages and in frames with `patch` alone, two servers at once', async () => {
    const second = await openAgent(browser(), workspace.path);
    await open();
    await click('link "Popup"');
    const [form, popup] = agent.pages();
    await agent.newPage();
    const [, , other] = agent.pages();
    const pages = [form, popup, other].map((page) => page?.handle ?? '');
    await agent.call('browser_navigate', { url: `${server.origin}/other`, page: pages[2] });
    // A copy that only sees the first DOM of each page and the diffs after it.
    const replay = join(workspace.path, 'replay');
    await mkdir(replay);
    const texts = new Map<string, string>();
    const copy = (dom: string) => join(replay, dom.replaceAll('/', '_'));
    const follow = async ({ state }: { state: Record<string, string> }) => {
      const { DOM: dom = '', Diff: diff = '' } = state;
      const text = await read(dom);
      if (!texts.has(dom)) await copyFile(join(workspace.path, dom), copy(dom));
      else if (diff.endsWith('.diff'))
        execFileSync('patch', ['--quiet', '--fuzz=0', copy(dom), join(workspace.path, diff)]);
      texts.set(dom, text);
      expect(await readFile(copy(dom), 'utf8')).toBe(text);
    };
    const refsOn = async (page: number, texts: string[]) => {
      await follow(await agent.call('browser_snapshot', { page: pages[page] }));
      return Promise.all(texts.map((text) => agent.ref(text)));
    };
    const [first, card, code, add] = await refsOn(0, [
      'textbox "First name"',
      'textbox "Number"',
      'textbox "Code"',
      'button "Add"',
    ]);
    const [note] = await refsOn(1, ['textbox "Note"']);
    const [go] = await refsOn(2, ['button "Go"']);
    // Each page has its own files.
    const folder = '.sightline/browser-state';
    expect([...texts.keys()]).toEqual([
      `${folder}/dom.html`,
      `${folder}/pages/${pages[1]}/dom.html`,
      `${folder}/pages/${pages[2]}/dom.html`,
    ]);
    expect([...texts.values()].map((text) => /<h1[^>]*>(.*)<\/h1>/.exec(text)?.[1])).toEqual([
      'Form',
      undefined,
      'Other',
    ]);
    await second.call('browser_navigate', { url: `${server.origin}/other` });
    for (let round = 0; round < 5; round++) {
      await follow(await agent.call('browser_type', { target: first, text: `name ${round}` }));
      const noted = await agent.call('browser_type', { target: note, text: `--- dom.html ${round}` });
      expect(noted.state.Diff).toMatch(`${folder}/pages/${pages[1]}/diffs/`);
      await follow(noted);
      await follow(await agent.call('browser_type', { target: card, text: `+++ ${round}` }));
      await follow(await agent.call('browser_click', { target: go }));
      await follow(await agent.call('browser_type', { target: code, text: `@@ ${round}` }));
      await follow(await agent.call('browser_click', { target: add }));
      await second.call('browser_snapshot');
    }
    expect(texts.size).toBe(3);
    const theirs = (await second.call('browser_snapshot')).state.DOM ?? '';
    expect(theirs).toBe('.sightline/browser-state/inst-2/dom.html');
    await second.end();
    expect(await filesIn(join(workspace.path, '.sightline'))).not.toContainEqual(
      expect.stringContaining('inst-2'),
    );
  });

  it('offers the same to clients without files: as resources, and by search', async () => {
    const { state } = await open();
    const handle = agent.pages()[0]?.handle;
    const resources = listResources(agent.agent).filter(({ uri }) => uri.includes(`/${handle}/`));
    expect(resources.map(({ name }) => name)).toEqual(
      ['dom.html', 'accessibility-tree.yaml', 'screenshot.png'].map((file) => `${handle}/${file}`),
    );
    const [dom, tree, picture] = await Promise.all(
      resources.map(({ uri }) => readResource(agent.agent, uri)),
    );
    expect(dom).toMatchObject({ mimeType: 'text/html', text: await read(state.DOM) });
    expect(tree).toMatchObject({ text: await read(state['Accessibility tree']) });
    expect(picture).toMatchObject({ mimeType: 'image/png', data: expect.any(Uint8Array) });
    expect(() => readResource(agent.agent, 'sightline://pages/c0p0/../secret')).toThrow('no resource');

    const ref = await agent.ref('textbox "First name"');
    const around = await agent.call('browser_find', { dom: true, target: ref, context: 8 });
    expect(around.text).toMatch(/^\d+: +ref="/m);
    expect(around.text).toMatch(/^\d+- .*As in your passport/m);
    const hidden = await agent.call('browser_find', { dom: true, regex: 'class="error".*invisible' });
    expect(hidden.text).toContain('1 line matches');
    const iframe = await agent.ref('iframe "Deep"');
    const frame = /^(.*f\d+)e/.exec(await agent.ref('textbox "Code"'))?.[1];
    const inside = await agent.call('browser_find', { dom: true, text: '<input', frame });
    expect(inside.text).toMatch(/1 line matches[\s\S]*<input name="code"/);
    expect(inside.text).not.toContain(`IFRAME ${iframe}`);
    const both = await agent.call('browser_find', { dom: true, text: 'x', target: ref });
    expect(both.isError).toBe(true);
  });

  it('says why nothing was written, but still runs the call', async () => {
    await open();
    const folder = join(workspace.path, '.sightline');
    await rename(folder, join(workspace.path, 'moved'));
    await symlink(join(workspace.path, 'moved'), folder);
    const { isError, state, text } = await agent.call('browser_type', { target: '#first', text: 'Ada' });
    expect(isError).toBe(false);
    expect(state).toEqual({ 'Not written': '.sightline is a symbolic link' });
    expect(text).toContain('Ada');
    await rm(folder);
    // A removed folder is created again, with a new base.
    const again = await agent.call('browser_type', { target: '#first', text: 'Bob' });
    expect(Object.keys(again.state)).toEqual(['DOM', 'Accessibility tree']);
    expect(await read(again.state.DOM)).toContain('value="Bob"');
  });

  it('a script that changes the page has a diff of its own, and one that does not has none', async () => {
    await agent.call('browser_navigate', { url: `${server.origin}/form` });
    const read = await agent.call('browser_evaluate', { function: '() => document.title' });
    expect(read.state).toEqual({});
    const changed = await agent.call('browser_evaluate', {
      function: '() => document.querySelector("h1").append("!")',
    });
    expect(changed.state.Diff).toMatch(/evaluate.*\.diff$/);
    expect((await changedLines(changed.state.Diff)).join()).toContain('!');
    // The heading above the button is another one now: seen, it can be clicked.
    await agent.call('browser_snapshot');
    const next = await agent.call('browser_click', { target: await agent.ref('button "Add"') });
    expect((await changedLines(next.state.Diff)).join()).not.toContain('!');
  });

  it('moves with the roots of the client, and does nothing without a workspace', async () => {
    const [first, second] = [await makeWorkspace(), await makeWorkspace()];
    const rooted = await openAgent(browser(), workspace.path, { flag: '' });
    const before = await rooted.call('browser_navigate', { url: `${server.origin}/other` });
    expect(before.text).not.toContain('Browser State');
    await rooted.host.workplace.state.setRoots([
      pathToFileURL(first.path).href,
      pathToFileURL(second.path).href,
    ]);
    expect((await rooted.call('browser_snapshot')).state.DOM).toBe('.sightline/browser-state/dom.html');
    expect(await filesIn(first.path)).toContain('.sightline/browser-state/dom.html');
    await rooted.host.workplace.state.setRoots([pathToFileURL(second.path).href]);
    expect(await filesIn(first.path)).toEqual([]);
    await rooted.call('browser_snapshot');
    expect(await filesIn(second.path)).toContain('.sightline/browser-state/dom.html');
    await rooted.host.workplace.state.setRoots([]);
    expect((await rooted.call('browser_snapshot')).state).toEqual({});
    expect(await filesIn(second.path)).toEqual([]);
    await rooted.end();
    await Promise.all([first.remove(), second.remove()]);
  });

  it('removes its own files at the end, and nothing else', async () => {
    await open();
    await click('button "Add"');
    await writeFile(join(workspace.path, '.sightline/browser-state/diffs/mine.txt'), 'mine');
    await agent.end();
    expect(await filesIn(workspace.path)).toEqual(['.sightline/browser-state/diffs/mine.txt']);
    expect((await open()).state).toEqual({});
  });
});
