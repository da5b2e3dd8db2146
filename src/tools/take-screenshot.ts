import { z } from 'zod';
import { SightlineError } from '../errors.js';
import { writeOutput } from '../session/output-file.js';
import { defineTool } from '../session/tool.js';
import { boxInDocument } from './box-in-document.js';
import * as inputs from './inputs.js';

export const takeScreenshot = defineTool({
  name: 'browser_take_screenshot',
  summary: 'Take a picture of the page or of an element. To act on the page use browser_snapshot',
  input: {
    element: inputs.element,
    target: inputs.target.optional(),
    type: z.enum(['png', 'jpeg']).optional(),
    fullPage: z.boolean().optional().describe('The whole page, not just what is in view'),
    filename: inputs.filename,
    page: inputs.page,
  },
  effect: 'read',
  async run({ target, type, fullPage = false, filename, page: handle }, { session, signal }) {
    if (target !== undefined && fullPage)
      throw new SightlineError('bad-argument', 'Give target or fullPage, not both');
    const aim = target === undefined ? undefined : await session.aim(target, handle);
    const page = aim ? aim.page : await session.page(handle);
    const format = type ?? (/\.jpe?g$/i.test(filename ?? '') ? 'jpeg' : 'png');
    const clip = aim && (await boxInDocument(aim.locator, signal));
    const data = await page.screenshot({ format, fullPage, signal, ...(clip && { clip }) });
    const options = fullPage ? `{ type: '${format}', fullPage: true }` : `{ type: '${format}' }`;
    const code = [`await ${aim?.code ?? 'page'}.screenshot(${options});`];
    const mimeType = `image/${format}`;
    if (filename === undefined) return { page, code, images: [{ data, mimeType }] };
    const file = await writeOutput(session.root, filename, data);
    return { page, code, result: [`Saved the screenshot as ${file}`] };
  },
});
