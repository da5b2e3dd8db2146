/** Devices that can be emulated: what their browsers tell pages. Sizes are CSS pixels, in portrait. */
export interface DeviceRow {
  name: string;
  width: number;
  height: number;
  deviceScaleFactor: number;
  userAgent: string;
  touch: boolean;
}

/** Models of one maker with the same screen, separated by commas. */
type Screen = [models: string, width: number, height: number, scale: number];

const IPHONES: readonly Screen[] = [
  ['SE', 375, 548, 2],
  ['6, 7, 8, SE (3rd gen)', 375, 667, 2],
  ['6 Plus, 7 Plus, 8 Plus', 414, 736, 3],
  ['X', 375, 812, 3],
  ['XR', 414, 896, 2],
  ['11', 414, 715, 2],
  ['11 Pro', 375, 635, 3],
  ['11 Pro Max', 414, 715, 3],
  ['12 Mini, 13 Mini', 375, 629, 3],
  ['12, 12 Pro, 13, 13 Pro, 14', 390, 664, 3],
  ['12 Pro Max, 13 Pro Max, 14 Plus', 428, 746, 3],
  ['14 Pro', 393, 660, 3],
  ['14 Pro Max', 430, 740, 3],
  ['15, 15 Pro, 16', 393, 659, 3],
  ['15 Plus, 15 Pro Max, 16 Plus', 430, 739, 3],
  ['16e, 17e', 390, 651, 3],
  ['16 Pro, 17, 17 Pro', 402, 681, 3],
  ['16 Pro Max, 17 Pro Max', 440, 763, 3],
  ['Air', 420, 719, 3],
];

const IPADS: readonly Screen[] = [
  ['Mini', 744, 1_026, 2],
  ['(gen 5), (gen 6)', 768, 954, 2],
  ['(gen 7)', 810, 1_010, 2],
  ['(gen 10), (gen 11)', 820, 1_073, 2],
  ['Pro 11', 834, 1_087, 2],
];

const PIXELS: readonly Screen[] = [
  ['2', 411, 731, 2.625],
  ['2 XL', 411, 823, 3.5],
  ['3', 393, 786, 2.75],
  ['4', 353, 745, 3],
  ['4a (5G)', 412, 765, 2.625],
  ['5', 393, 727, 2.75],
  ['6, 6a, 7, 7a, 8, 8a', 412, 839, 2.625],
  ['6 Pro, 7 Pro', 412, 816, 3.5],
  ['8 Pro, 9 Pro XL, 10 Pro XL', 448, 921, 3],
  ['9, 10', 360, 732, 3],
  ['9 Pro, 10 Pro', 427, 876, 3],
];

const GALAXIES: readonly Screen[] = [
  ['S5', 360, 640, 3],
  ['S8', 360, 740, 3],
  ['S9+', 320, 658, 4.5],
  ['S24', 360, 656, 3],
  ['A55', 480, 1_040, 2.25],
  ['Tab S4', 712, 1_138, 2.25],
  ['Tab S9', 800, 1_152, 2],
];

/** What Samsung's devices call themselves. */
const SAMSUNG: Readonly<Record<string, string>> = {
  S5: 'SM-G900P',
  S8: 'SM-G950U',
  'S9+': 'SM-G965U',
  S24: 'SM-S921U',
  A55: 'SM-A556B',
  'Tab S4': 'SM-T837A',
  'Tab S9': 'SM-X710',
};

const NEXUSES: readonly Screen[] = [
  ['5', 360, 640, 3],
  ['5X', 412, 732, 2.625],
  ['6P', 412, 732, 3.5],
];

const DESKTOP = [1_280, 720] as const;
const WINDOWS = 'Windows NT 10.0; Win64; x64';
const EDGE = `${chrome(WINDOWS)} Edg/140.0.0.0`;
const FIREFOX = `Mozilla/5.0 (${WINDOWS}; rv:140.0) Gecko/20100101 Firefox/140.0`;
const MAC = safari('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.5 Safari/605.1.15');

export const DEVICES: readonly DeviceRow[] = [
  ...held('iPhone', IPHONES, () => mobileSafari('iPhone; CPU iPhone OS 18_5 like Mac OS X')),
  ...held('iPad', IPADS, () => mobileSafari('iPad; CPU OS 18_5 like Mac OS X')),
  ...held('Pixel', PIXELS, (model) => android('15', `Pixel ${model}`)),
  ...held('Galaxy', GALAXIES, (model) =>
    android('14', SAMSUNG[model] ?? model, model.startsWith('Tab') ? '' : ' Mobile'),
  ),
  ...held('Nexus', NEXUSES, (model) => android('8.0.0', `Nexus ${model}`)),
  ...held('Moto', [['G4', 360, 640, 3]], () => android('7.0', 'Moto G (4)')),
  desktop('Desktop Chrome', 1, chrome(WINDOWS)),
  desktop('Desktop Chrome HiDPI', 2, chrome(WINDOWS)),
  desktop('Desktop Edge', 1, EDGE),
  desktop('Desktop Edge HiDPI', 2, EDGE),
  desktop('Desktop Firefox', 1, FIREFOX),
  desktop('Desktop Firefox HiDPI', 2, FIREFOX),
  desktop('Desktop Safari', 2, MAC),
];

function held(maker: string, screens: readonly Screen[], agentOf: (model: string) => string): DeviceRow[] {
  return screens.flatMap(([models, width, height, deviceScaleFactor]) =>
    models.split(', ').map((model) => ({
      name: `${maker} ${model}`,
      width,
      height,
      deviceScaleFactor,
      userAgent: agentOf(model),
      touch: true,
    })),
  );
}

function desktop(name: string, deviceScaleFactor: number, userAgent: string): DeviceRow {
  const [width, height] = DESKTOP;
  return { name, width, height, deviceScaleFactor, userAgent, touch: false };
}

function safari(platform: string, rest: string): string {
  return `Mozilla/5.0 (${platform}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
}

function mobileSafari(platform: string): string {
  return safari(platform, 'Version/18.5 Mobile/15E148 Safari/604.1');
}

function android(version: string, model: string, mobile = ' Mobile'): string {
  return `Mozilla/5.0 (Linux; Android ${version}; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${mobile} Safari/537.36`;
}

function chrome(platform: string): string {
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`;
}
