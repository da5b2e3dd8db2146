/** Computed CSS colors: the notations that browsers give back, and how far two colors are apart to the eye. */

export interface Color {
  /** From 0 to 255. */
  red: number;
  green: number;
  blue: number;
  /** From 0 to 1. */
  alpha: number;
}

/** An opacity below which nothing shows on anything. */
export const FAINTEST = 0.05;

const RGB = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;

/** Undefined for other color spaces, except for their grays. */
export function parseColor(text: string): Color | undefined {
  const [whole, red, green, blue, alpha = '1'] = RGB.exec(text) ?? [];
  if (whole === undefined) return parseGray(text);
  return { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha) };
}

const WIDE =
  /^(oklab|oklch|lab|lch|color)\(([a-z][\w-]* )?([-\d.e]+)%? ([-\d.e]+) ([-\d.e]+)(?: \/ ([\d.]+))?\)$/;

/** White, black, what is between, and what is transparent: the same in every color space. */
function parseGray(text: string): Color | undefined {
  const [, notation, space, ...parts] = WIDE.exec(text) ?? [];
  const [x = 0, y = 0, z = 0, alpha = 1] = parts.filter((part) => part !== undefined).map(Number);
  if (notation === undefined) return undefined;
  if (alpha === 0) return { red: 0, green: 0, blue: 0, alpha };
  const level = grayLevel(notation, space?.trim(), x, y, z);
  if (level === undefined) return undefined;
  const part = Math.min(255, Math.max(0, Math.round(level * 255)));
  return { red: part, green: part, blue: part, alpha };
}

/** Of its chroma: less is a gray. */
const ACHROMATIC = 0.004;

function grayLevel(
  notation: string,
  space: string | undefined,
  x: number,
  y: number,
  z: number,
): number | undefined {
  const isSpread = (most: number): boolean => (notation.endsWith('lch') ? y > most : Math.hypot(y, z) > most);
  switch (notation) {
    case 'oklab':
    case 'oklch':
      return isSpread(ACHROMATIC) ? undefined : encoded(x ** 3);
    case 'lab':
    case 'lch':
      return isSpread(ACHROMATIC * 100) ? undefined : encoded(x > 8 ? ((x + 16) / 116) ** 3 : x / 903.3);
    default:
      if (Math.max(x, y, z) - Math.min(x, y, z) > ACHROMATIC) return undefined;
      return space === 'srgb' || space === 'display-p3' ? x : undefined;
  }
}

/** From light to sRGB. */
const encoded = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** Lightness from 0 to 1, green to red, blue to yellow: distances in it are distances to the eye. */
export interface Shade {
  lightness: number;
  a: number;
  b: number;
  alpha: number;
}

const MODERN = /^(oklab|oklch|color)\((?:srgb )?([-\d.e]+) ([-\d.e]+) ([-\d.e]+)(?: \/ ([\d.]+))?\)$/;

/** Undefined for a color space that is not known. */
export function shadeOf(text: string): Shade | undefined {
  const color = parseColor(text);
  if (color) return fromSrgb(color.red / 255, color.green / 255, color.blue / 255, color.alpha);
  const [, notation, ...parts] = MODERN.exec(text) ?? [];
  const [x = 0, y = 0, z = 0, alpha = 1] = parts.filter((part) => part !== undefined).map(Number);
  switch (notation) {
    case 'oklab':
      return { lightness: x, a: y, b: z, alpha };
    case 'oklch': {
      const hue = (z / 180) * Math.PI;
      return { lightness: x, a: y * Math.cos(hue), b: y * Math.sin(hue), alpha };
    }
    case 'color':
      return text.startsWith('color(srgb ') ? fromSrgb(x, y, z, alpha) : undefined;
    default:
      return undefined;
  }
}

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
function fromSrgb(red: number, green: number, blue: number, alpha: number): Shade {
  const [r, g, b] = [red, green, blue].map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]; // as many as given
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
    alpha,
  };
}

export const distance = (one: Shade, other: Shade): number =>
  Math.hypot(one.lightness - other.lightness, one.a - other.a, one.b - other.b);
