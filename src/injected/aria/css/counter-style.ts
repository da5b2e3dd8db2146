/** Numbers in the predefined counter styles that are used in text. Unknown styles fall back to decimal. */

export function formatCounter(value: number, style: string): string {
  return STYLES.get(style)?.(value) ?? String(value);
}

/** Undefined where the style cannot represent the number. */
const STYLES: ReadonlyMap<string, (value: number) => string | undefined> = new Map(
  Object.entries({
    none: (): string | undefined => '',
    disc: () => '•',
    circle: () => '◦',
    square: () => '▪',
    'decimal-leading-zero': (value) => (value < 0 ? `-${pad(-value)}` : pad(value)),
    'lower-alpha': (value) => letters(value, 'abcdefghijklmnopqrstuvwxyz'),
    'lower-latin': (value) => letters(value, 'abcdefghijklmnopqrstuvwxyz'),
    'upper-alpha': (value) => letters(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    'upper-latin': (value) => letters(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    'lower-greek': (value) => letters(value, 'αβγδεζηθικλμνξοπρστυφχψω'),
    'lower-roman': (value) => roman(value)?.toLowerCase(),
    'upper-roman': (value) => roman(value),
  }),
);

const pad = (value: number): string => String(value).padStart(2, '0');

function letters(value: number, alphabet: string): string | undefined {
  if (value < 1) return undefined;
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / alphabet.length)) {
    text = alphabet.charAt((rest - 1) % alphabet.length) + text;
  }
  return text;
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(value: number): string | undefined {
  if (value < 1 || value > 3999) return undefined;
  let text = '';
  let rest = value;
  for (const [size, sign] of ROMAN) {
    while (rest >= size) {
      text += sign;
      rest -= size;
    }
  }
  return text;
}
