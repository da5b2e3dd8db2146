/** What a page is made to believe about its device, its place and its network, while it is open. */

import type {
  Geolocation,
  MediaSettings,
  NetworkLimits,
  SettingsChange,
} from '../driver/context-settings.js';
import type { ProtocolName } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { deviceSettings, type Viewport } from './device.js';

/** As the developer tools of Chromium simulate them. */
const NETWORKS = {
  'slow-3g': { latency: 2_000, download: 400, upload: 400 },
  'slow-4g': { latency: 563, download: 1_440, upload: 675 },
  'fast-4g': { latency: 165, download: 8_100, upload: 1_350 },
} as const satisfies Record<string, NetworkLimits>;
export type NetworkName = keyof typeof NETWORKS;

type OrNull<T> = { [Name in keyof T]?: T[Name] | null | undefined };

/** Null resets a setting to the browser's own. */
export interface Emulation extends OrNull<Emulated & MediaSettings> {}

interface Emulated {
  /** Its size, pixel density, user agent and touch; single settings override it. */
  device: string;
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
  touch: boolean;
  userAgent: string;
  locale: string;
  timezone: string;
  geolocation: Geolocation;
  /** Granted to every origin. */
  permissions: string[];
  offline: boolean;
  network: NetworkName | NetworkLimits;
  cpuSlowdown: number;
}

const OF_CONTEXT = [
  'touch',
  'userAgent',
  'locale',
  'timezone',
  'geolocation',
  'permissions',
  'offline',
  'cpuSlowdown',
] as const;
const OF_MEDIA = ['colorScheme', 'reducedMotion', 'forcedColors', 'contrast', 'media'] as const;

interface EmulatedPage {
  readonly viewport: Viewport | undefined;
  readonly context: {
    readonly browser: {
      readonly driver: { readonly protocol: ProtocolName };
      fit(page: EmulatedPage, viewport: Viewport | null): Promise<void>;
    };
    configure(changes: SettingsChange): Promise<void>;
  };
  emulateMedia(media: MediaSettings): Promise<void>;
}

export async function emulate(page: EmulatedPage, wanted: Emulation): Promise<void> {
  const { browser } = page.context;
  const device = wanted.device ? deviceSettings(wanted.device, browser.driver.protocol) : undefined;
  const media = given(wanted, OF_MEDIA);
  const changes = {
    ...(wanted.device === null && { userAgent: undefined, touch: undefined, mobile: undefined }),
    ...device?.context,
    ...contextChanges(wanted),
  };
  const viewport = viewportIn(page, wanted, device?.viewport);
  // Firefox may have no media features: then nothing has been changed yet.
  if (Object.keys(media).length > 0) await page.emulateMedia(media);
  if (Object.keys(changes).length > 0) await page.context.configure(changes);
  if (viewport !== undefined) await browser.fit(page, viewport);
}

function contextChanges(wanted: Emulation): SettingsChange {
  const { network } = wanted;
  const changes = Object.entries(given(wanted, OF_CONTEXT)).map(([name, value]) => [
    name,
    value ?? undefined,
  ]);
  return {
    ...Object.fromEntries(changes),
    ...(network !== undefined && {
      network: typeof network === 'string' ? NETWORKS[network] : (network ?? undefined),
    }),
  };
}

/** Undefined: it stays. Null: that of the browser. */
function viewportIn(
  page: EmulatedPage,
  wanted: Emulation,
  device: Viewport | undefined,
): Viewport | null | undefined {
  const { viewport, deviceScaleFactor } = wanted;
  const scale = deviceScaleFactor ?? device?.deviceScaleFactor;
  const withScale = (size: { width: number; height: number }): Viewport => ({
    ...size,
    ...(scale !== undefined && { deviceScaleFactor: scale }),
  });
  if (viewport) return withScale(viewport);
  if (device) return withScale(device);
  if (viewport === null || wanted.device === null) return null;
  if (deviceScaleFactor === undefined) return undefined;
  if (!page.viewport)
    throw new SightlineError('bad-argument', 'deviceScaleFactor needs a viewport, and none has been set', {
      hint: 'Give viewport, too: { width, height }.',
    });
  return withScale(page.viewport);
}

type Given<Name extends keyof Emulation> = { [Each in Name]?: Exclude<Emulation[Each], undefined> };

/** Those of them that are not undefined. */
function given<Name extends keyof Emulation>(wanted: Emulation, names: readonly Name[]): Given<Name> {
  const entries = names.flatMap((name) => (wanted[name] === undefined ? [] : [[name, wanted[name]]]));
  return Object.fromEntries(entries) as Given<Name>; // made of these names only
}
