/** Runs `npm start`. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine } from './support/command-line.js';

it('the demonstration shows a page, acts on it, and shows what changed', () => {
  const demo = join(dirname(commandLine()), 'demo.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [demo], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('button "Pay 120 €" [ref=f2e4]');
  expect(stdout).toContain('alert [ref=e11]: This is not an e-mail address');
  expect(stdout).toContain('status [ref=f2e5]: Card accepted');
  expect(stdout).toMatch(/^ +\+ +value="Ada"$/m);
});
