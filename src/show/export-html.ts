/** A run as one HTML file: viewer, records, texts and pictures. */
import type { TrailRecord } from '../agent/trail/record.js';
import { selfContainedHtml } from './page-html.js';
import type { TrailReader } from './trail-reader.js';

/** What the page reads in place of a server. */
export interface EmbeddedRun {
  records: TrailRecord[];
  /** Lines of the trail that could not be read. */
  broken: number;
  /** By file name. */
  texts: Record<string, string>;
  /** `data:` URLs by file name. */
  pictures: Record<string, string>;
}

export async function exportHtml(reader: TrailReader): Promise<string> {
  const { records, broken } = await reader.records();
  const run: EmbeddedRun = { records, broken, texts: {}, pictures: {} };
  for (const record of records) {
    if (record.kind === 'picture' && record.file !== undefined) {
      const bytes = await reader.file(record.file);
      if (bytes)
        run.pictures[record.file] = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`;
    }
    if (record.kind !== 'step') continue;
    for (const name of [record.tree, record.dom]) {
      if (name === undefined || name in run.texts) continue;
      const text = await reader.text(name);
      if (text !== undefined) run.texts[name] = text;
    }
  }
  return selfContainedHtml(run);
}
