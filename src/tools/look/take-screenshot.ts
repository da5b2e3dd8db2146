import { z } from 'zod';
import { writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
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
    const mimeType = `image/${type}`;
    if (filename === undefined) return { page, code, images: [{ data, mimeType }] };
    const file = await writeOutput(agent, filename, data);
    return { page, code, result: [`Saved the screenshot as ${file}`] };
  },
});

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
