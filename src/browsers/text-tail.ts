import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** The end of what a stream said, in bounded memory. */
export interface TextTail {
  text(): string;
  /** Calls back for every line from now on until it returns true. */
  watch(line: (text: string) => boolean): void;
  /** Waits for the end of the stream, but not long: what a process wrote last arrives after its exit. */
  settled(): Promise<void>;
}

/** Whoever else holds the stream open (a crash reporter that outlives its browser) is not waited for. */
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
