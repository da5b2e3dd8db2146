/** A frame, or a page with all frames, as Markdown. */
import { SightlineError } from '../../errors.js';
import { type Markdown, type MarkdownOptions, markdownOf } from '../../tree/markdown/markdown.js';
import type { CallLimits } from '../deadline.js';
import { takeSnapshot } from './capture.js';
import type { CapturedFrame } from './captured-frame.js';
import type { SnapshotOptions } from './snapshot-options.js';

/** `target`: a part, as in a snapshot. */
export type ReadOptions = MarkdownOptions & CallLimits & Pick<SnapshotOptions, 'target'>;

export async function readMarkdown(
  frame: CapturedFrame,
  withFrames: boolean,
  { maxTokens, cursor, brief, ...options }: ReadOptions,
): Promise<Markdown> {
  const { json } = await takeSnapshot(frame, withFrames, { ...options, unseen: true });
  const read = markdownOf(json.root, { maxTokens, cursor, brief, url: json.url });
  if (!read.ok) throw new SightlineError('bad-argument', read.message);
  const { ok: _, ...markdown } = read;
  return markdown;
}
