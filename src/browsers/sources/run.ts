import { spawn } from 'node:child_process';
import { textTail } from '../text-tail.js';

export interface RunOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  env?: Readonly<Record<string, string | undefined>>;
  cwd?: string;
}

/**
 * Runs a program to its end and returns its output; on failure, its last lines become the error. Its output never
 * reaches ours.
 */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.signal && { signal: options.signal }),
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const complaint = textTail(child.stderr);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (code === 0) return resolve(output);
      const late = killed !== null && performance.now() - started >= options.timeoutMs;
      const how = late ? `took longer than ${options.timeoutMs / 1000} s` : `ended with ${code ?? killed}`;
      const words = complaint.text().trim().split('\n').slice(-3).join(' ');
      reject(new Error(`${[command, args[0]].join(' ')} ${how}${words && `: ${words}`}`));
    });
  });
}
