/** The protocol between a command and a background session: one JSON object per line, one request per connection. */
import type { Socket } from 'node:net';

export type Request =
  | { type: 'call'; token: string; tool: string; args: Record<string, unknown> }
  /** The same in every version, so that any version can end any session. */
  | { type: 'end'; token: string };

/** Milliseconds between two signs of life during a request. */
export const SIGN_OF_LIFE = 1_000;

export type Reply =
  /** A sign of life: at once, then repeatedly until the final reply. */
  | { type: 'working' }
  /** Any number of these may precede the final reply. */
  | { type: 'progress'; line: string }
  | { type: 'answer'; answer: WireAnswer }
  | { type: 'ended' }
  | { type: 'refused'; message: string };

export interface WireAnswer {
  text: string;
  isError: boolean;
  data?: Readonly<Record<string, unknown>>;
}

export function send(socket: Socket, message: Request | Reply): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** Calls `receive` for each message; with undefined for a line that is not JSON. */
export function onMessage<T>(socket: Socket, receive: (message: T | undefined) => void): void {
  let parts: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...more] = chunk.split('\n');
    parts.push(first);
    for (const next of more) {
      receive(parsed(parts.join('')));
      parts = [next];
    }
  });
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
