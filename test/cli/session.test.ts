/** Commands in separate processes, with a browser that stays open in between. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf, eventually, isRunning } from '../browsers/processes.js';
import { BROWSERS } from '../support/browsers.js';
import { commandLine, sightline } from '../support/command-line.js';

/** Runs a command on a terminal. */
const HAS_SCRIPT = spawnSync('script', ['--version']).status === 0;

const PAGE = `<title>Form</title><main>
  <label>Name <input id="name" onkeydown="if (event.key === 'Enter') status.textContent = 'Hello ' + value"></label>
  <button onclick="status.textContent = 'Clicked ' + ++clicks">Count</button>
  <iframe title="Inner" srcdoc="<button onclick='textContent = &quot;In&quot;'>Inside</button>"></iframe>
  <p id="status"></p></main><script>let clicks = 0; const status = document.getElementById('status');</script>`;

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-session-'));
  file = join(folder, 'page.html');
  writeFileSync(file, PAGE);
});
afterAll(async () => {
  await run('close', '--all');
  rmSync(folder, { recursive: true });
});

function run(...args: string[]) {
  return piped('', ...args);
}

function piped(input: string, ...args: string[]) {
  return sightline(args, { SIGHTLINE_RUNTIME: join(folder, 'run') }, input);
}

/** The ref on the line of the answer with this text. */
function refIn(answer: string, text: string): string {
  const line = answer.split('\n').find((each) => each.includes(text)) ?? '';
  const ref = /\[ref=([a-z0-9]+)\]/.exec(line)?.[1];
  if (ref === undefined) throw new Error(`No ${text} in:\n${answer}`);
  return ref;
}

async function evaluate(expression: string, ...more: string[]): Promise<unknown> {
  const { stdout } = await run('eval', `() => ${expression}`, '--json', ...more);
  return JSON.parse(JSON.parse(stdout).result);
}

function infoOf(session: string): { pid: number; address: string; token: string } {
  return JSON.parse(readFileSync(join(folder, 'run', session, 'session.json'), 'utf8'));
}

/** The main process of a session's browser. */
function browserOf(pid: number): number {
  const [child] = descendantsOf(pid).filter((each) =>
    readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('remote-debugging'),
  );
  if (child === undefined) throw new Error('no browser found');
  return child;
}

