import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { sightline } from '../support/command-line.js';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-cli-'));
  file = join(folder, 'page one.html');
  writeFileSync(
    file,
    `<title>One</title><main><button>Save</button><iframe title="F" srcdoc="<input aria-label='In'>"></iframe></main>`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('sightline snapshot', () => {
  it.each(BROWSERS)('prints a file as %s shows it', async (browser) => {
    const { code, stdout, stderr } = await sightline(['snapshot', file, '--browser', browser]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('- button "Save" [ref=e3]');
    expect(stdout).toContain('- textbox "In" [ref=f1e2]');
  });

  it('prints JSON, one frame, full refs', async () => {
    const { code, stdout } = await sightline([
      'snapshot',
      file,
      '--json',
      '--frames',
      'f1',
      '--refs',
      'full',
    ]);
    expect(code).toBe(0);
    const { json } = JSON.parse(stdout);
    expect(json).toMatchObject({ page: 'c0p0', url: 'about:srcdoc', truncated: false });
    expect(JSON.stringify(json)).toContain('"ref":"c0p0f1e2"');
    expect(stdout).not.toContain('Save');
  });

  it('leaves out frames, and applies limits', async () => {
    const { stdout } = await sightline(['snapshot', file, '--frames', 'none', '--max-nodes', '2']);
    expect(stdout).toContain('… incomplete');
    expect(stdout).not.toContain('"In"');
  });

  it('prints the views of the tool', async () => {
    const long = join(folder, 'long.html');
    const rows = Array.from(
      { length: 200 },
      (_, row) => `<tr><td>Row ${row}<td><button>Delete</button></tr>`,
    );
    writeFileSync(long, `<title>Long</title><table><tbody>${rows.join('')}</table><p>The end`);
    const folded = await sightline(['snapshot', long]);
    expect(folded.stdout).toMatch(/… \d+ more rows \(cell, button\): snapshot target=e3 offset=\d+ limit=50/);
    expect(folded.stdout).toContain('The end');
    const range = await sightline(['snapshot', long, '--target', 'e3', '--offset', '150', '--limit', '1']);
    expect(range.stdout).toContain('"Row 150"');
    const view = ['--view', 'interactive', '--max-tokens', '200'];
    const short = await sightline(['snapshot', long, ...view]);
    expect(short.stdout).toContain('(token budget): snapshot cursor=');
    expect(short.stdout).not.toContain('The end');
  });

  it.each([
    [['snapshot', 'about:blank', '--view', 'half'], '--view must be interactive, viewport or all'],
    [['snapshot', '--session', 'none-of-this-name'], 'Open a page first'],
    [['snapshot', 'about:blank', 'about:blank'], 'Give one URL or file'],
    [['snapshot', './no such file'], 'Neither a URL nor a file'],
    [['snapshot', 'about:blank', '--browser', 'netscape'], 'Unknown browser'],
    [['snapshot', 'about:blank', '--max-depth', 'many'], '--max-depth must be a whole number'],
    [['snapshot', 'http://127.0.0.1:9/'], 'navigat'],
  ])('%j is refused with the reason', async (args, message) => {
    const { code, stdout, stderr } = await sightline(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});
