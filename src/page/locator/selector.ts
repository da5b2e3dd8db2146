import { SightlineError } from '../../errors.js';
import type { LocatorStep, TextMatch } from '../../wire/api.js';

/**
 * Parses a selector argument. CSS is the default; a path that starts with `/` or `(` can only be XPath. Common
 * Playwright syntax is accepted too: `text=`, `a >> b`, `nth=`, and `:has-text()` at the end of a selector.
 */
export function parseSelector(selector: string): [LocatorStep, ...LocatorStep[]] {
  const [first, ...rest] = parts(selector).flatMap(stepsOf);
  if (!first) throw new SightlineError('bad-selector', 'The selector is empty');
  return [first, ...rest];
}

function stepsOf(part: string): LocatorStep[] {
  const text = part.trim();
  if (text === '') throw new SightlineError('bad-selector', 'The selector is empty, or a part of it');
  const nth = /^nth=(-?\d+)$/.exec(text);
  if (nth) return [{ engine: 'nth', index: Number(nth[1]) }];
  if (text.startsWith('xpath=')) return [{ engine: 'xpath', selector: text.slice('xpath='.length) }];
  if (text.startsWith('text=')) return [{ engine: 'text', text: spoken(text.slice('text='.length).trim()) }];
  if (/^(\/|\.\.?\/|\()/.test(text)) return [{ engine: 'xpath', selector: text }];
  const css = text.replace(/^css=/, '');
  const [, before, , hasText] =
    /^((?:(?!:has-text).)*):has-text\(\s*(["'])((?:(?!\2).)*)\2\s*\)$/s.exec(css) ?? [];
  // In a list it would filter only the last selector.
  if (before === undefined || hasText === undefined || before.includes(','))
    return [{ engine: 'css', selector: css }];
  const elements = /(?:^|[\s>+~])$/.test(before) ? `${before}*` : before;
  return [
    { engine: 'css', selector: elements },
    { engine: 'filter', hasText: { text: hasText, exact: false } },
  ];
}

/** Splits at `>>`, except inside quotes. */
function parts(selector: string): string[] {
  const found: string[] = [''];
  for (const piece of selector.match(/"[^"]*"|'[^']*'|>>|[^"'>]+|["'>]/g) ?? []) {
    if (piece === '>>') found.push('');
    else found.push(`${found.pop()}${piece}`);
  }
  return found;
}

/** Quoted text must match exactly, as in Playwright. */
function spoken(text: string): TextMatch {
  const [, quoted] = /^(["'])(.*)\1$/s.exec(text)?.slice(1) ?? [];
  return quoted === undefined ? { text, exact: false } : { text: quoted, exact: true };
}
