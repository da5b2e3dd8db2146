/**
 * Ends a WebDriver session when we end without a word (`kill -9`, a crash): a tiny process holds the other end of a
 * pipe from us, as the watchdog of browsers does. A grid would keep the browser until its own time-out.
 */
import { spawn } from 'node:child_process';

// Headers come on the pipe: others can read a command line.
const SCRIPT = `
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; }).on('error', finish).on('end', finish);
function finish() {
  const [headers, word] = text.split('\\n');
  if (word === 'done' || !headers) return;
  fetch(process.argv[1], { method: 'DELETE', headers: JSON.parse(headers), signal: AbortSignal.timeout(10000) })
    .catch(() => undefined);
}
`;

export function guardSession(url: string, headers: Record<string, string>): { dismiss(): void } {
  const child = spawn(process.execPath, ['-e', SCRIPT, url], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  // A machine that can't start it loses the guard, not the session.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(headers)}\n`);
  child.unref();
  // A pipe has it at run time; the type of a stream does not say so.
  (child.stdin as unknown as { unref?(): void }).unref?.();
  return { dismiss: () => child.stdin.end('done\n') };
}
