import { expect, it } from 'vitest';
import { isAddress } from './snapshot.js';

it.each([
  ['https://example.com', true],
  ['example.com/a?b', true],
  ['localhost', true],
  ['host:8080/x', true],
  ['data:text/html,x', true],
  ['./missing.html', true],
  ['/tmp/missing.html', true],
  ['package.json', true],
  ['e12', false],
  ['f1e3', false],
  ['h1', false],
  ['.card', false],
  ['#main', false],
  ['button:enabled', false],
  ['css=div.card', false],
  ['//h1', false],
  ['interactive', false],
])('%s is an address: %s', (word, expected) => {
  expect(isAddress(word)).toBe(expected);
});
