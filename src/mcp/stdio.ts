/** Serves one client over standard input and output until it disconnects. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Endpoint } from './endpoint.js';

export async function serveOverStdio(endpoint: Endpoint): Promise<void> {
  const client = endpoint.open('sole');
  const handle = serveStdio(() => client.createServer(), {
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  await new Promise<void>((resolve) => {
    const end = () => resolve();
    process.stdin.once('end', end).once('close', end).once('error', end);
    process.stdout.once('error', end); // The client has closed the pipe.
    void untilToldToEnd().then(end);
  });
  await Promise.allSettled([handle.close(), client.end()]);
}

export function untilToldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
