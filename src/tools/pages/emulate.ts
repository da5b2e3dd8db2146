import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { deviceNamed } from '../../page/device.js';
import type { Emulation } from '../../page/emulation.js';
import type { Page } from '../../page/page.js';
import * as inputs from '../support/inputs.js';
import { MEDIA, mediaCode } from './emulate-media.js';

const EMULATED = {
  device: z.string().nullish().describe('e.g. iPhone 15: size, scale, touch and user agent'),
  viewport: z.strictObject(inputs.size).nullish(),
  deviceScaleFactor: z.number().positive().max(10).nullish(),
  touch: z.boolean().nullish(),
  userAgent: z.string().nullish(),
  locale: z.string().nullish().describe('e.g. de-DE'),
  timezone: z.string().nullish().describe('e.g. Europe/Berlin'),
  geolocation: inputs.geolocation.nullish(),
  permissions: z.array(z.string()).nullish().describe('Granted to all origins, e.g. geolocation'),
  ...MEDIA,
  offline: z.boolean().nullish(),
  network: z
    .union([
      z.enum(['slow-3g', 'slow-4g', 'fast-4g']),
      z.strictObject({
        latency: z.number().min(0).optional(),
        download: z.number().positive().optional(),
        upload: z.number().positive().optional(),
      }),
    ])
    .nullish()
    .describe('Latency in ms, download and upload in kbit/s'),
  cpuSlowdown: z.number().min(1).max(100).nullish().describe('Factor, e.g. 4'),
};

/** A loaded document keeps the values that it has read. */
const SEEN_AT_LOAD = ['device', 'touch', 'userAgent', 'locale'] as const;

export const emulate = defineTool({
  name: 'browser_emulate',
  summary:
    "Emulate a device, place, network or slow processor, for the page's context. Null resets a setting",
  input: { ...EMULATED, page: inputs.page },
  effect: 'act',
  cap: 'devtools',
  examples: [
    { device: 'iPhone 15', network: 'slow-3g' },
    { timezone: 'Asia/Tokyo', colorScheme: 'dark' },
  ],
  async run({ page: handle, ...wanted }, { agent }) {
    const names = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (names.length === 0)
      throw new SightlineError('bad-argument', `Give one of ${Object.keys(EMULATED).join(', ')}`);
    const page = await agent.page(handle);
    await page.emulate(wanted);
    const result = [`Changed: ${names.join(', ')}`];
    if (lacksTouch(page, wanted))
      result.push(
        `${page.context.browser.version} cannot emulate touch over WebDriver BiDi: the device has a mouse`,
      );
    if (SEEN_AT_LOAD.some((name) => names.includes(name)))
      result.push('The page was loaded before. Reload it to see what it shows now');
    return { page, result, code: codeOf(wanted) };
  },
});

function lacksTouch(page: Page, { device }: Emulation): boolean {
  return page.context.browser.driver.protocol === 'bidi' && !!device && deviceNamed(device).touch;
}

/** What Playwright can change while a page is open. */
function codeOf({ viewport, geolocation, permissions, offline, ...rest }: Emulation): string[] {
  const media = mediaCode(rest);
  const viewportCode = viewport && `{ width: ${viewport.width}, height: ${viewport.height} }`;
  return [
    ...(viewportCode ? [`await page.setViewportSize(${viewportCode});`] : []),
    ...(geolocation ? [`await page.context().setGeolocation(${placeCode(geolocation)});`] : []),
    ...(permissions?.length
      ? [`await page.context().grantPermissions([${permissions.map(literal).join(', ')}]);`]
      : []),
    ...(offline === undefined ? [] : [`await page.context().setOffline(${offline ?? false});`]),
    ...(media === undefined ? [] : [media]),
  ];
}

function placeCode({ latitude, longitude, accuracy }: NonNullable<Emulation['geolocation']>): string {
  const more = accuracy === undefined ? '' : `, accuracy: ${accuracy}`;
  return `{ latitude: ${latitude}, longitude: ${longitude}${more} }`;
}
