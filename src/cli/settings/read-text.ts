import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Bytes. Whatever has more is no file of settings: a device never ends. */
const MOST = 100_000_000;

/** What a shell gives for `<(command)`: its other end is there. */
const GIVEN_PIPE = /^\/(?:dev|proc\/self)\/(?:fd\/|stdin$)/;

/** The text of a file that a person names. Reading a FIFO would wait for its other end for ever. */
export function readText(path: string): string {
  const info = statSync(path);
  if ((info.isFIFO() || info.isSocket()) && !GIVEN_PIPE.test(path))
    throw new Error('it is a FIFO or a socket, not a file');
  const file = openSync(path, 'r');
  try {
    const parts: Buffer[] = [];
    for (let total = 0; ; ) {
      const part = Buffer.alloc(65_536);
      const size = readSync(file, part);
      if (size === 0) return Buffer.concat(parts).toString();
      parts.push(part.subarray(0, size));
      total += size;
      if (total > MOST) throw new Error(`it has more than ${MOST} bytes`);
    }
  } finally {
    closeSync(file);
  }
}
