/** Runs an example as a person would. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';

/** What an example prints; it has to end well. */
export async function example(name: string, ...args: string[]): Promise<string> {
  const file = join(import.meta.dirname, '../../examples/connect', `${name}.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args]);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, said]).toEqual([0, said]);
  return said;
}
