/** Starts Firefox with WebDriver BiDi on a port of 127.0.0.1, since it has no pipe. No geckodriver in between. */
import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { SightlineError } from '../errors.js';
import type { BrowserProcess, FirefoxEndpoint } from './browser-process.js';
import {
  AUTOMATION_PREFERENCES,
  type FirefoxPreferences,
  HEADLESS_PREFERENCES,
  userJs,
} from './firefox-preferences.js';
import { bringStartCache, keepStartCache } from './firefox-start-cache.js';
import type { BrowserLaunchOptions } from './launch-options.js';
import { type MediaFeatures, mediaPreferences } from './media-preferences.js';
import type { Profile } from './profile.js';
import { firefoxProxyPreferences } from './proxy.js';
import { startBrowser } from './start.js';
import type { TextTail } from './text-tail.js';

export interface FirefoxLaunchOptions extends BrowserLaunchOptions {
  /** Preferences (about:config) for a fresh profile. */
  preferences?: Readonly<FirefoxPreferences> | undefined;
  /** For a fresh profile, as preferences. */
  media?: MediaFeatures | undefined;
  /** The first window's size in CSS pixels, headless only. */
  windowSize?: { width: number; height: number } | undefined;
}

export async function launchFirefox(options: FirefoxLaunchOptions): Promise<BrowserProcess<FirefoxEndpoint>> {
  const preferences = {
    ...options.preferences,
    ...(options.media && mediaPreferences(options.media)),
    ...(options.proxy && firefoxProxyPreferences(options.proxy)),
  };
  if (options.profile !== undefined && Object.keys(preferences).length > 0) {
    throw new SightlineError(
      'bad-argument',
      `Preferences${options.proxy ? ', and with them a proxy or origin rules,' : ''} go into a fresh profile only, not into a given one.`,
      {
        hint: `Put them into ${join(options.profile, 'user.js')}, or leave the profile out.`,
      },
    );
  }
  const { headless = true } = options;
  const base = { ...AUTOMATION_PREFERENCES, ...(headless && HEADLESS_PREFERENCES) };
  const { executable } = options.browser;
  const isPlain = options.profile === undefined && options.profileCopy === undefined;
  return startBrowser(options, {
    pipes: false,
    async prepare(profile) {
      await fill(profile, { ...base, ...preferences });
      if (isPlain) await bringStartCache(executable, profile);
      return { args: firefoxArguments(options, profile), env: await environment(options, profile) };
    },
    async ended(profile, { code }) {
      if (isPlain && code === 0) await keepStartCache(executable, profile);
    },
    ready: async ({ stderr }) => ({ kind: 'websocket', url: `${await bidiAddress(stderr)}/session` }),
  });
}

export function firefoxArguments(options: FirefoxLaunchOptions, profile: Profile): string[] {
  const { headless = true, port = 0, windowSize } = options;
  const args = ['--no-remote', '--profile', profile.folder, '--remote-debugging-port', String(port)];
  if (headless) args.push('--headless');
  if (windowSize) args.push('--width', String(windowSize.width), '--height', String(windowSize.height));
  // With plain about:blank the address bar takes the focus, and the page can never get it back.
  return [...args, ...(options.args ?? []), 'about:blank#'];
}

async function environment(
  { sandbox }: FirefoxLaunchOptions,
  { folder }: Profile,
): Promise<Record<string, string>> {
  const hasHome = await access(homedir(), constants.W_OK).then(
    () => true,
    () => false,
  );
  return {
    // Firefox does not start without a home that it can write to.
    ...(!hasHome && { HOME: folder }),
    MOZ_CRASHREPORTER_DISABLE: '1',
    // Release builds honor the preference for the settings server only with this.
    MOZ_REMOTE_SETTINGS_DEVTOOLS: '1',
    // Otherwise Firefox may hand the start to a process that was started for another display.
    MOZ_NO_REMOTE: '1',
    // A start cache of a newer build must not look like a profile of one.
    MOZ_ALLOW_DOWNGRADE: '1',
    ...(sandbox === false ? { MOZ_DISABLE_CONTENT_SANDBOX: '1' } : {}),
  };
}

/** A given profile belongs to its owner: nothing is written into it. */
async function fill(profile: Profile, preferences: Readonly<FirefoxPreferences>): Promise<void> {
  if (!profile.temporary) return;
  await writeFile(join(profile.folder, 'user.js'), userJs(preferences));
}

/** Firefox announces its port on stderr, and only there before a connection exists. */
function bidiAddress(stderr: TextTail): Promise<string> {
  return new Promise((resolve) => {
    stderr.watch((line) => {
      const address = /^WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (address === undefined) return false;
      resolve(address);
      return true;
    });
  });
}
