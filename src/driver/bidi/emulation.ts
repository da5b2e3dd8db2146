/** The settings of a context as commands. Firefox applies them to a whole user context, open and later pages. */
import { isSightlineError, SightlineError } from '../../errors.js';
import type { ContextSettings, MediaSettings } from '../context-settings.js';
import type { ContextId } from '../driver.js';
import { inPage } from '../in-page.js';
import type { Connection } from './connection.js';
import { toBidi } from './network/interception.js';

export type SettingName = keyof ContextSettings;

/** All settings that a new context needs. */
export async function prepareSettings(
  connection: Connection,
  context: ContextId,
  settings: ContextSettings,
): Promise<void> {
  const { blockServiceWorkers = false, initScripts = [] } = settings;
  // Scripts run in the order in which they were added.
  for (const source of [
    ...(blockServiceWorkers ? [`(${inPage('blockServiceWorkers')})();`] : []),
    ...initScripts,
  ])
    await addInitScript(connection, context, source);
  const given = new Set(Object.keys(settings) as SettingName[]); // other keys are not read
  await applySettings(connection, context, settings, given);
}

/** Called before anything is changed. `browser`: its name and version. */
export function assertPossible(settings: ContextSettings, browser: string): void {
  const impossible = [
    { asked: settings.touch || settings.mobile, what: 'emulate touch' },
    { asked: settings.bypassCsp, what: 'ignore the Content-Security-Policy of pages' },
    { asked: settings.javaScript === false, what: 'turn off the scripts of pages' },
    { asked: settings.network, what: 'slow down the network' },
    { asked: settings.cpuSlowdown, what: 'slow down the processor' },
  ].find(({ asked }) => asked);
  if (impossible)
    throw new SightlineError('unsupported', `${browser} cannot ${impossible.what} over WebDriver BiDi`, {
      hint: 'It has no command for it. Use Chromium over CDP.',
    });
}

export async function addInitScript(
  connection: Connection,
  context: ContextId,
  source: string,
): Promise<void> {
  await connection.send('script.addPreloadScript', {
    functionDeclaration: `() => {${source}\n}`,
    userContexts: [context],
  });
}

/** Sends the changed settings of a context. */
export async function applySettings(
  connection: Connection,
  context: ContextId,
  settings: ContextSettings,
  changed: ReadonlySet<SettingName>,
): Promise<void> {
  const {
    userAgent = null,
    locale = null,
    timezone = null,
    geolocation,
    offline,
    extraHeaders = {},
  } = settings;
  const userContexts: [ContextId] = [context];
  const calls: Promise<unknown>[] = [];
  if (changed.has('userAgent'))
    calls.push(connection.send('emulation.setUserAgentOverride', { userAgent, userContexts }));
  if (changed.has('locale'))
    calls.push(connection.send('emulation.setLocaleOverride', { locale, userContexts }));
  if (changed.has('timezone'))
    calls.push(connection.send('emulation.setTimezoneOverride', { timezone, userContexts }));
  if (changed.has('geolocation'))
    calls.push(
      connection.send('emulation.setGeolocationOverride', {
        coordinates: geolocation ? { ...geolocation, accuracy: geolocation.accuracy ?? 1 } : null,
        userContexts,
      }),
    );
  if (changed.has('offline'))
    calls.push(
      connection.send('emulation.setNetworkConditions', {
        networkConditions: offline ? { type: 'offline' } : null,
        userContexts,
      }),
    );
  if (changed.has('extraHeaders'))
    calls.push(connection.send('network.setExtraHeaders', { headers: toBidi(extraHeaders), userContexts }));
  if (changed.has('media')) calls.push(overrideMedia(connection, settings.media ?? {}, { userContexts }));
  await Promise.all(calls);
}

/** Newer versions of BiDi have a command for media features; Firefox 153 does not support it. */
export async function overrideMedia(
  connection: Connection,
  { media, colorScheme, reducedMotion, forcedColors, contrast }: MediaSettings,
  where: { contexts: [string] } | { userContexts: [ContextId] },
): Promise<void> {
  if (media)
    throw new SightlineError('unsupported', `WebDriver BiDi cannot emulate the media type ${media}`, {
      hint: 'It has no command for the media type. browser_pdf_save shows the print version of the page.',
    });
  try {
    await connection.send('emulation.setMediaFeaturesOverride', {
      features: {
        'prefers-color-scheme': colorScheme ?? null,
        'prefers-reduced-motion': reducedMotion ?? null,
        'forced-colors': forcedColors ?? null,
        'prefers-contrast': contrast ?? null,
      },
      ...where,
    });
  } catch (cause) {
    if (!isSightlineError(cause, 'unsupported')) throw cause;
    throw new SightlineError('unsupported', 'This browser cannot change media features at run time', {
      hint: 'WebDriver BiDi has no command for it here. Start it with the setting instead (--color-scheme, or `media` of launch()), or use Chromium over CDP.',
      cause,
    });
  }
}
