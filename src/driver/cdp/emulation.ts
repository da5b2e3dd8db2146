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
    // A browser that we did not start may not know it.
    ...(settings.webMcp ? [session.send('WebMCP.enable').catch(() => undefined)] : []),
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
  const { userAgent = '', locale = '', timezone = '', geolocation, media, touch = false } = settings;
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
        ? session.send('Emulation.setGeolocationOverride', {
            ...geolocation,
            accuracy: geolocation.accuracy ?? 1,
          })
        : session.send('Emulation.clearGeolocationOverride'),
    );
  if (changed.has('touch'))
    calls.push(
      session.send('Emulation.setTouchEmulationEnabled', {
        enabled: touch,
        ...(touch && { maxTouchPoints: 5 }),
      }),
    );
  if (changed.has('cpuSlowdown'))
    calls.push(session.send('Emulation.setCPUThrottlingRate', { rate: settings.cpuSlowdown ?? 1 }));
  if (changed.has('media')) calls.push(session.send('Emulation.setEmulatedMedia', mediaOf(media)));
  return calls;
}

/** The part that workers need as well. */
export function applyNetworkSettings(
  session: Session,
  { extraHeaders = {}, offline = false, network = {} }: ContextSettings,
  changed: ReadonlySet<SettingName>,
): Promise<unknown>[] {
  const calls: Promise<unknown>[] = [];
  if (changed.has('extraHeaders'))
    calls.push(session.send('Network.setExtraHTTPHeaders', { headers: extraHeaders }));
  if (changed.has('offline') || changed.has('network'))
    calls.push(
      session.send('Network.emulateNetworkConditions', {
        offline,
        latency: network.latency ?? 0,
        downloadThroughput: bytesPerSecond(network.download),
        uploadThroughput: bytesPerSecond(network.upload),
      }),
      untilNetworkKnows(session),
    );
  return calls;
}

/**
 * Chromium answers before the process that makes the requests knows its new conditions, so a request right after that
 * went through. This question is answered by the same process, in the order of arrival; the answer does not matter.
 */
async function untilNetworkKnows(session: Session): Promise<void> {
  await session.send('Storage.getTrustTokens').catch(() => undefined);
}

/** From kbit/s; -1 is no limit. */
function bytesPerSecond(rate: number | undefined): number {
  return rate === undefined ? -1 : (rate * 1_000) / 8;
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
  // Other keys, of wider options, are not read.
  return new Set(Object.keys(settings) as SettingName[]);
}
