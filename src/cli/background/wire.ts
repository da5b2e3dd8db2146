/** What a command and a background session say to each other: one JSON object per line, one request per connection. */
import type { Socket } from 'node:net';

export type Request =
  | { type: 'call'; token: string; tool: string; args: Record<string, unknown> }
  /** Kept the same in every version: any version can end any session. */
  | { type: 'end'; token: string };

export type Reply =
  /** May come any number of times before the last. */
  | { type: 'progress'; line: string }
  | { type: 'answer'; answer: WireAnswer }
  | { type: 'ended' }
  | { type: 'refused'; message: string };

export interface WireAnswer {
  text: string;
  isError: boolean;
  /** Base64. */
  images: { data: string; mimeType: string }[];
  data?: Readonly<Record<string, unknown>>;
}

export function send(socket: Socket, message: Request | Reply): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** Calls back for each message of the other side; undefined for a line that is no JSON. */
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
