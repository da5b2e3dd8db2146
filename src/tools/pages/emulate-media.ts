import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { Emulation } from '../../page/emulation.js';
import * as inputs from '../support/inputs.js';

export const MEDIA = {
  colorScheme: z.enum(['light', 'dark']).nullish(),
  reducedMotion: z.enum(['reduce', 'no-preference']).nullish(),
  forcedColors: z.enum(['active', 'none']).nullish(),
  contrast: z.enum(['more', 'no-preference']).nullish(),
  media: z.enum(['screen', 'print']).nullish(),
};

/** The part of browser_emulate that needs no cap. */
export const emulateMedia = defineTool({
  name: 'browser_emulate_media',
  summary: 'Emulate CSS media, e.g. dark mode or print. Null resets a feature',
  input: { ...MEDIA, page: inputs.page },
  effect: 'act',
  async run({ page: handle, ...media }, { agent }) {
    const code = mediaCode(media);
    if (code === undefined)
      throw new SightlineError('bad-argument', `Give one of ${Object.keys(MEDIA).join(', ')}`);
    const page = await agent.page(handle);
    await page.emulate(media);
    return { page, code: [code] };
  },
});

/** Undefined if no feature is named. */
export function mediaCode(wanted: Emulation): string | undefined {
  const named = Object.entries(wanted).filter(
    ([name, value]) => Object.hasOwn(MEDIA, name) && value !== undefined,
  );
  if (named.length === 0) return undefined;
  const shown = named.map(([name, value]) => `${name}: ${value === null ? value : `'${String(value)}'`}`);
  return `await page.emulateMedia({ ${shown.join(', ')} });`;
}
