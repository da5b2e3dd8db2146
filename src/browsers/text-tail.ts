import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** The end of a stream's text, in bounded memory. */
export interface TextTail {
  text(): string;
  /** Calls back for every line from now on until the callback returns true. */
  watch(line: (text: string) => boolean): void;
  /** Waits briefly for the end of the stream: the last output of a process arrives after its exit. */
  settled(): Promise<void>;
}

/** Milliseconds: another process may hold the stream open (a crash reporter that outlives its browser). */
const SETTLE_MS = 250;

const KEEP = 8_192;

export function textTail(stream: Readable | null): TextTail {
  let kept = '';
  let open = '';
  let watchers: ((text: string) => boolean)[] = [];
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    kept = (kept + chunk).slice(-KEEP);
    const lines = (open + chunk).split('\n');
    open = (lines.pop() ?? '').slice(-KEEP);
    for (const line of lines) watchers = watchers.filter((watch) => !watch(line));
  });
  return {
    text: () => kept,
    watch: (line) => {
      watchers.push(line);
    },
    async settled() {
      if (!stream || stream.readableEnded || stream.destroyed) return;
      await once(stream, 'end', { signal: AbortSignal.timeout(SETTLE_MS) }).catch(() => undefined);
    },
  };
}
