import { expect, it } from 'vitest';
import { nearestWord } from './nearest-word.js';

it.each([
  ['clik', 'click'],
  ['clikc', 'click'],
  ['Snapshot', 'snapshot'],
  ['snpashot', 'snapshot'],
  ['screnshott', 'screenshot'],
  ['opne', 'open'],
  ['frobnicate', undefined],
  ['x', undefined],
])('%s: %s', (typed, meant) => {
  expect(nearestWord(typed, ['click', 'snapshot', 'screenshot', 'open', 'tabs'])).toBe(meant);
});
