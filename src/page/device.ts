/** Devices by name, as far as a page can tell them apart: size, pixel density, user agent, touch. */

import type { ContextSettings } from '../driver/context-settings.js';
import type { ProtocolName } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

export interface Device extends Required<Pick<ContextSettings, 'userAgent' | 'touch' | 'mobile'>> {
  /** CSS pixels that a page has in the device's own browser, in portrait. */
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
}

type Row = [name: string, width: number, height: number, scale: number, userAgent: string];

const IPHONE = safari('iPhone; CPU iPhone OS 18_5 like Mac OS X', 'Version/18.5 Mobile/15E148 Safari/604.1');
const IPAD = safari('iPad; CPU OS 18_5 like Mac OS X', 'Version/18.5 Mobile/15E148 Safari/604.1');

const TOUCHED: readonly Row[] = [
  ['iPhone SE', 375, 548, 2, IPHONE],
  ['iPhone 13', 390, 664, 3, IPHONE],
  ['iPhone 14', 390, 664, 3, IPHONE],
  ['iPhone 15', 393, 659, 3, IPHONE],
  ['iPhone 15 Pro', 393, 659, 3, IPHONE],
  ['iPhone 15 Pro Max', 430, 739, 3, IPHONE],
  ['iPhone 16', 393, 659, 3, IPHONE],
  ['iPad Mini', 744, 1_026, 2, IPAD],
  ['iPad (gen 10)', 820, 1_073, 2, IPAD],
  ['iPad Pro 11', 834, 1_087, 2, IPAD],
  ['Pixel 5', 393, 727, 2.75, android('11', 'Pixel 5')],
  ['Pixel 7', 412, 839, 2.625, android('14', 'Pixel 7')],
  ['Pixel 8', 412, 839, 2.625, android('15', 'Pixel 8')],
  ['Galaxy S9+', 320, 658, 4.5, android('8.0.0', 'SM-G965U')],
  ['Galaxy S24', 360, 656, 3, android('14', 'SM-S921U')],
  ['Galaxy Tab S9', 800, 1_152, 2, android('14', 'SM-X710', '')],
];

const DESKTOPS: readonly Row[] = [
  ['Desktop Chrome', 1_280, 720, 1, chrome('Windows NT 10.0; Win64; x64')],
  ['Desktop Chrome HiDPI', 1_280, 720, 2, chrome('Windows NT 10.0; Win64; x64')],
  ['Desktop Edge', 1_280, 720, 1, `${chrome('Windows NT 10.0; Win64; x64')} Edg/140.0.0.0`],
  [
    'Desktop Firefox',
    1_280,
    720,
    1,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ],
  [
    'Desktop Safari',
    1_280,
    720,
    2,
    safari('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.5 Safari/605.1.15'),
  ],
];

/** A device as settings of a context. Firefox gets its size, density and user agent, but cannot emulate touch. */
export function emulate(
  name: string,
  protocol: ProtocolName,
): {
  context: Pick<ContextSettings, 'userAgent' | 'touch' | 'mobile'>;
  viewport: { width: number; height: number; deviceScaleFactor: number };
} {
  const { viewport, deviceScaleFactor, touch, mobile, userAgent } = deviceNamed(name);
  return {
    context: { userAgent, ...(protocol === 'cdp' && { touch, mobile }) },
    viewport: { ...viewport, deviceScaleFactor },
  };
}

export function deviceNamed(name: string): Device {
  const wanted = (row: Row) => row[0].toLowerCase() === name.trim().toLowerCase();
  const desktop = DESKTOPS.find(wanted);
  const row = desktop ?? TOUCHED.find(wanted);
  if (!row)
    throw new SightlineError('bad-argument', `No device is called ${quote(name, 200)}`, {
      hint: `The devices are: ${deviceNames().join(', ')}.`,
    });
  const [, width, height, deviceScaleFactor, userAgent] = row;
  const touched = row !== desktop;
  return { viewport: { width, height }, deviceScaleFactor, userAgent, touch: touched, mobile: touched };
}

function deviceNames(): string[] {
  return [...TOUCHED, ...DESKTOPS].map(([name]) => name);
}

function safari(platform: string, rest: string): string {
  return `Mozilla/5.0 (${platform}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
}

function android(version: string, model: string, mobile = ' Mobile'): string {
  return `Mozilla/5.0 (Linux; Android ${version}; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${mobile} Safari/537.36`;
}

function chrome(platform: string): string {
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`;
}
