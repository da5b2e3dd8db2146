import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import * as inputs from '../support/inputs.js';

export const emulateMedia = defineTool({
  name: 'browser_emulate_media',
  summary: 'Emulate CSS media, e.g. dark mode or print. Null resets a feature',
  input: {
    colorScheme: z.enum(['light', 'dark']).nullish(),
    reducedMotion: z.enum(['reduce', 'no-preference']).nullish(),
    forcedColors: z.enum(['active', 'none']).nullish(),
    contrast: z.enum(['more', 'no-preference']).nullish(),
    media: z.enum(['screen', 'print']).nullish(),
    page: inputs.page,
  },
  effect: 'act',
  async run({ page: handle, ...given }, { agent }) {
    const media = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (Object.keys(media).length === 0)
      throw new SightlineError(
        'bad-argument',
        'Give colorScheme, reducedMotion, forcedColors, contrast or media',
      );
    const page = await agent.page(handle);
    await page.emulateMedia(media);
    const shown = Object.entries(media).map(
      ([name, value]) => `${name}: ${value === null ? value : `'${value}'`}`,
    );
    return { page, code: [`await page.emulateMedia({ ${shown.join(', ')} });`] };
  },
});
