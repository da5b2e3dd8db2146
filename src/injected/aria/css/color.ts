/** Computed CSS colors: the notations that browsers give back, and how far two colors are apart to the eye. */

export interface Color {
  /** From 0 to 255. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** From 0 to 1. */
  readonly alpha: number;
}

/** An opacity below which nothing shows on anything. */
export const FAINTEST = 0.05;

const RGB = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;

/** Colors outside of sRGB are moved to its edge. Undefined for a color space that is not known. */
export function parseColor(text: string): Color | undefined {
  // Pages repeat their colors.
  if (known.has(text)) return known.get(text);
  const color = parse(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, color);
  return color;
}

const MOST_KNOWN = 500;
const known = new Map<string, Color | undefined>();

function parse(text: string): Color | undefined {
  const [whole, red, green, blue, alpha = '1'] = RGB.exec(text) ?? [];
  if (whole === undefined) return parseWide(text);
  return { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha) };
}

const WIDE =
  /^(oklab|oklch|lab|lch|color)\((?:([a-z][\w-]*) )?([-\d.e]+)%? ([-\d.e]+) ([-\d.e]+)(?: \/ ([\d.e-]+))?\)$/;

type Triple = readonly [number, number, number];

function parseWide(text: string): Color | undefined {
  // A missing part is zero.
  const [, notation, space, ...parts] = WIDE.exec(text.replace(/\bnone\b/g, '0')) ?? [];
  const [x = 0, y = 0, z = 0, alpha = 1] = parts.filter((part) => part !== undefined).map(Number);
  const light = notation && lightOf(space ?? notation, [x, y, z]);
  if (!light) return undefined;
  const [red, green, blue] = light.map((part) => Math.min(255, Math.max(0, encoded(part) * 255))) as [
    number,
    number,
    number,
  ]; // as many as given
  return { red, green, blue, alpha };
}

/** Linear sRGB. https://www.w3.org/TR/css-color-4/#color-conversion-code */
function lightOf(space: string, [x, y, z]: Triple): Triple | undefined {
  switch (space) {
    case 'oklch':
      return lightOf('oklab', [x, ...fromHue(y, z)]);
    case 'oklab':
      return times(
        FROM_CONES,
        cubed([
          x + 0.3963377774 * y + 0.2158037573 * z,
          x - 0.1055613458 * y - 0.0638541728 * z,
          x - 0.0894841775 * y - 1.291485548 * z,
        ]),
      );
    case 'lch':
      return lightOf('lab', [x, ...fromHue(y, z)]);
    case 'lab': {
      const middle = (x + 16) / 116;
      const parts = [middle + y / 500, middle, middle - z / 200].map((part) =>
        part > 6 / 29 ? part ** 3 : (part - 4 / 29) * 3 * (6 / 29) ** 2,
      ) as [number, number, number]; // as many as given
      return times(FROM_D50, [parts[0] * 0.9642956764, parts[1], parts[2] * 0.8251046025]);
    }
    case 'srgb':
      return [decoded(x), decoded(y), decoded(z)];
    case 'srgb-linear':
      return [x, y, z];
    case 'display-p3':
      return times(FROM_P3, [decoded(x), decoded(y), decoded(z)]);
    default:
      return undefined;
  }
}

const FROM_CONES = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
] as const;
const FROM_D50 = [
  [3.1341359569, -1.6173863321, -0.4906619335],
  [-0.9787954556, 1.9162543789, 0.0334427313],
  [0.0719553935, -0.2289767628, 1.4053860351],
] as const;
const FROM_P3 = [
  [1.2249401763, -0.2249401763, 0],
  [-0.0420569547, 1.0420569547, 0],
  [-0.0196375546, -0.0786360456, 1.0982736002],
] as const;

const times = (matrix: readonly Triple[], [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as [number, number, number]; // three rows

const cubed = ([x, y, z]: Triple): Triple => [x ** 3, y ** 3, z ** 3];

const fromHue = (chroma: number, degrees: number): [number, number] => {
  const hue = (degrees / 180) * Math.PI;
  return [chroma * Math.cos(hue), chroma * Math.sin(hue)];
};

/** From light to sRGB. */
const encoded = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** From sRGB to light. */
const decoded = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Lightness from 0 to 1, green to red, blue to yellow: distances in it are distances to the eye. */
export interface Shade {
  lightness: number;
  a: number;
  b: number;
  alpha: number;
}

/** Undefined for a color space that is not known. */
export function shadeOf(text: string): Shade | undefined {
  const color = parseColor(text);
  return color && shadeOfColor(color);
}

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
export function shadeOfColor({ red, green, blue, alpha }: Color): Shade {
  const [r, g, b] = [decoded(red / 255), decoded(green / 255), decoded(blue / 255)];
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
