/**
 * Reads the lines of a trail. A process may have died in the middle of a line, and a file may come from anybody: what is
 * no record is left out and counted.
 */
import { z } from 'zod';
import type { TrailRecord } from '../agent/trail/record.js';
import { STEP_FILE } from '../agent/trail/trail-folder.js';

const file = z.string().regex(STEP_FILE);
const whole = z.number().int().nonnegative();
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const RECORD = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run'),
    format: z.number(),
    sightline: z.string(),
    name: z.string(),
    start: z.string(),
  }),
  z.object({
    kind: z.literal('step'),
    step: whole,
    time: z.string(),
    milliseconds: z.number(),
    agent: z.string(),
    tool: z.string(),
    effect: z.enum(['read', 'act', 'navigate']),
    args: z.unknown(),
    isError: z.boolean(),
    answer: z.string(),
    page: z.object({ handle: z.string(), url: z.string(), title: z.string() }).optional(),
    code: z.array(z.string()).optional(),
    locators: z.record(z.string(), z.string()).optional(),
    tree: file.optional(),
    dom: file.optional(),
    console: z
      .array(
        z.object({
          page: z.string(),
          level: z.string(),
          text: z.string(),
          url: z.string(),
          line: z.number(),
        }),
      )
      .optional(),
    requests: z
      .array(
        z.object({
          page: z.string(),
          method: z.string(),
          url: z.string(),
          type: z.string(),
          status: z.number().optional(),
          mimeType: z.string().optional(),
          error: z.string().optional(),
        }),
      )
      .optional(),
  }),
  z.object({
    kind: z.literal('picture'),
    step: whole,
    file: file.optional(),
    missing: z.string().optional(),
    width: z.number(),
    height: z.number(),
    boxes: z.record(z.string(), box),
  }),
  z.object({ kind: z.literal('note'), time: z.string(), text: z.string() }),
  z.object({ kind: z.literal('end'), time: z.string() }),
]);

export interface ParsedRecords {
  records: TrailRecord[];
  /** Lines that are not records. */
  broken: number;
}

/** Whole lines only: `text` ends with a line break, or at the end of a finished file. */
export function parseRecords(text: string): ParsedRecords {
  const records: TrailRecord[] = [];
  let broken = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const record = parsed(line);
    if (record) records.push(record);
    else broken++;
  }
  return { records, broken };
}

function parsed(line: string): TrailRecord | undefined {
  try {
    const { success, data } = RECORD.safeParse(JSON.parse(line));
    return success ? (data as TrailRecord) : undefined; // Absent fields are absent, not undefined: it was JSON.
  } catch {
    return undefined; // Half a line.
  }
}
