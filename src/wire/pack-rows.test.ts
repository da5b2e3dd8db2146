import { describe, expect, it } from 'vitest';
import { packRows, unpackRows } from './pack-rows.js';
import type { WireRow } from './rows.js';

const URL = 'https://shop.test/all';

const traveled = (rows: WireRow[], url: string): WireRow[] =>
  unpackRows(JSON.parse(JSON.stringify(packRows(rows, url))), url);

describe('packed rows', () => {
  it('unpack to the same rows', () => {
    const rows: WireRow[] = [
      [0, 7, 'body', 'generic', '', 12],
      [1, 'Hello'],
      [1, 8, 'a', 'link', 'Home', 15, { url: 'https://shop.test/' }],
      [1, 3, 'a', 'link', 'Away', 15, { url: 'https://a.test/', text: 'x' }],
      [1, 4, 'a', 'link', '', 15, { url: 'https://shop.test.evil/' }],
      [2, 9, 'input', 'checkbox', 'Red', 15, { states: { checked: true, required: true }, value: '' }],
      [2, 10, 'input', 'checkbox', 'Blue', 15, { states: { checked: true, required: true } }],
      [3, ''],
      [
        1,
        11,
        'iframe',
        'iframe',
        'Pay',
        28,
        { crossOrigin: false, box: { x: 0, y: 1.5, width: 2, height: 3 } },
      ],
      [
        1,
        12,
        'div',
        'generic',
        '',
        0,
        { cut: { reason: 'nodes', count: 3 }, css: ['#a', 'b'], xpath: '/html' },
      ],
    ];
    expect(traveled(rows, URL)).toEqual(rows);
    expect(traveled(rows, 'about:blank')).toEqual(rows);
  });

  it.each(['/', '//a.test/x', '=', '=/x', 'https://shop.test', 'https://shop.test//x', '', 'data:,'])(
    'keep the URL %j',
    (url) => {
      const rows: WireRow[] = [[0, 1, 'svg:a', 'link', '', 15, { url }]];
      expect(traveled(rows, URL)).toEqual(rows);
      expect(traveled(rows, 'data:text/html,')).toEqual(rows);
    },
  );

  it('send what rows have in common once', () => {
    const rows: WireRow[] = Array.from({ length: 100 }, (_, at) => [
      1,
      at + 1,
      'button',
      'button',
      'Buy',
      15,
      { states: { expanded: false } },
    ]);
    const { kinds, states } = packRows(rows, URL);
    expect(kinds).toEqual([['button', 'button', 15, 'name', 'states']]);
    expect(states).toEqual([{ expanded: false }]);
  });
});
