/**
 * The settings of a context as commands. CDP overrides are per session, so every out-of-process frame and every
 * worker gets them; new ones before they run anything.
 */
import type { ContextSettings, MediaSettings } from '../context-settings.js';
import { inPage } from '../in-page.js';
import type { Session } from './connection.js';

export type SettingName = keyof ContextSettings;

/** All settings that a frame's session needs before it runs. */
export function prepareSettings(session: Session, settings: ContextSettings): Promise<unknown>[] {
  const scripts = [
    ...(settings.blockServiceWorkers ? [`(${inPage('blockServiceWorkers')})();`] : []),
    ...(settings.initScripts ?? []),
  ];
  return [
    ...scripts.map((source) => addInitScript(session, source)),
    ...(settings.touch
      ? [session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })]
      : []),
    ...(settings.bypassCsp ? [session.send('Page.setBypassCSP', { enabled: true })] : []),
    ...(settings.javaScript === false
      ? [session.send('Emulation.setScriptExecutionDisabled', { value: true })]
      : []),
    ...applySettings(session, settings, namesIn(settings)),
  ];
}

export function prepareWorkerSettings(session: Session, settings: ContextSettings): Promise<unknown>[] {
  return applyNetworkSettings(session, settings, namesIn(settings));
}

/** A script with its own scope, as in Firefox, where scripts are functions. */
export function addInitScript(session: Session, source: string): Promise<unknown> {
  return session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(() => {${source}\n})()` });
}

/** Sends the changed settings to a frame. */
export function applySettings(
  session: Session,
  settings: ContextSettings,
  changed: ReadonlySet<SettingName>,
): Promise<unknown>[] {
  const { userAgent = '', locale = '', timezone = '', geolocation, media } = settings;
  const calls = applyNetworkSettings(session, settings, changed);
  if (changed.has('userAgent') || changed.has('locale'))
    calls.push(session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale }));
  // These two hold for a whole process: if another page of the context has already set them, Chromium returns a
  // harmless error. The values were checked before.
  if (changed.has('locale'))
    calls.push(session.send('Emulation.setLocaleOverride', { locale }).catch(() => undefined));
  if (changed.has('timezone'))
    calls.push(
      session.send('Emulation.setTimezoneOverride', { timezoneId: timezone }).catch(() => undefined),
    );
  if (changed.has('geolocation'))
    calls.push(
      geolocation
        ? session.send('Emulation.setGeolocationOverride', { accuracy: 1, ...geolocation })
        : session.send('Emulation.clearGeolocationOverride'),
    );
  if (changed.has('media')) calls.push(session.send('Emulation.setEmulatedMedia', mediaOf(media)));
  return calls;
}

/** The part that workers need as well. */
export function applyNetworkSettings(
  session: Session,
  { extraHeaders = {}, offline = false }: ContextSettings,
  changed: ReadonlySet<SettingName>,
): Promise<unknown>[] {
  const calls: Promise<unknown>[] = [];
  if (changed.has('extraHeaders'))
    calls.push(session.send('Network.setExtraHTTPHeaders', { headers: extraHeaders }));
  if (changed.has('offline'))
    calls.push(
      session.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      }),
    );
  return calls;
}

/** An empty value resets an override. */
function mediaOf({ media, colorScheme, reducedMotion, forcedColors, contrast }: MediaSettings = {}) {
  return {
    media: media ?? '',
    features: [
      { name: 'prefers-color-scheme', value: colorScheme ?? '' },
      { name: 'prefers-reduced-motion', value: reducedMotion ?? '' },
      { name: 'forced-colors', value: forcedColors ?? '' },
      { name: 'prefers-contrast', value: contrast ?? '' },
    ],
  };
}

function namesIn(settings: ContextSettings): ReadonlySet<SettingName> {
  // Other keys, of wider options, do no harm: nobody reads them.
  return new Set(Object.keys(settings) as SettingName[]);
}
