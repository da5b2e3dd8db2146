import { z } from 'zod';
import { literal } from '../session/text-line.js';
import { defineTool } from '../session/tool.js';
import * as inputs from './inputs.js';

export const pressKey = defineTool({
  name: 'browser_press_key',
  summary: 'Press a key or a combination, in the focused element',
  input: {
    key: z.string().min(1).describe('ArrowLeft, a, Control+Shift+K'),
    page: inputs.page,
  },
  effect: 'act',
  async run({ key, page: handle }, { session, signal }) {
    const page = await session.page(handle);
    const report = await page.hands.press(undefined, key, { signal });
    // A single character may be one of a password.
    const entered = [...key].length > 1 ? { entered: key } : {};
    return { page, reports: [report], ...entered, code: [`await page.keyboard.press(${literal(key)});`] };
  },
});
