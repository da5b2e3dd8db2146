import { z } from 'zod';
import type { Agent } from '../../agent/agent.js';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';
import { reasonOf, SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import type { Box } from '../../tree/node.js';
import * as inputs from '../support/inputs.js';
import { boxInDocument, scrollOf } from './box-in-document.js';
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
    const result = 'path' in file ? fileLine(title, file.path) : `Not saved: ${file.failure}`;
    return { page, code, result: [result], images: [{ data, mimeType: `image/${type}` }] };
  },
});

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
  const { image } = await page.mainFrame.call(
    'redraw',
    {
      image: Buffer.from(taken).toString('base64'),
      type: `image/${type}`,
      scale: factor / density,
      marks: marks.map(({ label, box }) => ({
        label,
        box: {
          x: (box.x - corner.x) * factor,
          y: (box.y - corner.y) * factor,
          width: box.width * factor,
          height: box.height * factor,
        },
      })),
    },
    { signal },
  );
  return Buffer.from(image, 'base64');
}

/** Device pixels per CSS pixel. The page could return anything, so only plausible values are used. */
async function densityOf(page: Page, signal: AbortSignal | undefined): Promise<number> {
  const { pixelRatio } = await page.mainFrame.call('documentState', {}, { signal });
  return pixelRatio >= 0.25 && pixelRatio <= 8 ? pixelRatio : 1;
}
