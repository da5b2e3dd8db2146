/** All records of a run, then new ones as they are written, as server-sent events. */
import { watch } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { emit, openStream } from './http-answer.js';
import type { TrailReader } from './trail-reader.js';

/** Milliseconds between looks at the file, where the file system reports no changes. */
const PACE = 500;
/** Records in one event. */
const BATCH = 200;

export async function streamRecords(
  find: () => Promise<TrailReader | undefined>,
  response: ServerResponse,
): Promise<void> {
  openStream(response);
  let wake: () => void = () => undefined;
  response.once('close', () => wake());
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PACE);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let reader = await find();
  while (!reader && !response.destroyed) {
    emit(response, 'idle', false);
    await pause();
    reader = await find();
  }
  if (!reader) return;
  const follower = reader.follow();
  const watcher = watched(reader.folder, () => wake());
  try {
    while (!response.destroyed) {
      const more = await follower.next();
      if (more) {
        for (let at = 0; at < more.records.length; at += BATCH)
          emit(response, 'records', more.records.slice(at, at + BATCH));
        if (more.broken > 0) emit(response, 'broken', more.broken);
        continue;
      }
      emit(response, 'idle', follower.hasHalfLine);
      await pause();
    }
  } finally {
    watcher?.close();
    await follower.end();
  }
}

/** Undefined where the file system can't watch: then its pace decides. */
function watched(folder: string, onChange: () => void): { close(): void } | undefined {
  try {
    return watch(folder, onChange).on('error', () => undefined);
  } catch {
    return undefined;
  }
}
