/**
 * A run as a trace that Playwright's own trace viewer opens: actions, pictures, console, network, and the source of the
 * exported test. Written in version 8 of its format, which every later viewer reads.
 */
import { createHash } from 'node:crypto';
import type { PictureRecord, StepRequest } from '../../agent/trail/record.js';
import type { Run, RunStep } from '../run.js';
import type { TrailReader } from '../trail-reader.js';
import { ALL_STEPS, chosenSteps } from './chosen-steps.js';
import { playwrightTest } from './playwright-test.js';
import { type ZipEntry, zip } from './zip.js';

const VERSION = 8;
const SOURCE = '/run.spec.ts';
/** Lines of an answer that the log of an action shows. */
const MOST_LINES = 200;
const LEVELS: Readonly<Record<string, string>> = { info: 'log' };

export async function playwrightTrace(reader: TrailReader, run: Run): Promise<Buffer> {
  const start = Date.parse(run.info?.start ?? run.steps[0]?.time ?? '') || 0;
  const files: ZipEntry[] = [];
  const pictures = new Map<string, string>();
  for (const { picture } of run.steps) {
    const bytes = picture?.file === undefined ? undefined : await reader.file(picture.file);
    if (!picture?.file || !bytes) continue;
    pictures.set(picture.file, Buffer.from(bytes).toString('base64'));
    files.push({ name: `resources/${picture.file}`, data: bytes });
  }
  const { text } = playwrightTest(chosenSteps(run.steps, ALL_STEPS), {
    name: run.info?.name ?? '',
    source: '',
  });
  const lines = text.split('\n');
  const events: object[] = [contextOptions(run, start)];
  const network: object[] = [];
  for (const step of run.steps) {
    const at = Math.max(0, Date.parse(step.time) - start);
    events.push(...eventsOf(step, at, lineOf(lines, step), pictures));
    network.push(...(step.requests ?? []).map((request) => resourceSnapshot(request, step, at, start)));
  }
  return zip([
    { name: 'trace.trace', data: jsonLines(events) },
    { name: 'trace.network', data: jsonLines(network) },
    { name: `resources/src@${createHash('sha1').update(SOURCE).digest('hex')}.txt`, data: text },
    ...files,
  ]);
}

const jsonLines = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** The line of the test after the comment that numbers the step; 0 if it has none. */
const lineOf = (lines: readonly string[], { step }: RunStep): number =>
  lines.findIndex((line) => line.trimStart().startsWith(`// ${step}. `)) + 2;

function contextOptions({ info, steps }: Run, start: number): object {
  const picture = steps.find((step) => step.picture?.file !== undefined)?.picture;
  return {
    type: 'context-options',
    version: VERSION,
    origin: 'library',
    browserName: '',
    platform: '',
    sdkLanguage: 'javascript',
    wallTime: start,
    monotonicTime: 0,
    contextId: 'context@1',
    title: `Sightline: ${info?.name ?? ''}`,
    options: { ...(picture && { viewport: { width: picture.width, height: picture.height } }) },
  };
}

function eventsOf(step: RunStep, at: number, line: number, pictures: ReadonlyMap<string, string>): object[] {
  const { tool, args, milliseconds, isError, answer, page, picture, before, code } = step;
  const callId = `call@${step.step}`;
  const end = at + milliseconds;
  const pageId = page?.handle ?? '';
  const snapshots = [
    ...snapshotOf(before, 'before', step, at, pictures),
    ...snapshotOf(picture ?? before, 'after', step, end, pictures),
  ];
  return [
    {
      type: 'before',
      callId,
      stepId: callId,
      startTime: at,
      title: code?.[0]?.replace(/^await (?:page\.)?/, '').replace(/;$/, '') ?? tool,
      class: 'Page',
      method: tool,
      params: Object(args),
      pageId,
      beforeSnapshot: `before@${callId}`,
      ...(line > 1 && { stack: [{ file: SOURCE, line, column: 3 }] }),
    },
    ...answer
      .split('\n')
      .slice(0, MOST_LINES)
      .map((message) => ({ type: 'log', callId, time: end, message })),
    ...(step.console ?? []).map(({ level, text, url, line: lineNumber }) => ({
      type: 'console',
      time: end,
      pageId,
      messageType: LEVELS[level] ?? level,
      text,
      args: [],
      location: { url, lineNumber, columnNumber: 0 },
    })),
    {
      type: 'after',
      callId,
      endTime: end,
      afterSnapshot: `after@${callId}`,
      ...(isError && { error: { name: 'Error', message: answer.split('\n')[1] ?? tool } }),
    },
    ...snapshots,
    ...(picture?.file !== undefined && pictures.has(picture.file)
      ? [
          {
            type: 'screencast-frame',
            pageId,
            sha1: picture.file,
            width: picture.width,
            height: picture.height,
            timestamp: end,
          },
        ]
      : []),
  ];
}

/** The picture as a document: what the page was made of is not shown, only what it looked like. */
function snapshotOf(
  picture: PictureRecord | undefined,
  phase: 'before' | 'after',
  { step, page }: RunStep,
  timestamp: number,
  pictures: ReadonlyMap<string, string>,
): object[] {
  const jpeg = pictures.get(picture?.file ?? '');
  if (!picture || jpeg === undefined) return [];
  const { width, height } = picture;
  const src = `data:image/jpeg;base64,${jpeg}`;
  return [
    {
      type: 'frame-snapshot',
      snapshot: {
        callId: `call@${step}`,
        snapshotName: `${phase}@call@${step}`,
        pageId: page?.handle ?? '',
        frameId: `frame@${page?.handle ?? ''}`,
        frameUrl: page?.url ?? 'about:blank',
        doctype: 'html',
        html: [
          'HTML',
          {},
          ['HEAD', {}],
          ['BODY', { style: 'margin: 0' }, ['IMG', { src, width: String(width), height: String(height) }]],
        ],
        viewport: { width, height },
        timestamp,
        wallTime: timestamp,
        collectionTime: 0,
        resourceOverrides: [],
        isMainFrame: true,
      },
    },
  ];
}

/** An entry of a HAR file, without bodies. */
function resourceSnapshot(
  { method, url, status, mimeType = '', error }: StepRequest,
  { page }: RunStep,
  at: number,
  start: number,
): object {
  return {
    type: 'resource-snapshot',
    snapshot: {
      pageref: page?.handle ?? '',
      _frameref: `frame@${page?.handle ?? ''}`,
      _monotonicTime: at,
      startedDateTime: new Date(start + at).toISOString(),
      time: 0,
      request: {
        method,
        url,
        httpVersion: '',
        cookies: [],
        headers: [],
        queryString: [],
        headersSize: -1,
        bodySize: -1,
      },
      response: {
        status: status ?? -1,
        statusText: '',
        httpVersion: '',
        cookies: [],
        headers: [],
        content: { size: -1, mimeType },
        headersSize: -1,
        bodySize: -1,
        redirectURL: '',
        ...(error !== undefined && { _failureText: error }),
      },
      cache: {},
      timings: { send: -1, wait: -1, receive: -1 },
    },
  };
}
