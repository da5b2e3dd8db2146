import { describe, expect, it } from 'vitest';
import type { Script } from 'webdriver-bidi-protocol';
import { fromRemote, MAX_DEPTH, toLocal } from './values.js';

describe('arguments', () => {
  it('keep values that JSON would lose', () => {
    expect(toLocal(Number.NaN)).toEqual({ type: 'number', value: 'NaN' });
    expect(toLocal(-0)).toEqual({ type: 'number', value: '-0' });
    expect(toLocal(Number.NEGATIVE_INFINITY)).toEqual({ type: 'number', value: '-Infinity' });
    expect(toLocal(12n)).toEqual({ type: 'bigint', value: '12' });
    expect(toLocal(undefined)).toEqual({ type: 'undefined' });
    expect(toLocal(new Date(0))).toEqual({ type: 'date', value: '1970-01-01T00:00:00.000Z' });
    expect(toLocal(/a+/gi)).toEqual({ type: 'regexp', value: { pattern: 'a+', flags: 'gi' } });
  });

  it('nest', () => {
    expect(toLocal({ list: [1, null], map: new Map([[1, new Set(['x'])]]) })).toEqual({
      type: 'object',
      value: [
        ['list', { type: 'array', value: [{ type: 'number', value: 1 }, { type: 'null' }] }],
        [
          'map',
          {
            type: 'map',
            value: [
              [
                { type: 'number', value: 1 },
                { type: 'set', value: [{ type: 'string', value: 'x' }] },
              ],
            ],
          },
        ],
      ],
    });
  });

  it('may repeat an object, but not contain it in itself', () => {
    const shared = { x: 1 };
    expect(toLocal([shared, shared])).toMatchObject({ value: [{ type: 'object' }, { type: 'object' }] });
    const loop: unknown[] = [];
    loop.push({ loop });
    expect(() => toLocal(loop)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
  });
});

describe('results', () => {
  it('come back as they were sent', () => {
    const values = [
      0,
      -0,
      Number.NaN,
      1n,
      'x',
      true,
      null,
      undefined,
      { a: [new Date(0), /x/g] },
      new Map([[1, 2]]),
    ];
    // These have the same form in both directions.
    for (const value of values) expect(fromRemote(toLocal(value) as Script.RemoteValue)).toEqual(value);
  });

  it('leave out functions and symbols, and turn page-only objects into empty ones', () => {
    const value: Script.RemoteValue = {
      type: 'array',
      value: [{ type: 'function' }, { type: 'symbol' }, { type: 'promise' }, { type: 'node', sharedId: 'n' }],
    };
    expect(fromRemote(value)).toEqual([undefined, undefined, {}, {}]);
  });

  it('share an object that is referenced again', () => {
    const once: Script.RemoteValue = {
      type: 'object',
      internalId: 'i',
      value: [['x', { type: 'number', value: 1 }]],
    };
    const [first, second] = fromRemote({
      type: 'array',
      value: [once, { type: 'object', internalId: 'i' }],
    }) as object[];
    expect(first).toEqual({ x: 1 });
    expect(second).toBe(first);
  });

  it('refuse a circular object, and one that was cut', () => {
    const self: Script.RemoteValue = {
      type: 'object',
      internalId: 'i',
      value: [['self', { type: 'object', internalId: 'i' }]],
    };
    expect(() => fromRemote(self)).toThrow('contains itself');
    expect(() => fromRemote({ type: 'array' })).toThrow(`deeper than ${MAX_DEPTH} levels`);
  });

  it('cannot change the prototype of the copy', () => {
    const value: Script.RemoteValue = {
      type: 'object',
      value: [['__proto__', { type: 'object', value: [['polluted', { type: 'boolean', value: true }]] }]],
    };
    const copy = fromRemote(value) as Record<string, unknown>;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy.polluted).toBeUndefined();
  });
});
