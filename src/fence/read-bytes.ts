import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** The next bytes of a stream without other readers; the rest stays in it. Rejects if the stream ends before. */
export async function take(stream: Readable, size: number): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0);
  for (;;) {
    const chunk: Buffer | null = stream.read(size);
    if (chunk?.length === size) return chunk;
    if (chunk || stream.readableEnded || stream.destroyed) throw new Error('the line was closed');
    const closed = new AbortController();
    const stop = () => closed.abort(new Error('the line was closed'));
    stream.once('close', stop);
    try {
      await once(stream, 'readable', { signal: closed.signal });
    } finally {
      stream.off('close', stop);
    }
  }
}
