import { SightlineError } from '../errors.js';
import type { LocatorStep } from '../injected/api.js';

/** What a person writes in a selector argument. CSS is the default; a path that starts with `/` or `(` can only be XPath. */
export function parseSelector(selector: string): LocatorStep {
  const text = selector.trim();
  if (text === '') throw new SightlineError('bad-selector', 'The selector is empty');
  if (text.startsWith('xpath=')) return { engine: 'xpath', selector: text.slice('xpath='.length) };
  if (text.startsWith('css=')) return { engine: 'css', selector: text.slice('css='.length) };
  if (/^(\/|\.\.?\/|\()/.test(text)) return { engine: 'xpath', selector: text };
  return { engine: 'css', selector: text };
}
