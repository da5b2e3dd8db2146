import { expect, it } from 'vitest';
import { formatCounter } from './counter-style.js';

it.each([
  [7, 'decimal', '7'],
  [7, 'decimal-leading-zero', '07'],
  [-7, 'decimal-leading-zero', '-07'],
  [1, 'lower-alpha', 'a'],
  [26, 'lower-alpha', 'z'],
  [27, 'upper-latin', 'AA'],
  [703, 'lower-latin', 'aaa'],
  [1994, 'upper-roman', 'MCMXCIV'],
  [4, 'lower-roman', 'iv'],
  [0, 'lower-roman', '0'],
  [5000, 'upper-roman', '5000'],
  [2, 'lower-greek', 'β'],
  [3, 'none', ''],
  [3, 'disc', '•'],
  [3, 'an-unknown-style', '3'],
  [3, 'toString', '3'],
])('%d in %s', (value, style, text) => {
  expect(formatCounter(value, style)).toBe(text);
});
