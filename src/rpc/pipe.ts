import type { Readable, Writable } from 'node:stream';
import type { Transport } from './transport.js';

/** Chromium's `--remote-debugging-pipe`: JSON messages that end in NUL; no port that others could reach. */
export function openPipe(input: Writable, output: Readable): Transport {
  return {
    send(message) {
      // In one write: each one wakes the browser.
      input.write(`${message}\0`);
    },
    close() {
      input.end();
      output.destroy();
    },
    start({ message, closed }) {
      let ended = false;
      const end = (reason: string) => {
        if (ended) return;
        ended = true;
        closed(reason);
      };
      // A message may span hundreds of chunks: keep the pieces, join once.
      let pieces: Buffer[] = [];
      output.on('data', (chunk: Buffer) => {
        let from = 0;
        for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
          pieces.push(chunk.subarray(from, at));
          const text = pieces.length === 1 ? String(pieces[0]) : Buffer.concat(pieces).toString();
          pieces = [];
          from = at + 1;
          message(text);
        }
        if (from < chunk.length) pieces.push(chunk.subarray(from));
      });
      output.on('close', () => end('the pipe to the browser closed'));
      output.on('error', (error) => end(error.message));
      input.on('error', (error) => end(error.message));
      // An earlier reader may have left it paused.
      output.resume();
    },
  };
}
