import { expect, it } from 'vitest';
import { colorName } from './color-name.js';

it('names a color as a person would', () => {
  const named: [string, string | undefined][] = [
    ['rgb(255, 0, 0)', 'red'],
    ['rgb(0, 0, 255)', 'blue'],
    ['rgb(0, 255, 255)', 'cyan'],
    ['rgb(0, 255, 0)', 'lime'],
    ['rgb(128, 128, 0)', 'olive'],
    ['rgb(64, 64, 64)', 'gray'],
    ['rgba(255, 165, 0, 0.9)', 'orange'],
    ['rgb(220, 38, 38)', 'red'],
    ['rgb(37, 99, 235)', 'blue'],
    ['rgb(22, 163, 74)', 'green'],
    ['oklch(0.627955 0.257683 29.2339)', 'red'],
    ['oklab(0.452 -0.03245 -0.31153)', 'blue'],
    ['color(srgb 1 1 0)', 'yellow'],
    ['color(display-p3 1 1 0)', 'yellow'],
    ['none', undefined],
    // Pale and dull ones keep their hue.
    ['rgb(219, 189, 189)', 'pink'],
    ['rgb(189, 219, 189)', 'lightgreen'],
    ['rgb(178, 178, 210)', 'lightblue'],
    ['rgb(100, 116, 139)', 'gray'],
  ];
  for (const [text, name] of named) expect([text, colorName(text)]).toEqual([text, name]);
});
