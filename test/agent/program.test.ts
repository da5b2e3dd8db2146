/** A program of the agent: loops and conditions over the verbs of a page, in one call and in a sandbox. */
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import { runInSandbox } from '../../src/agent/script/sandbox.js';
import { takeTurn } from '../../src/agent/turn.js';
import { type Browser, launch } from '../../src/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

const TABLE = `<!doctype html><title>Table</title><h1>Prices</h1><table>${['Apple', 'Pear', 'Plum']
  .map(
    (name) => `<tr><td>${name}</td><td><input aria-label="Price of ${name}"></td><td><button
    onclick="this.closest('tr').querySelector('output').textContent = 'Saved ${name}'">Save</button></td><td><output></output></td></tr>`,
  )
  .join(
    '',
  )}</table><button onclick="out.textContent = Number(out.textContent) + 1">More</button><p id=out>0</p>`;

it('ends a program that its engine does not interrupt, and none that waits for its steps', async () => {
  const run = (program: string, slice: number) =>
    runInSandbox(program, {
      api: `globalThis.__json = String; globalThis.step = () => __host('step', '')`,
      host: () => new Promise((resolve) => setTimeout(() => resolve('done'), 1_500)),
      log: () => undefined,
      timeout: 80_000,
      slice,
    });
  expect(await run('return await step()', 5_000)).toEqual({ ok: true, value: 'done' });
  const stuck = await run('for (;;) String(2n ** 1000000n)', 500);
  expect(stuck).toMatchObject({ ok: false, message: expect.stringMatching(/^It computed for \d+ ms/) });
}, 90_000);

