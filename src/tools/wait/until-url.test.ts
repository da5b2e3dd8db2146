import { expect, it } from 'vitest';
import { matchesUrl } from './until-url.js';

it.each([
  ['https://a.example/done?x=1', 'done', true],
  ['https://a.example/done?x=1', '?x=1', true],
  ['https://a.example/done?x=1', 'DONE', false],
  ['https://a.example/done?x=1', '**/done?*', true],
  ['https://a.example/done?x=1', 'https://a.example/*', true],
  ['https://a.example/done?x=1', '*/done', false],
  ['https://a.example/xdone', 'https://a.example/.done*', false],
])('%s is %s: %s', (url, wanted, matches) => {
  expect(matchesUrl(url, wanted)).toBe(matches);
});
