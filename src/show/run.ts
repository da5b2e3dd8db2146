/** A trail as a run: its steps in order, each with the pictures before and after it. Pure: the viewer's page uses it, too. */
import type { NoteRecord, PictureRecord, RunRecord, StepRecord, TrailRecord } from '../agent/trail/record.js';

export interface RunStep extends StepRecord {
  /** Taken after this step. */
  picture?: PictureRecord;
  /** The last picture of the same page from an earlier step. */
  before?: PictureRecord;
  /** The step before on the same page. */
  previous?: RunStep;
}

export interface Run {
  info?: RunRecord;
  steps: RunStep[];
  /** Notes by the number of steps before them. */
  notes: { after: number; note: NoteRecord }[];
  /** When the server ended in order. */
  ended?: string;
}

export function runOf(records: readonly TrailRecord[]): Run {
  const pictures = new Map<number, PictureRecord>();
  for (const record of records) if (record.kind === 'picture') pictures.set(record.step, record);
  const run: Run = { steps: [], notes: [] };
  const lastOf = new Map<string, { step: RunStep; seen: PictureRecord | undefined }>();
  for (const record of records) {
    if (record.kind === 'run') run.info ??= record;
    else if (record.kind === 'end') run.ended = record.time;
    else if (record.kind === 'note') run.notes.push({ after: run.steps.length, note: record });
    else if (record.kind === 'step') {
      const picture = pictures.get(record.step);
      const handle = record.page?.handle;
      const last = handle === undefined ? undefined : lastOf.get(handle);
      const step: RunStep = {
        ...record,
        ...(picture && { picture }),
        ...(last?.seen && { before: last.seen }),
        ...(last && { previous: last.step }),
      };
      run.steps.push(step);
      const seen = picture?.file === undefined ? last?.seen : picture;
      if (handle !== undefined) lastOf.set(handle, { step, seen });
    }
  }
  return run;
}
