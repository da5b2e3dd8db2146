/** Drop files or data from outside of the page. */
import { basename } from 'node:path';
import { SightlineError } from '../../errors.js';
import type { DropData, ElementTarget } from '../../page/actions.js';
import type { Place } from '../../wire/api.js';
import type { Action } from '../action.js';
import { aimAt, HOVER_NEEDS } from '../actionability.js';
import { checkText } from '../arguments.js';

/** Bytes. Where the protocol cannot drop files, they are sent into the page as text. */
const MAX_SCRIPT_FILES = 50 * 1024 * 1024;

/** Milliseconds for the page to take the drag events: one whose script hangs takes none. */
const DROP_TIMEOUT = 30_000;

/** Drops files or data from outside the page. */
export async function drop(act: Action, target: ElementTarget, data: DropData): Promise<void> {
  for (const [type, content] of Object.entries(data.data ?? {}))
    checkText(`What is given as ${type}`, content);
  for (const path of data.files ?? []) checkText('The path', path);
  const files = await act.state.files.readable(data.files ?? []);
  if (files.length === 0 && Object.keys(data.data ?? {}).length === 0)
    throw new SightlineError('bad-argument', 'There is nothing to drop: give files or data');
  const aimed = await aimAt(act, target, { needs: HOVER_NEEDS, guard: false, drag: true });
  act.begin();
  const content = { files, data: data.data ?? {} };
  const accepted = act.page.driver.drop
    ? await dropByProtocol(act, target, aimed.point, content)
    : await dropByScript(act, target, aimed.local, content);
  if (!accepted) act.note('The page did not accept the drop.');
  await act.settle(target.frame);
}

interface Content {
  files: string[];
  data: Record<string, string>;
}

async function dropByProtocol(
  act: Action,
  { frame }: ElementTarget,
  point: Place,
  content: Content,
): Promise<boolean> {
  const wanted = async () => (await frame.call('dragState', { frames: 1 }, act.scope())).overAccepted;
  const scope = { signal: act.options.signal, timeout: DROP_TIMEOUT };
  const dropping = act.page.driver.drop?.(frame.id, { ...point, ...content }, wanted, scope);
  return (await act.page.unlessDialog(Promise.resolve(dropping))) ?? false;
}

async function dropByScript(
  act: Action,
  target: ElementTarget,
  point: Place,
  content: Content,
): Promise<boolean> {
  const { accepted } = await act.ask(target, 'drop', {
    point,
    data: content.data,
    files: await readForPage(act, content.files),
    whole: true,
  });
  act.note('Dropped by script: the protocol of this browser has no drop, so the drag events are untrusted.');
  return accepted;
}

async function readForPage(
  { state }: Action,
  paths: readonly string[],
): Promise<{ name: string; type: string; base64: string }[]> {
  const files: { name: string; type: string; base64: string }[] = [];
  for (const path of paths) {
    const content = await state.files.read(path, MAX_SCRIPT_FILES, 'Give it to a file input instead.');
    files.push({ name: basename(path), type: typeOf(path), base64: content.toString('base64') });
  }
  return files;
}

/** File types by extension, as browsers derive them. */
const TYPES: Record<string, string> = {
  txt: 'text/plain',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  zip: 'application/zip',
  xml: 'text/xml',
  md: 'text/markdown',
};

function typeOf(path: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, ending) && TYPES[ending]) || '';
}