describe.each(BROWSERS)('a session (%s)', (browser) => {
  const session = ['--session', browser];

  it('opens a file, and refs last from one command to the next', async () => {
    const opened = await run('open', file, '--browser', browser, ...session);
    expect(opened).toMatchObject({ code: 0, stderr: '' });
    const name = refIn(opened.stdout, 'textbox "Name"');
    expect(await run('type', name, 'Ada', '--submit', ...session)).toMatchObject({ code: 0, stderr: '' });
    expect(await evaluate('document.getElementById("status").textContent', ...session)).toBe('Hello Ada');
    const { stdout: part } = await run('snapshot', '#status', ...session);
    expect(part).toContain('Hello Ada');
    expect(part).not.toContain('button');
    await run('click', refIn(opened.stdout, 'button "Inside"'), ...session);
    const { stdout } = await run('snapshot', ...session);
    expect(stdout).toContain('button "In"');
    expect(refIn(stdout, 'textbox "Name"')).toBe(name);
  });

  it('runs simultaneous commands in sequence', async () => {
    const { stdout } = await run('snapshot', ...session);
    const button = refIn(stdout, 'button "Count"');
    const clicks = await Promise.all([1, 2, 3].map(() => run('click', button, ...session)));
    expect(clicks.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await evaluate('clicks', ...session)).toBe(3);
  });

  it('answers scripts in JSON, errors too', async () => {
    const { code, stdout } = await run('snapshot', '--json', ...session);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      session: browser,
      snapshot: expect.stringMatching(/^- .*textbox "Name" \[ref=e\d+\]/s),
    });
    const failed = await run('click', 'e9999', '--json', ...session);
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toMatchObject({
      ok: false,
      error: { code: 'ref-not-found', message: expect.stringContaining('e9999'), hint: expect.any(String) },
    });
  });

  it('runs a batch of commands, and shows the page once', async () => {
    const { stdout: page } = await run('snapshot', ...session);
    const name = refIn(page, 'textbox "Name"');
    const count = refIn(page, 'button "Count"');
    const done = await run('batch', `fill ${name} "Ada's \\"own\\""`, `click ${count}`, ...session);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain(`### Result\n1. type ${name}\n2. click ${count}\n### Snapshot`);
    expect(done.stdout).not.toContain('Playwright');
    expect(await evaluate('document.getElementById("name").value', ...session)).toBe('Ada\'s "own"');
    const lines = `# the same, from a file\nfill ${name} 'Bob'\n\nsightline click ${count}\n`;
    const again = await piped(lines, 'batch', ...session);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain(`### Result\n1. type ${name}\n2. click ${count}\n### Snapshot`);
    expect(await evaluate('document.getElementById("name").value', ...session)).toBe('Bob');
    const inLines = await piped(`evaluate "() =>\n  6 * 7"\nclick ${count}`, 'batch', ...session);
    expect(inLines.stdout).toMatch(/1\. evaluate: .*42/);
    expect(await piped('', 'batch', ...session)).toMatchObject({ code: 2, stdout: '' });
    expect(await piped('fill e1 "open', 'batch', ...session)).toMatchObject({ code: 2 });
    const wrong = await run('batch', `click ${count}`, 'clack', ...session);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('Command 2: "clack" can\'t be a step of a batch');
    const coded = await run(`-s=${browser}`, '--code', 'batch', `click ${count}`);
    expect(coded.stdout).toContain("getByRole('button', { name: 'Count' }).click()");
  });

  it('replaces a dead browser, and reports its refs as gone', async () => {
    const child = browserOf(infoOf(browser).pid);
    process.kill(child, 'SIGKILL');
    await eventually(
      () => isRunning(child),
      (running) => !running,
    );
    const clicked = await run('click', 'e2', ...session);
    expect(clicked.code).toBe(1);
    expect(clicked.stderr).toContain('The browser is gone, and its pages with it');
    expect(await run('open', file, ...session)).toMatchObject({ code: 0, stderr: '' });
    expect(await evaluate('document.title', ...session)).toBe('Form');
  });

  it('a killed session leaves no browser; the next command says that it is gone', async () => {
    const { pid } = infoOf(browser);
    const family = descendantsOf(pid);
    expect(family.length).toBeGreaterThan(0);
    process.kill(pid, 'SIGKILL');
    expect(
      await eventually(
        () => family.filter(isRunning),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
    const lost = await run('snapshot', ...session);
    expect(lost).toMatchObject({ code: 1, stdout: '' });
    expect(lost.stderr).toContain('ended unexpectedly. Its pages and refs are gone');
    const anew = await run('open', file, '--browser', browser, ...session);
    expect(anew.code).toBe(0);
  });

  // It takes seconds, and is the same code for each browser.
  it.runIf(browser === 'chromium')('that closes is waited for, and a new one starts', async () => {
    const { pid, address } = infoOf(browser);
    // A browser that does not react is killed after a while.
    process.kill(browserOf(pid), 'SIGSTOP');
    process.kill(pid, 'SIGTERM');
    await eventually(
      () => existsSync(address),
      (listens) => !listens,
    );
    const anew = await run('open', file, '--browser', browser, ...session);
    expect(anew).toMatchObject({ code: 0, stderr: '' });
    expect(infoOf(browser).pid).not.toBe(pid);
  });

  it('ends with close, and nothing is left', async () => {
    const { pid } = infoOf(browser);
    const family = [pid, ...descendantsOf(pid)];
    expect(await run('close', ...session)).toMatchObject({ code: 0, stdout: `Closed ${browser}\n` });
    expect(
      await eventually(
        () => family.filter(isRunning),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
    expect(existsSync(join(folder, 'run', browser))).toBe(false);
    expect((await run('snapshot', ...session)).stderr).toContain('is not running');
  });
});

describe('sessions', () => {
  it('are private to their user, and refuse clients without the secret', async () => {
    await run('open', 'about:blank', '-s', 'private');
    const runtime = join(folder, 'run');
    expect(statSync(runtime).mode & 0o777).toBe(0o700);
    for (const name of ['session.json', 'socket'])
      expect(statSync(join(runtime, 'private', name)).mode & 0o777, name).toBe(0o600);
    const reply = await new Promise<string>((resolve) => {
      let said = '';
      const socket = createConnection(infoOf('private').address);
      socket.on('data', (chunk) => {
        said += chunk;
      });
      socket.once('close', () => resolve(said));
      socket.write(`${JSON.stringify({ type: 'end', token: 'guess' })}\n`);
    });
    // Before it comes a sign that the request is being worked on.
    expect(JSON.parse(reply.trim().split('\n').at(-1) ?? '')).toMatchObject({ type: 'refused' });
    chmodSync(runtime, 0o755);
    const { code, stderr } = await run('sessions');
    chmodSync(runtime, 0o700);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('only you can access') });
  });

  it.skipIf(!HAS_SCRIPT)('answer a person without marks for machines (skipped without `script`)', () => {
    const line = `'${process.execPath}' '${commandLine()}' snapshot -s private`;
    // Whoever runs the tests may have disabled colors; this is about a person who has not.
    const { NO_COLOR, NODE_DISABLE_COLORS, FORCE_COLOR, CI, ...rest } = process.env;
    const env = { ...rest, TERM: 'xterm', SIGHTLINE_RUNTIME: join(folder, 'run') };
    const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { env, encoding: 'utf8' });
    expect(stdout).toContain('\u001b[1mSnapshot\u001b[22m');
    expect(stdout).toContain('- generic [ref=e1]');
    expect(stdout).not.toMatch(/###|```/);
  });

  it('are one even when two commands start it at the same time, and are listed', async () => {
    const [one, two] = await Promise.all([
      run('open', 'about:blank', '-s', 'twice'),
      run('open', 'about:blank', '-s', 'twice'),
    ]);
    expect([one.code, two.code]).toEqual([0, 0]);
    const { stdout } = await run('sessions', '--json');
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual(['private', 'twice']);
    expect((await run('sessions')).stdout).toMatch(/^private +process \d+, since .*\ntwice /);
    // Nothing is left of the one that came second.
    expect(readdirSync(join(folder, 'run')).filter((name) => name.startsWith('.new'))).toEqual([]);
  });

  it('are not changed by flags or by another version, and say so', async () => {
    const other = await run('open', 'about:blank', '--browser', 'firefox', '-s', 'twice');
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('session-differs');
    expect(other.stderr).toContain('a different --browser');
    const path = join(folder, 'run', 'twice', 'session.json');
    const info = readFileSync(path, 'utf8');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(info), version: '0.0.1' }));
    expect((await run('snapshot', '-s', 'twice')).stderr).toContain('runs version 0.0.1');
    expect((await run('close', '-s=twice')).stdout).toBe('Closed twice\n');
  });

  it.skipIf(process.platform === 'win32')('that were stopped are not waited for', async () => {
    await run('open', 'about:blank', '-s', 'stopped');
    const { pid } = infoOf('stopped');
    process.kill(pid, 'SIGSTOP');
    const { code, stderr } = await run('snapshot', '-s', 'stopped');
    process.kill(pid, 'SIGCONT');
    expect(code).toBe(1);
    expect(stderr).toContain(`has not answered for 15 s: its process ${pid} may be stopped`);
    expect(stderr).toContain(`kill -CONT ${pid}`);
    expect((await run('close', '-s', 'stopped')).stdout).toBe('Closed stopped\n');
  });

  it('end after some time without commands', async () => {
    await run('open', 'about:blank', '-s', 'short', '--idle-timeout', '500');
    const path = join(folder, 'run', 'short');
    expect(
      await eventually(
        () => existsSync(path),
        (exists) => !exists,
      ),
    ).toBe(false);
  });

  it.each([
    [['open', 'about:blank', '--browser', 'netscape', '-s', 'none'], 1, '--browser must be one of'],
    [['open', 'about:blank', '--frobnicate'], 2, "Unknown option '--frobnicate'"],
    [['click'], 2, 'click needs target'],
    [['open', 'no such file'], 1, 'Neither a URL nor a file'],
    [['open', 'about:blank', '-s', '../up'], 2, 'A session name must'],
  ])('%j is refused with the reason', async (args, code, message) => {
    const ended = await run(...args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });

  it('do not stay if no browser starts with their flags', async () => {
    const path = join(folder, 'run', 'useless');
    const { code } = await run(
      'open',
      'about:blank',
      '-s',
      'useless',
      '--executable-path',
      '/nowhere/chrome',
    );
    expect(code).toBe(1);
    expect(
      await eventually(
        () => existsSync(path),
        (exists) => !exists,
      ),
    ).toBe(false);
  });
});
