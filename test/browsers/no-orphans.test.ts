import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { eventually, processesInGroup } from './processes.js';

const HOST = join(import.meta.dirname, 'hold-browser.ts');

/** A separate process that holds a browser. */
async function startHost(engine: string, ending: string) {
  const host = spawn(process.execPath, ['--import', 'tsx', HOST, engine, ending], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  host.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(host, 'exit').then(([code, signal]) => ({ code, signal }));
  const [line] = await Promise.race([
    once(host.stdout, 'data'),
    ended.then(() => {
      throw new Error(`the host ended early: ${complaint}`);
    }),
  ]);
  const browser: { pid: number; profile: string } = JSON.parse(String(line));
  return { host, browser, ended };
}

// Each is a way for a host to end, and what its parent sees: we do not change that.
const ENDINGS = [
  { ending: 'SIGKILL', outcome: { code: null, signal: 'SIGKILL' } },
  { ending: 'SIGTERM', outcome: { code: null, signal: 'SIGTERM' } },
  { ending: 'SIGINT', outcome: { code: null, signal: 'SIGINT' } },
  { ending: 'exit', outcome: { code: 0, signal: null } },
  { ending: 'throw', outcome: { code: 1, signal: null } },
  { ending: 'closed stdin', outcome: { code: 0, signal: null } },
] as const;

describe.skipIf(process.platform !== 'linux')(
  'nothing outlives its host (read from /proc: Linux only)',
  () => {
    describe.each(BROWSERS)('%s', (engine) => {
      it.each(ENDINGS)('$ending', async ({ ending, outcome }) => {
        const { host, browser, ended } = await startHost(engine, ending);
        expect(processesInGroup(browser.pid)).toContain(browser.pid);
        expect(existsSync(browser.profile)).toBe(true);

        if (ending.startsWith('SIG')) host.kill(ending as NodeJS.Signals);
        else if (ending === 'closed stdin') host.stdin.end();
        else host.stdin.write('now\n');

        expect(await ended).toEqual(outcome);
        expect(
          await eventually(
            () => processesInGroup(browser.pid),
            (left) => left.length === 0,
          ),
        ).toEqual([]);
        expect(
          await eventually(
            () => existsSync(browser.profile),
            (there) => !there,
          ),
        ).toBe(false);
      });
    });
  },
);
