import { SightlineError } from '../errors.js';
import type { LocatorStep, TextMatch } from '../injected/api.js';

/**
 * What a person writes in a selector argument. CSS is the default; a path that starts with `/` or `(` can only be
 * XPath; `text=` is what people know from Playwright.
 */
export function parseSelector(selector: string): LocatorStep {
  const text = selector.trim();
  if (text === '') throw new SightlineError('bad-selector', 'The selector is empty');
  if (text.startsWith('xpath=')) return { engine: 'xpath', selector: text.slice('xpath='.length) };
  if (text.startsWith('css=')) return { engine: 'css', selector: text.slice('css='.length) };
  if (text.startsWith('text=')) return { engine: 'text', text: spoken(text.slice('text='.length).trim()) };
  if (/^(\/|\.\.?\/|\()/.test(text)) return { engine: 'xpath', selector: text };
  return { engine: 'css', selector: text };
}

/** In quotes all of the text has to be the same, as in Playwright. */
function spoken(text: string): TextMatch {
  const [, quoted] = /^(["'])(.*)\1$/s.exec(text)?.slice(1) ?? [];
  return quoted === undefined ? { text, exact: false } : { text: quoted, exact: true };
}
