import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { pressedKey } from './entered-text.js';

export const pressKey = defineTool({
  name: 'browser_press_key',
  summary: 'Press a key or key combination in the focused element',
  input: {
    key: z.string().min(1).describe('ArrowLeft, a, Control+Shift+K'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [{ key: 'Enter' }, { key: 'Control+A' }],
  async run({ key, page: handle }, { agent, signal, watched = false }) {
    const page = await agent.page(handle);
    const { code, ...repeated } = await pressedKey(page, key, signal);
    const sight = agent.memory.seen(page);
    const report = await page.actions.press(undefined, key, { signal, watched, sight });
    return { page, reports: [report], ...repeated, code: [`await page.keyboard.press(${code});`] };
  },
});
