import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '../..');

/** The command line that `global-setup.ts` has built. */
export function commandLine(): string {
  const file = process.env.SIGHTLINE_TEST_CLI;
  if (file === undefined) throw new Error('The command line was not built: run this with vitest');
  return file;
}

/** Runs the command line in a separate process; `input` is its standard input. */
export async function sightline(args: string[], env: Record<string, string> = {}, input = '', cwd = ROOT) {
  const child = spawn(process.execPath, [commandLine(), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'pipe',
  });
  // A command that reads nothing may be gone before this is written.
  child.stdin.on('error', () => undefined).end(input);
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
