/** What tells siblings apart that show a picture each: the color or style of icons, the size of boxes. */
import type { States } from '../../tree/node.js';
import type { Aria } from '../aria/aria.js';
import { getAttribute } from '../dom/intrinsics.js';
import { colorName } from './color-name.js';
import { type ExposedChild, type ExposedNode, isTextRun } from './exposed-node.js';
import { LARGER } from './shape.js';

type Told = [ExposedNode, States][];

export function differencesOf({ children }: ExposedNode, aria: Aria): Told {
  // By index and without closures: this runs for every node.
  let icons: ExposedNode[] | undefined;
  let boxes: ExposedNode[] | undefined;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as ExposedChild; // within the length
    if (isTextRun(child)) continue;
    const { icon, color, shape, size } = child.states;
    if (icon !== undefined) {
      icons ??= [];
      icons.push(child);
    } else if ((color !== undefined || shape !== undefined) && size === undefined && child.name === '') {
      boxes ??= [];
      boxes.push(child);
    }
  }
  if (icons && icons.length > 1) return ofIcons(icons, aria);
  return boxes && boxes.length > 1 ? ofBoxes(boxes, aria) : NONE;
}

/** As of the stars of a rating. */
function ofIcons(icons: readonly ExposedNode[], aria: Aria): Told {
  const colors = icons.flatMap((icon): Told => {
    const color = colorName(aria.styleOf(icon.element).color);
    return color === undefined ? NONE : [[icon, { color }]];
  });
  if (differ(colors, 'color')) return colors;
  const styles = icons.map((icon): [ExposedNode, States] => [icon, { icon: styledIcon(icon) }]);
  return differ(styles, 'icon') ? styles : NONE;
}

/** As of the bars of a chart. `shape.ts` describes shapes of an SVG. */
function ofBoxes(nodes: readonly ExposedNode[], aria: Aria): Told {
  const boxes = nodes.filter(
    ({ element, children }) => children.length === 0 && !aria.tagOf(element).startsWith('svg:'),
  );
  const sizes = boxes.map(({ element }) => aria.boxOf(element));
  const widths = sizes.map(({ width }) => width);
  const heights = sizes.map(({ height }) => height);
  if (!vary(widths) && !vary(heights)) return NONE;
  return boxes.map((box, at) => [
    box,
    { size: `${Math.round(widths[at] ?? 0)}x${Math.round(heights[at] ?? 0)}` },
  ]);
}

const vary = (lengths: readonly number[]): boolean => Math.max(...lengths) > Math.min(...lengths) * LARGER;

const differ = (told: Told, key: 'color' | 'icon'): boolean =>
  told.some(([one, its]) =>
    told.some(([other, theirs]) => one.states.icon === other.states.icon && its[key] !== theirs[key]),
  );

/** `fa-regular`, `star--filled`, `on`. */
const STYLE =
  /(?:^|[-_])(solid|regular|light|outlined?|filled?|full|half|empty|on|off|active|inactive|selected|checked|lit)$/;

function styledIcon({ element, states }: ExposedNode): string {
  const name = String(states.icon);
  for (const each of (getAttribute(element, 'class') ?? '').split(/\s+/)) {
    const [, style] = STYLE.exec(each) ?? [];
    if (style !== undefined && !name.includes(style)) return `${name} ${style}`;
  }
  return name;
}

const NONE: Told = [];
