import { z } from 'zod';
import type { Agent } from '../../agent/agent.js';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';
import { reasonOf, SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import type { Box } from '../../tree/node.js';
import * as inputs from '../support/inputs.js';
import { boxInDocument, scrollOf } from './box-in-document.js';
import { type ImageLimits, imageSize, type Size, scaleToFit } from './image-size.js';
import { refMarks } from './ref-marks.js';

const TYPES = ['png', 'jpeg', 'webp'] as const;

export const takeScreenshot = defineTool({
  name: 'browser_take_screenshot',
  summary: 'Take a screenshot of the page or an element. To act, use browser_snapshot',
  input: {
    element: inputs.element,
    target: inputs.target.optional(),
    type: z.enum(TYPES).optional(),
    fullPage: z.boolean().optional().describe('The whole page, not just the viewport'),
    scale: z.enum(['css', 'device']).optional().describe('Pixel unit. Default: css'),
    annotate: z.boolean().optional().describe('Draw refs of interactive elements'),
    filename: inputs.filename,
    page: inputs.page,
  },
  effect: 'read',
  examples: [{}, { target: 'e12' }, { fullPage: true, filename: 'page.png' }],
  async run(args, { agent, signal }) {
    const { target, fullPage = false, scale = 'css', annotate = false, filename } = args;
    if (target !== undefined && fullPage)
      throw new SightlineError('bad-argument', 'Give target or fullPage, not both');
    const aim = target === undefined ? undefined : await agent.aim(target, args.page);
    const page = aim ? aim.page : await agent.page(args.page);
    const type = args.type ?? typeOf(filename);
    const clip = aim && (await boxInDocument(aim.locator, signal));
    const format = type === 'jpeg' && !annotate ? 'jpeg' : 'png';
    const taken = await page.screenshot({ format, fullPage, signal, ...(clip && { clip }) });
    const drawing = { type, scale, annotate, fullPage, clip };
    const data = await redrawn(page, taken, format, drawing, signal);
    const options = fullPage ? `{ type: '${type}', fullPage: true }` : `{ type: '${type}' }`;
    const code = [`await ${aim?.code ?? 'page'}.screenshot(${options});`];
    const title = `Screenshot of ${aim ? (args.element ?? 'element') : fullPage ? 'full page' : 'viewport'}`;
    if (filename !== undefined)
      return { page, code, result: [fileLine(title, await writeOutput(agent, filename, data))] };
    const file = await keep(agent, aim ? 'element' : 'page', type, data);
    const saved = 'path' in file ? fileLine(title, file.path) : `Not saved: ${file.failure}`;
    const sent = await fitted(page, data, type, agent.host.imageLimits, signal);
    const result = [saved, ...(sent.note === undefined ? [] : [sent.note])];
    const images = sent.data && [{ data: sent.data, mimeType: `image/${type}` }];
    return { page, code, result, ...(images && { images }) };
  },
});

/** What is sent is small enough for a model; the file has every pixel. */
async function fitted(
  page: Page,
  data: Uint8Array,
  type: (typeof TYPES)[number],
  limits: ImageLimits,
  signal: AbortSignal | undefined,
): Promise<{ data?: Uint8Array; note?: string }> {
  const { width, height, scale } = await sizeToSend(page, data, type, limits, signal);
  if (scale === 1) return { data };
  const size = `${width} × ${height} pixels`;
  try {
    const small = await drawnAgain(page, data, { type, scale, marks: [] }, signal);
    const sent = `${Math.round(width * scale)} × ${Math.round(height * scale)}`;
    return { data: small, note: `Sent at ${sent} of ${size}. For details take a target or the viewport` };
  } catch (error) {
    signal?.throwIfAborted();
    return { note: `Not sent: ${size} could not be made smaller (${reasonOf(error)})` };
  }
}

async function sizeToSend(
  page: Page,
  data: Uint8Array,
  type: (typeof TYPES)[number],
  limits: ImageLimits,
  signal: AbortSignal | undefined,
): Promise<Size & { scale: number }> {
  // Only the browser reads the header of a WebP.
  const png =
    type === 'webp' ? await drawnAgain(page, data, { type: 'png', scale: 1, marks: [] }, signal) : data;
  const size = imageSize(png) ?? { width: 0, height: 0 };
  return { ...size, scale: scaleToFit(size, limits) };
}

/** Clients may drop the image, so it is also saved. The image alone is still an answer if that fails. */
async function keep(
  agent: Agent,
  what: string,
  type: string,
  data: Uint8Array,
): Promise<{ path: string } | { failure: string }> {
  try {
    return { path: await writeOutput(agent, await agent.workplace.output.newFile(what, type), data) };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

function typeOf(filename = ''): (typeof TYPES)[number] {
  if (/\.jpe?g$/i.test(filename)) return 'jpeg';
  return /\.webp$/i.test(filename) ? 'webp' : 'png';
}

interface Drawing {
  type: (typeof TYPES)[number];
  scale: 'css' | 'device';
  annotate: boolean;
  fullPage: boolean;
  clip: Box | undefined;
}

/** Redraws the screenshot in the page for what the protocol lacks: other formats, CSS pixels on a dense screen, refs. */
async function redrawn(
  page: Page,
  taken: Uint8Array,
  format: 'png' | 'jpeg',
  { type, scale, annotate, fullPage, clip }: Drawing,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const density = await densityOf(page, signal);
  const shrunk = scale === 'css' && density !== 1;
  if (type === format && !shrunk && !annotate) return taken;
  const factor = shrunk ? 1 : density;
  const corner = clip ?? (fullPage ? { x: 0, y: 0 } : await scrollOf(page, signal));
  const marks = annotate ? await refMarks(page, signal) : [];
  const placed = marks.map(({ label, box }) => ({
    label,
    box: {
      x: (box.x - corner.x) * factor,
      y: (box.y - corner.y) * factor,
      width: box.width * factor,
      height: box.height * factor,
    },
  }));
  return drawnAgain(page, taken, { type, scale: factor / density, marks: placed }, signal);
}

async function drawnAgain(
  page: Page,
  data: Uint8Array,
  { type, ...how }: { type: string; scale: number; marks: { label: string; box: Box }[] },
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const request = { image: Buffer.from(data).toString('base64'), type: `image/${type}`, ...how };
  const { image } = await page.mainFrame.call('redraw', request, { signal });
  return Buffer.from(image, 'base64');
}

/** Device pixels per CSS pixel. The page could return anything, so only plausible values are used. */
async function densityOf(page: Page, signal: AbortSignal | undefined): Promise<number> {
  const { pixelRatio } = await page.mainFrame.call('documentState', {}, { signal });
  return pixelRatio >= 0.25 && pixelRatio <= 8 ? pixelRatio : 1;
}
