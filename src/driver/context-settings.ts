/** The settings of a context, in both browsers. */
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

/** Settings for every page of a context. */
export interface ContextSettings {
  userAgent?: string;
  /** Sent with every request of a page, replacing the browser's own. */
  extraHeaders?: Record<string, string>;
  /** BCP 47: `navigator.language`, `Intl` and the `Accept-Language` header. */
  locale?: string;
  /** IANA: `Europe/Berlin`. */
  timezone?: string;
  geolocation?: Geolocation;
  /** Every request fails, as without a network. */
  offline?: boolean;
  /** Granted to every origin, by their names in the Permissions API: `geolocation`, `notifications`, … */
  permissions?: string[];
  /** Scripts (as source) that run in the page's own world of every new document, before the page's scripts. */
  initScripts?: string[];
  /** Pages cannot register service workers, and none answers their requests. */
  blockServiceWorkers?: boolean;
  media?: MediaSettings;
  /** Emulates a touch screen, and the layout of a phone. */
  touch?: boolean;
  mobile?: boolean;
  /** A slower network than there is. */
  network?: NetworkLimits;
  /** How many times slower the processor seems. */
  cpuSlowdown?: number;
  /** Ignores the Content-Security-Policy of pages. */
  bypassCsp?: boolean;
  /** Pages may offer tools to agents (WebMCP), where the browser lets them. */
  webMcp?: boolean;
  /** False: the scripts of pages don't run. Ours do. */
  javaScript?: boolean;
}

/** Settings that can change while pages are open. Undefined resets one. */
export type SettingsChange = {
  [Name in Changeable]?: ContextSettings[Name] | undefined;
};
type Changeable =
  | 'userAgent'
  | 'extraHeaders'
  | 'locale'
  | 'timezone'
  | 'geolocation'
  | 'offline'
  | 'permissions'
  | 'media'
  | 'touch'
  | 'mobile'
  | 'network'
  | 'cpuSlowdown';

/** The options after a change. */
export function changed(options: ContextOptions, changes: SettingsChange): ContextOptions {
  return contextOptionsIn({ ...options, ...(changes as ContextSettings) }); // leaves out undefined ones
}

export interface ContextOptions extends ContextSettings {
  proxy?: ProxySettings;
  ignoreHttpsErrors?: boolean;
  /** For servers that ask for a login by HTTP authentication; with `origin`, only for that one. */
  httpCredentials?: HttpCredentials;
  /** For a proxy that asks for a login. */
  proxyCredentials?: { username: string; password: string };
  /** Downloads are saved here, under names that the driver chooses; without it they are refused. */
  downloadsFolder?: string;
}

const OPTIONS: Readonly<Record<keyof ContextOptions, true>> = {
  userAgent: true,
  extraHeaders: true,
  locale: true,
  timezone: true,
  geolocation: true,
  offline: true,
  permissions: true,
  initScripts: true,
  blockServiceWorkers: true,
  media: true,
  touch: true,
  mobile: true,
  network: true,
  cpuSlowdown: true,
  bypassCsp: true,
  webMcp: true,
  javaScript: true,
  proxy: true,
  ignoreHttpsErrors: true,
  httpCredentials: true,
  proxyCredentials: true,
  downloadsFolder: true,
};

/** The options that are about contexts. */
export function contextOptionsIn(options: ContextOptions): ContextOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => Object.hasOwn(OPTIONS, name) && value !== undefined),
  );
}

/** The browsers accept nonsense for these, or refuse it silently. */
export function checkSettings(settings: SettingsChange): void {
  const { locale, timezone, geolocation, network = {}, cpuSlowdown = 1 } = settings;
  if (locale !== undefined && !accepts(() => Intl.getCanonicalLocales(locale)))
    throw new SightlineError('bad-argument', `Not a language: ${quote(locale, 60)}`, {
      hint: 'Give a BCP 47 tag such as de-DE.',
    });
  if (timezone !== undefined && !accepts(() => new Intl.DateTimeFormat('en', { timeZone: timezone })))
    throw new SightlineError('bad-argument', `Not a time zone: ${quote(timezone, 60)}`, {
      hint: 'Give an IANA name such as Europe/Berlin.',
    });
  const { latitude = 0, longitude = 0, accuracy = 0 } = geolocation ?? {};
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || accuracy < 0)
    throw new SightlineError('bad-argument', `Not a location: ${latitude}, ${longitude} (${accuracy} m)`, {
      hint: 'Latitude is from -90 to 90, longitude from -180 to 180, accuracy not negative.',
    });
  const { latency = 0, download = 1, upload = 1 } = network;
  if (!(latency >= 0 && download > 0 && upload > 0))
    throw new SightlineError('bad-argument', `Not a network: ${JSON.stringify(network)}`, {
      hint: 'Latency is in milliseconds, download and upload in kbit/s, more than 0. `offline` cuts the network.',
    });
  if (!(cpuSlowdown >= 1))
    throw new SightlineError('bad-argument', `The processor cannot be ${cpuSlowdown} times slower`, {
      hint: 'Give 1 or more: 4 makes scripts take four times as long.',
    });
}

function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false; // a RangeError is the answer
  }
}

export interface HttpCredentials {
  username: string;
  password: string;
  origin?: string;
}

export interface ProxySettings {
  /** `http://host:port`, `socks5://host:port` or `host:port`. */
  server: string;
  /** Hosts that are contacted directly, separated by commas. */
  bypass?: string;
}

/** Milliseconds until a response begins, and kbit/s. What is absent is not limited. */
export interface NetworkLimits {
  latency?: number | undefined;
  download?: number | undefined;
  upload?: number | undefined;
}

export interface Geolocation {
  latitude: number;
  longitude: number;
  /** Meters. */
  accuracy?: number | undefined;
}

/** Overrides of CSS media features and the media type; absent or null ones keep the browser's own value. */
export interface MediaSettings {
  colorScheme?: 'light' | 'dark' | null;
  reducedMotion?: 'reduce' | 'no-preference' | null;
  forcedColors?: 'active' | 'none' | null;
  contrast?: 'more' | 'no-preference' | null;
  media?: 'screen' | 'print' | null;
}

/** A cookie, with the field names of Playwright's storage state. */
export interface Cookie {
  name: string;
  value: string;
  /** With a leading dot it is also sent to subdomains. */
  domain: string;
  path: string;
  /** Seconds since 1970; -1 for a session cookie. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax' | 'None';
}

/** An omitted field means a cookie without that attribute. */
export type NewCookie = Pick<Cookie, 'name' | 'value' | 'domain'> & Partial<Cookie>;