describe.each(BROWSERS)('a program of the agent (%s)', (which) => {
  let server: FixtureServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ '/': TABLE });
    browser = await launch({ browser: which });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function opened() {
    const agent = new Agent(new Host({ open: async () => browser, root: process.cwd(), tools: TOOLS }));
    const call = async (name: string, args: Record<string, unknown>, signal?: AbortSignal) => {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return takeTurn(agent, tool, args, signal ? { signal } : {});
    };
    await agent.browser();
    const page = await agent.newPage();
    await call('browser_navigate', { url: server.origin });
    return { call, page };
  }

  it('has each of its steps in a trace', async () => {
    const { call, page } = await opened();
    await call('browser_start_tracing', {});
    await call('browser_run', {
      code: "await page.getByRole('button', { name: 'More' }).click(); await page.click('e999').catch(() => 0);",
    });
    const { text } = await call('browser_stop_tracing', {});
    const file = /\((.*trace.*\.jsonl)\)/.exec(text)?.[1] ?? '';
    const trace = readFileSync(file, 'utf8');
    rmSync(file);
    const calls = trace.match(/"tool":"\w+"/g);
    expect(calls?.slice(-3)).toEqual([
      '"tool":"browser_click"',
      '"tool":"browser_click"',
      '"tool":"browser_run"',
    ]);
    await page.close();
  });

  it('says the line and what was done if a dialog opens', async () => {
    const { call, page } = await opened();
    const { text, isError } = await call('browser_run', {
      code: `for (let at = 0; at < 31; at++) await page.evaluate('1');
        await page.evaluate('() => { out.onclick = () => alert("Stop") }');
        await page.click('#out');
        await page.click('#out');`,
    });
    expect(isError).toBe(true);
    expect(text).toMatch(/failed in line 4: .*dialog.*"Stop".* Done before: 13 steps, .*, click/);
    expect(text).toContain('… 3 more');
    expect(text).toContain('"alert" dialog of');
    await call('browser_handle_dialog', { accept: true });
    await page.close();
  });

  it('fills a table, reads it, returns a value and shows one view', async () => {
    const { call, page } = await opened();
    const { text, isError } = await call('browser_run', {
      code: `
        const fields = await page.find(/^Price of/);
        let price = 1;
        for (const { ref, name } of fields) {
          console.log('field', name);
          await page.fill(ref, String(price++));
        }
        for (const button of await page.getByRole('button', { name: 'Save' }).all()) await button.click();
        const saved = await page.find('Saved');
        return { fields: fields.length, saved: saved.map(({ text }) => text) };`,
    });
    expect(isError, text).toBe(false);
    expect(text).toContain('The program ran 6 steps.');
    expect(text).toContain('Returned: {"fields":3,"saved":["Saved Apple","Saved Pear","Saved Plum"]}');
    expect(text).toContain('Log: field Price of Pear');
    expect(text.match(/^### Snapshot$/gm)).toHaveLength(1);
    expect(
      await page.evaluate('() => [...document.querySelectorAll("input")].map((each) => each.value).join()'),
    ).toBe('1,2,3');
    await page.close();
  });

  it('goes on after an error that it catches, and says where one that it does not catch came from', async () => {
    const { call, page } = await opened();
    const caught = await call('browser_run', {
      code: `try { await page.click('e9999') } catch (error) { return error.message }`,
    });
    expect(caught.isError).toBe(false);
    expect(caught.text).toMatch(/Returned: ".*e9999/);
    const failed = await call('browser_run', {
      code: `await page.getByRole('button', { name: 'More' }).click();\n\nawait page.click('e9999');`,
    });
    expect(failed.isError).toBe(true);
    expect(failed.text).toMatch(/failed in line 3: .*e9999/);
    expect(failed.text).toContain('Done before: click getByRole("button", { name: "More" })');
    expect(failed.text).toMatch(/paragraph.*: "?1/);
    await page.close();
  });

  it('gives a key to a target, and keeps the refs of a refusal', async () => {
    const { call, page } = await opened();
    const pressed = await call('browser_run', {
      code: `const [{ ref }] = await page.find('Price of Pear');
        await page.press(ref, '7'); await page.press('8');
        return (await page.describe(ref)).value`,
    });
    expect(pressed.text).toContain('Returned: "78"');
    await page.evaluate(
      `() => { document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-label=Wall style="position:fixed;inset:0">') }`,
    );
    const { text } = await call('browser_run', {
      code: `await tool('browser_click', { target: 'text=More' })`,
    });
    expect(text).toMatch(/Error \(covered\): The program failed in line 1: .*\[ref=/);
    await page.close();
  });

  it('refuses what has changed with the code of that, and shows it', async () => {
    const { call, page } = await opened();
    const { text: look } = await call('browser_snapshot', {});
    const [, ref = ''] = /button "Save" \[ref=(\w+)\]/.exec(look) ?? [];
    await page.evaluate(`() => { document.querySelector('td').textContent = 'Melon' }`);
    const code = `await page.click('${ref}')`;
    const refused = await call('browser_run', { code });
    expect(refused.text).toMatch(
      /Error \(ref-changed\): The program failed in line 1: .*"Apple", is "Melon"[\s\S]*\[ref=\w+\]\n +Nothing was done\n/,
    );
    expect((await call('browser_run', { code })).isError).toBe(false);
    await page.close();
  });

  it('tells what a step noted, as a single call does', async () => {
    const { call, page } = await opened();
    await page.evaluate(
      `() => document.body.insertAdjacentHTML('beforeend', '<select aria-label=Fruit><option>Fig<option>Kiwi</select>')`,
    );
    const single = await call('browser_select_option', { target: 'select', values: ['Kiwi'] });
    const [note = ''] = /^.*untrusted.*$/m.exec(single.text) ?? [];
    expect(note).not.toBe('');
    const { text } = await call('browser_run', { code: `await page.select('select', 'Fig')` });
    expect(text).toContain(`Log: select_option select: ${note}`);
    await page.close();
  });

  it('returns what JSON lacks as a script of the page does', async () => {
    const { call, page } = await opened();
    const { text } = await call('browser_run', {
      code: `console.log(new Set(['a']));
        return [new Map([['a', 1]]), new Map([[1, 2]]), new Set([3]), new Uint8Array([4, 5]), new Date(0), /x/g, 6n, Infinity]`,
    });
    expect(text).toContain(
      'Returned: [{"a":1},[[1,2]],[3],[4,5],"1970-01-01T00:00:00.000Z","/x/g","6n","Infinity"]',
    );
    expect(text).toContain('Log: ["a"]');
    await page.close();
  });

  it('knows what agents know from Playwright, or says what to use', async () => {
    const { call, page } = await opened();
    const { text } = await call('browser_run', {
      code: `async ({ page }) => {
        const cells = await page.locator('tr', { hasText: 'Pear' }).locator('td').allTextContents();
        const names = await page.$$eval('tr', (rows, at) => rows.map((row) => row.cells[at].textContent), 0);
        const field = page.getByLabel('Price of Plum');
        await field.fill('5', { timeout: 1000 });
        const held = [await field.inputValue()];
        await field.clear();
        await new Promise((done) => setTimeout(done, 20));
        await page.waitForLoadState('load');
        return [cells[0], names, held[0], await field.inputValue(), await page.isEnabled('#out'),
          page.url() === await page.url() && page.url().startsWith('http'), field];
      }`,
    });
    expect(text).toContain(
      'Returned: ["Pear",["Apple","Pear","Plum"],"5","",true,true,"getByLabel(\\"Price of Plum\\")"]',
    );
    const said = async (code: string) => (await call('browser_run', { code })).text;
    expect(await said("page.on('dialog', () => 0)")).toContain('no on here: there are no events');
    expect(await said('await page.mouse.clikc()')).toContain('no clikc here. It has move, click');
    expect(await said('await expect(1)')).toContain("'expect' is not defined: use page.waitFor");
    expect(await said("import fs from 'fs'")).toContain('can import nothing');
    expect(await said('throw { a: 1 }')).toContain('{"a":1}');
    expect(await said('await page.title()')).toContain('It returned nothing');
    await page.evaluate('() => { document.querySelector("button").disabled = true; }');
    expect(await said("await page.click('tr:first-child button', { timeout: 200 })")).toContain(
      'not enabled after 200 ms',
    );
    await page.close();
  });

  it('has no Node, no network and no page world', async () => {
    const { call, page } = await opened();
    const { text } = await call('browser_run', {
      code: `return [typeof process, typeof require, typeof fetch, typeof document, typeof window, typeof WebAssembly]`,
    });
    expect(text).toContain(
      'Returned: ["undefined","undefined","undefined","undefined","undefined","undefined"]',
    );
    const { text: imported } = await call('browser_run', { code: `return await import('node:fs')` });
    expect(imported).toMatch(/The program failed/);
    await page.close();
  });

  it('ends by its limits and when the call is cancelled', async () => {
    const { call, page } = await opened();
    const outcomeOf = async (code: string, timeout = 60) =>
      (await call('browser_run', { code, timeout })).text;
    expect(await outcomeOf('for (;;) {}', 1)).toContain('ran longer than 1000 ms');
    expect(await outcomeOf("let text = 'x'; for (;;) text += text")).toMatch(/out of memory|too long/);
    expect(await outcomeOf('function f() { f() } f()')).toMatch(/stack/i);
    expect(await outcomeOf('await new Promise(() => {})')).toContain('a promise that nothing can settle');
    const controller = new AbortController();
    const running = call('browser_run', { code: `for (;;) await page.press('a')` }, controller.signal);
    setTimeout(() => controller.abort(), 300);
    expect((await running).text).toMatch(/cancelled|aborted/);
    expect((await call('browser_run', { code: 'return 1 +' })).text).toMatch(/SyntaxError/);
    expect((await call('browser_run', { code: 'return 1 + 1' })).text).toContain('Returned: 2');
    await page.close();
  });

  it('comes from a file inside the fence, and runs no other program', async () => {
    const { call, page } = await opened();
    expect((await call('browser_run', { code: '/etc/none.js' })).text).toContain('file-blocked');
    expect((await call('browser_run', { code: `await tool('browser_run', { code: '1' })` })).text).toContain(
      "can't call the tool browser_run",
    );
    await page.close();
  });
});
