import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, changeOf } from './text-change.js';

describe('changeOf', () => {
  it('returns the change from the known text to the next', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d', '\ude00'), maxLength: 20 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const known = { id: 1, text: before };
        const change = JSON.parse(JSON.stringify(changeOf(known, 1, { id: 2, text: after })));
        expect(applyChange(known, change)).toEqual({ id: 2, text: after });
      }),
    );
    expect(changeOf({ id: 1, text: 'one two three' }, 1, { id: 2, text: 'one 2 three' })).toEqual({
      id: 2,
      text: '2',
      kept: [4, 6],
    });
  });

  it('finds the unchanged ends of a long text, to the character', () => {
    const long = fc.nat({ max: 5000 }).map((length) => 'ab'.repeat(length));
    fc.assert(
      fc.property(long, long, fc.constantFrom('', 'x', 'ab'), (start, end, middle) => {
        const known = { id: 1, text: `${start}-${end}` };
        const next = { id: 2, text: `${start}${middle}+${end}` };
        const change = changeOf(known, 1, next);
        expect(change.kept?.[1]).toBe(end.length);
        expect(applyChange(known, change)).toEqual(next);
        if (middle === '') expect(change).toEqual({ id: 2, text: '+', kept: [start.length, end.length] });
      }),
    );
  });

  it('returns the whole text if the other side knows a different one', () => {
    const next = { id: 3, text: 'abc' };
    expect(changeOf({ id: 2, text: 'abd' }, 1, next)).toEqual(next);
    expect(changeOf({ id: 2, text: 'abd' }, undefined, next)).toEqual(next);
    expect(changeOf(undefined, 2, next)).toEqual(next);
  });
});
