/** The name that a person would give a color: the nearest of a few of CSS's names. */
import { distance, type Shade, shadeOf } from '../aria/css/color.js';

/** By name: typical colors of it, the CSS color of that name first. */
const NAMED: Readonly<Record<string, string>> = {
  black: '000000 111827',
  gray: '808080 696969 404040',
  silver: 'c0c0c0',
  lightgray: 'd3d3d3 e5e7eb',
  white: 'ffffff',
  red: 'ff0000 dc3545 ef4444 d62728 c00000',
  darkred: '8b0000',
  maroon: '800000',
  salmon: 'fa8072 d98c8c',
  orange: 'ffa500 ff8c00 ff7f0e f97316',
  brown: 'a52a2a 8b4513 795548 8a5c5c 9c6464',
  tan: 'd2b48c',
  beige: 'f5f5dc',
  gold: 'ffd700 f5b301',
  yellow: 'ffff00 ffeb3b ffc107',
  olive: '808000',
  lime: '00ff00',
  green: '008000 28a745 4caf50 22c55e 2ca02c 6ba86b',
  lightgreen: '90ee90 bddbbd cce8cc e0f2e0',
  darkgreen: '006400',
  teal: '008080',
  turquoise: '40e0d0',
  cyan: '00ffff',
  lightblue: 'add8e6 b4b4dc cccce4 dcdcf0 cce0f5',
  skyblue: '87ceeb',
  blue: '0000ff 3b82f6 1f77b4 0d6efd 2196f3 6464d2 7474b4',
  navy: '000080 363664 2e2e78',
  indigo: '4b0082',
  purple: '800080 9c27b0 8b5cf6',
  violet: 'ee82ee',
  lavender: 'e6e6fa ebd6ff',
  magenta: 'ff00ff',
  pink: 'ffc0cb ff69b4 ec4899 dbbdbd c8a0a0 f0dede',
};

/** A name says more of the hue than of how light it is. */
const byHue = (shade: Shade): Shade => ({ ...shade, lightness: shade.lightness * 0.5 });

let table: { name: string; shade: Shade }[] | undefined;

/** Of a computed value; undefined if it is in a color space that is not known. */
export function colorName(text: string): string | undefined {
  const shade = shadeOf(text);
  if (!shade) return undefined;
  table ??= Object.entries(NAMED).flatMap(([name, codes]) =>
    codes.split(' ').flatMap((code) => {
      const known = shadeOf(fromHex(code));
      return known ? [{ name, shade: byHue(known) }] : [];
    }),
  );
  const wanted = byHue(shade);
  let nearest = table[0];
  let least = Number.POSITIVE_INFINITY;
  for (const each of table) {
    const far = distance(wanted, each.shade);
    if (far >= least) continue;
    least = far;
    nearest = each;
  }
  return nearest?.name;
}

function fromHex(code: string): string {
  const parts = [0, 2, 4].map((at) => Number.parseInt(code.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}
