import type { Readable } from 'node:stream';

/** The end of what a stream said, in bounded memory. */
export interface TextTail {
  text(): string;
  /** Calls back for every line from now on until it returns true. */
  watch(line: (text: string) => boolean): void;
}

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
  };
}
