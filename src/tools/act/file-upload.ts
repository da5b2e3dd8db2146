import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const fileUpload = defineTool({
  name: 'browser_file_upload',
  summary: 'Upload files to the open file chooser or to a file input',
  input: {
    paths: z.array(z.string()).optional().describe('Absolute paths. Omit to cancel the chooser'),
    element: inputs.element,
    target: inputs.target.optional().describe('File input, if no chooser is open'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [{ paths: ['report.pdf'] }],
  async run({ paths, target, page: handle }, { agent, signal }) {
    const aim = target === undefined ? undefined : await agent.aim(target, handle);
    const page = aim ? aim.page : await agent.page(handle);
    if (paths === undefined) {
      const input = page.takeFileChooser();
      if (input) await page.driver.release([input]);
      return { page, result: [input ? 'Cancelled the file chooser' : 'No file chooser was open'] };
    }
    const files = await agent.files.readable(paths);
    const report = await page.actions.setFiles(aim?.locator.target, files, { signal });
    const list = `[${files.map(literal).join(', ')}]`;
    const code = `await ${aim ? aim.code : 'fileChooser'}.${aim ? 'setInputFiles' : 'setFiles'}(${list});`;
    return { page, reports: [report], code: [code] };
  },
});
