/** The settings in the form of a config file, for agents that ask for them. */
import { configPaths, type Setting } from './setting.js';
import { SETTINGS, type Settings } from './table.js';

/** Their values are not for agents. */
const SECRET = new Set<keyof Settings>([
  'token',
  'secrets',
  'proxyPassword',
  'httpPassword',
  'cdpHeaders',
  'remoteHeaders',
  'extraHeaders',
  'env',
]);

export function asConfig(settings: Settings): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [key, declared] of Object.entries(SETTINGS) as [keyof Settings, Setting<unknown>][]) {
    const value = settings[key];
    if (value === undefined) continue;
    const path = (configPaths(declared)[0] ?? declared.flag ?? key).split('.');
    put(config, path, SECRET.has(key) ? '<hidden>' : value);
  }
  return config;
}

function put(config: Record<string, unknown>, path: string[], value: unknown): void {
  const last = path.pop() ?? '';
  let at = config;
  for (const key of path) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>; // nothing else is put there: no path is the start of another
  }
  at[last] = value;
}
