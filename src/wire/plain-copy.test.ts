import { expect, it } from 'vitest';
import { type PlainCopy, restoredValue } from './plain-copy.js';

it('restores what is inside before what is around it', () => {
  const copy: PlainCopy = {
    value: { map: [['big', null]], list: [null] },
    specials: [
      { path: ['value', 'map', 0, 1], type: 'bigint', text: '7' },
      { path: ['value', 'map'], type: 'map' },
      { path: ['value', 'list', 0], type: 'number', text: 'NaN' },
    ],
  };
  expect(restoredValue(copy)).toEqual({ map: new Map([['big', 7n]]), list: [Number.NaN] });
});

it('does not follow a path out of the copy', () => {
  for (const path of [
    ['value', '__proto__', 'toString'],
    ['value', 'constructor', 'name'],
  ])
    expect(() => restoredValue({ value: {}, specials: [{ path, type: 'undefined' }] })).toThrow('no');
  expect(typeof {}.toString).toBe('function');
});
