/** Devices by name, as far as a page can tell them apart: size, pixel density, user agent, touch. */

import type { ContextSettings } from '../driver/context-settings.js';
import type { ProtocolName } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';
import { DEVICES } from './devices.js';

export interface Device extends Required<Pick<ContextSettings, 'userAgent' | 'touch' | 'mobile'>> {
  /** CSS pixels that a page has in the device's own browser, in portrait. */
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
}

export interface Viewport {
  width: number;
  height: number;
  deviceScaleFactor?: number;
}

/** A common desktop window size, the same in both browsers, so that pages lay out the same. */
export const DEFAULT_VIEWPORT = { width: 1280, height: 720 } as const;

/** A device as settings of a context. Firefox gets its size, density and user agent, but cannot emulate touch. */
export function deviceSettings(
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

/** `landscape` after the name of a device that is held in the hand turns it. */
const LANDSCAPE = /\s+landscape$/i;

export function deviceNamed(name: string): Device {
  const upright = name.trim().replace(LANDSCAPE, '');
  const isTurned = upright !== name.trim();
  const row = DEVICES.find((each) => each.name.toLowerCase() === upright.toLowerCase());
  if (!row || (isTurned && !row.touch))
    throw new SightlineError('bad-argument', `No device is called ${quote(name, 200)}`, {
      hint: `The devices are: ${DEVICES.map((each) => each.name).join(', ')}. Add "landscape" to turn a phone or tablet.`,
    });
  const { width, height, deviceScaleFactor, userAgent, touch } = row;
  const viewport = isTurned ? { width: height, height: width } : { width, height };
  return { viewport, deviceScaleFactor, userAgent, touch, mobile: touch };
}
