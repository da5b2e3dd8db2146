/** Whether a person can see a text that CSS generates. Its box can't be measured. */
import type { Style } from '../../dom/reads.js';
import { FAINTEST, parseColor } from '../css/color.js';
import type { Engine } from '../engine.js';
import { groundOf, paintedBy } from './ground.js';
import { isSame, over } from './pixel.js';
import { isClippedAway } from './veil.js';

/** Pixels: further away is nowhere. */
const FAR = -500;

export function isGeneratedSeen(engine: Engine, element: Element, style: Style): boolean {
  const { opacity, fontSize, position, left, top, right, textIndent, transform: matrix } = style;
  const isOut = position === 'absolute' || position === 'fixed';
  if (isOut && [left, top, right].some((side) => Number.parseFloat(side) < FAR)) return false;
  if (Number(opacity) < FAINTEST || Number.parseFloat(fontSize) < 2) return false;
  if (Number.parseFloat(textIndent) < FAR || /^matrix\(0,/.test(matrix)) return false;
  const size = { width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) };
  if (style.overflowX !== 'visible' && (size.width <= 1 || size.height <= 1)) return false;
  if (isClippedAway(style, size)) return false;
  const ink = parseColor(style.webkitTextFillColor);
  if (!ink || style.textShadow !== 'none' || style.backgroundClip.includes('text')) return true;
  const [around, own] = [groundOf(engine, engine.factsOf(element)), paintedBy(style)];
  const ground = around && own && over(own, around);
  return ink.alpha >= FAINTEST && !(ground && !isOut && isSame(over(ink, ground), ground));
}
