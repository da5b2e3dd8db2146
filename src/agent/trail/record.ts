/**
 * What a trail holds: `trail.jsonl` has one record per line, in the order in which they were written. Readers skip
 * lines that they can't parse (the process may have died while it wrote the last one) and kinds that they don't know.
 */
import type { Effect } from '../effect.js';

export const TRAIL_FILE = 'trail.jsonl';
/** Raised when a reader of the previous format would misread a record. */
export const TRAIL_FORMAT = 1;

export type TrailRecord = RunRecord | StepRecord | PictureRecord | NoteRecord | EndRecord;

/** The first line. */
export interface RunRecord {
  kind: 'run';
  format: number;
  sightline: string;
  name: string;
  /** ISO 8601. */
  start: string;
}

/** One call of an agent. */
export interface StepRecord {
  kind: 'step';
  /** Counts from 1. */
  step: number;
  /** Start of the call, ISO 8601. */
  time: string;
  milliseconds: number;
  /** `a1`; stateless clients share `stateless`. */
  agent: string;
  tool: string;
  effect: Effect;
  /** Secrets and passwords masked. */
  args: unknown;
  isError: boolean;
  /** The text that the agent got. */
  answer: string;
  page?: StepPage;
  /** The equivalent Playwright code in TypeScript, one statement each. */
  code?: string[];
  /** Playwright locators of the refs that the call named. */
  locators?: Record<string, string>;
  /** Files with the whole tree and DOM after the call. They may be those of an earlier step. */
  tree?: string;
  dom?: string;
  console?: StepMessage[];
  requests?: StepRequest[];
}

export interface StepPage {
  handle: string;
  url: string;
  title: string;
}

export interface StepMessage {
  page: string;
  level: string;
  text: string;
  url: string;
  line: number;
}

export interface StepRequest {
  page: string;
  method: string;
  url: string;
  type: string;
  /** Absent while it runs. */
  status?: number;
  mimeType?: string;
  error?: string;
}

/** `[x, y, width, height]` in CSS pixels of the viewport. */
export type TrailBox = [x: number, y: number, width: number, height: number];

/** The page as it looked after a step. Written later than the step: no answer waits for it. */
export interface PictureRecord {
  kind: 'picture';
  step: number;
  /** Absent if it could not be taken. */
  file?: string;
  /** Why there is none. */
  missing?: string;
  /** Viewport of the page in CSS pixels. */
  width: number;
  height: number;
  /** Where the elements of the last view are, by ref. Those out of sight are left out. */
  boxes: Record<string, TrailBox>;
}

/** Something that a reader of the trail should know, such as steps that are missing. */
export interface NoteRecord {
  kind: 'note';
  time: string;
  text: string;
}

/** The server ended in order. */
export interface EndRecord {
  kind: 'end';
  time: string;
}
