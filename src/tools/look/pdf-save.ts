import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const pdfSave = defineTool({
  name: 'browser_pdf_save',
  summary: 'Save the page as PDF',
  input: {
    filename: z.string().min(1).optional().describe('Default: page-{time}.pdf'),
    page: inputs.page,
  },
  effect: 'read',
  cap: 'pdf',
  async run({ filename, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const file = await writeOutput(
      agent,
      filename ?? (await agent.workplace.output.newFile('page', 'pdf')),
      await page.pdf({ signal }),
    );
    return {
      page,
      result: [fileLine('Page as pdf', file)],
      code: [`await page.pdf({ path: ${literal(file)} });`],
    };
  },
});
