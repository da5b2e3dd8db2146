/** Media features as Firefox preferences: its protocol has no command for them. */
import { SightlineError } from '../errors.js';
import type { FirefoxPreferences } from './firefox-preferences.js';

export interface MediaFeatures {
  colorScheme?: 'light' | 'dark' | null;
  reducedMotion?: 'reduce' | 'no-preference' | null;
  forcedColors?: 'active' | 'none' | null;
  contrast?: 'more' | 'no-preference' | null;
  media?: 'screen' | 'print' | null;
}

export function mediaPreferences({
  colorScheme,
  reducedMotion,
  forcedColors,
  contrast,
  media,
}: MediaFeatures): FirefoxPreferences {
  if (media) throw new SightlineError('unsupported', `Firefox has no preference for the media type ${media}`);
  return {
    ...(colorScheme && {
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
    }),
    ...(reducedMotion && { 'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0 }),
    // 2: always the user's colors; 1: always the page's.
    ...(forcedColors && { 'browser.display.document_color_use': forcedColors === 'active' ? 2 : 1 }),
    ...(contrast && { 'ui.useAccessibilityTheme': contrast === 'more' ? 1 : 0 }),
  };
}
