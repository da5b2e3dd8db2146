import { expect, it } from 'vitest';
import { isNothing } from './clip-path.js';

const BOX = { width: 200, height: 20 };

it('tells clip paths that leave nothing from those that leave something', () => {
  const nothing = [
    'inset(100%)',
    'inset(50%)',
    'inset(0px 100% 0px 0px)',
    'inset(50% 0px)',
    'inset(0px 9999px 0px 0px round 4px)',
    'rect(0px 0px 0px 0px)',
    'xywh(0px 0px 0px 20px)',
    'circle(0px)',
    'circle(0% at 50% 50%)',
    'ellipse(0px 0px at 50% 50%)',
    'polygon(0px 0px, 0px 0px, 0px 0px)',
    'polygon(evenodd, 0px 0px, 100% 0px, 0px 0px)',
    'path("M 0 0")',
    'path("M -90 -90 L -50 -90 l 0 40 Z")',
    'circle(20px at -50px -50px)',
    'polygon(-9px -9px, -5px -9px, -5px -5px)',
    'shape(from 0px 0px, hline to 0px)',
  ];
  const something = [
    'none',
    'inset(1px)',
    'inset(0px 50% 0px 0px)',
    'rect(0px 200px 20px 0px)',
    'rect(auto auto auto 0px)',
    'xywh(0px 0px 100% 100%)',
    'circle(90%)',
    'circle(closest-side at 50% 50%)',
    'polygon(0px 0px, 100% 0px, 100% 100%)',
    'path("M 0 0 L 9 0 L 9 9 Z")',
    'path("M 0 0 H 90 V 9 H 0 Z")',
    'url("#shape")',
  ];
  expect(nothing.filter((path) => !isNothing(path, BOX))).toEqual([]);
  expect(something.filter((path) => isNothing(path, BOX))).toEqual([]);
});
