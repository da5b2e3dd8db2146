import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { sightline } from '../support/command-line.js';

const ROOT = join(import.meta.dirname, '../..');

describe('sightline', () => {
  it('--version prints the version of the package and nothing else', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await sightline(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('--help lists the commands', async () => {
    const { code, stdout } = await sightline(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}install /m);
    expect(stdout).toMatch(/^ {2}doctor /m);
    expect(stdout).toMatch(/^ {2}type \[TARGET\] TEXT /m);
    expect(stdout).not.toContain('background NAME');
  });

  it.each([
    ['click', '--help'],
    ['help', 'click'],
    ['-s=none', 'help', 'click'],
  ])('%s %s says how a tool is used', async (...args) => {
    const { code, stdout } = await sightline(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: sightline click TARGET \[--double-click\]/);
  });

  it.each([
    [['frobnicate'], 'Unknown command "frobnicate"'],
    [['constructor'], 'Unknown command "constructor"'],
    [['clikc', 'e1'], 'Unknown command "clikc". Did you mean `sightline click`?'],
    [['--headed', 'click', 'e1'], 'Flags come after the command.'],
    [['-s=none', '--json', 'clikc'], 'Did you mean `sightline click`?'],
    [['fill', 'e1'], 'fill needs text. Usage: sightline fill TARGET TEXT'],
    [['browser_click'], 'browser_click needs target.'],
    [['click', 'e1', '--frobnicate'], 'See `sightline click --help`.'],
    [['doctor', '--frobnicate'], "Unknown option '--frobnicate'"],
  ])('%j is refused on stderr', async (args, message) => {
    const { code, stdout, stderr } = await sightline(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('sightline setup --project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-setup-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const setup = (project: string) => sightline(['setup', 'cursor', '--project'], {}, '', project);

  it('writes the file of the project, but not through a link that a repository planted', async () => {
    const [own, planted, elsewhere] = ['own', 'planted', 'elsewhere'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [own, planted, elsewhere]) mkdirSync(each);
    expect((await setup(own)).code).toBe(0);
    expect(existsSync(join(own, '.cursor/mcp.json'))).toBe(true);
    symlinkSync(elsewhere, join(planted, '.cursor'));
    const { code, stderr } = await setup(planted);
    expect(code).toBe(2);
    expect(stderr).toContain('is reached through the link .cursor: nothing was changed');
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('sightline install', () => {
  it('prints the installed browser, with the version that it reports', async () => {
    const { code, stdout } = await sightline(['install', 'chromium', 'firefox']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^chromium \d+\.\S+ \/.*\nfirefox \d+\.\S+ \/.*\n$/);
  });

  it('refuses an unknown browser', async () => {
    const { code, stdout, stderr } = await sightline(['install', 'netscape']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('bad-argument');
    expect(stderr).toContain('chromium, firefox');
  });
});

describe('sightline doctor', () => {
  it('finds both browsers and checks that they answer', async () => {
    const { code, stdout } = await sightline(['doctor', '--json']);
    const { ok, checks } = JSON.parse(stdout);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    for (const name of BROWSERS) {
      expect(checks).toContainEqual(
        expect.objectContaining({
          name,
          state: 'ok',
          detail: expect.stringMatching(/version \d+\.\S+ starts/),
        }),
      );
    }
  });

  it('fails with a hint if something is wrong', async () => {
    const { code, stdout } = await sightline(['doctor'], {
      SIGHTLINE_CACHE: join(import.meta.filename, 'cache'),
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}browser cache: .*\n +→ .*SIGHTLINE_CACHE/m);
  });
});
