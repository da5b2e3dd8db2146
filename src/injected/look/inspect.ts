/** What the browser made of the styles of one element. */
import type { Box } from '../../tree/node.js';
import type { Inspected } from '../../wire/audit-api.js';
import type { Aria } from '../aria/aria.js';
import { boxOf } from '../dom/geometry.js';
import { getClientRects, getWholeStyle } from '../dom/intrinsics.js';
import type { Resolved } from '../identity/resolve.js';

/** What most questions are about, with the values that say nothing. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  display: [],
  position: ['static'],
  inset: ['auto', '0px'],
  'z-index': ['auto'],
  float: ['none'],
  visibility: ['visible'],
  opacity: ['1'],
  'box-sizing': [],
  width: [],
  height: [],
  'min-width': ['0px', 'auto'],
  'max-width': ['none'],
  'min-height': ['0px', 'auto'],
  'max-height': ['none'],
  margin: ['0px'],
  padding: ['0px'],
  border: [],
  'border-radius': ['0px'],
  overflow: ['visible'],
  color: [],
  'background-color': ['rgba(0, 0, 0, 0)', 'transparent'],
  'background-image': ['none'],
  'font-family': [],
  'font-size': [],
  'font-weight': ['400'],
  'font-style': ['normal'],
  'line-height': ['normal'],
  'text-align': ['start'],
  'text-transform': ['none'],
  'text-decoration-line': ['none'],
  'white-space': ['normal'],
  'flex-direction': ['row'],
  'flex-wrap': ['nowrap'],
  flex: ['0 1 auto'],
  'justify-content': ['normal'],
  'align-items': ['normal'],
  'align-self': ['auto'],
  gap: ['normal', 'normal normal'],
  'grid-template-columns': ['none'],
  'grid-template-rows': ['none'],
  'grid-area': ['auto', 'auto / auto / auto / auto'],
  transform: ['none'],
  transition: ['all', 'all 0s ease 0s', 'all 0s'],
  animation: ['none', 'none 0s ease 0s 1 normal none running'],
  'box-shadow': ['none'],
  filter: ['none'],
  cursor: ['auto'],
  'pointer-events': ['auto'],
  'user-select': ['auto'],
  content: ['normal'],
};
const EDGES = ['top', 'right', 'bottom', 'left'] as const;

/** `properties`: these; `all`: every one that the browser knows; none: the usual ones that say something. */
export function inspect(
  { element, found }: Resolved,
  aria: Aria,
  properties: string[] | 'all',
): { ok: true; inspected: Inspected } {
  const style = getWholeStyle(element);
  const box = getClientRects(element).length > 0 ? boxOf(aria.boxOf(element)) : null;
  const inspected = {
    ...found,
    box,
    ...(box && { content: contentBox(box, style) }),
    visible: aria.isVisible(element),
    styles: stylesOf(style, properties),
  };
  return { ok: true, inspected };
}

function stylesOf(style: CSSStyleDeclaration, properties: string[] | 'all'): [string, string][] {
  const names = properties === 'all' ? [...style] : properties.length > 0 ? properties : Object.keys(USUAL);
  const values = names.map((name): [string, string] => [name, style.getPropertyValue(name)]);
  if (properties.length > 0) return values;
  return values.filter(
    ([name, value]) => value !== '' && !USUAL[name]?.includes(value) && !/^0px none/.test(value),
  );
}

/** Without padding and border. */
function contentBox(box: Box, style: CSSStyleDeclaration): Box {
  const inner = EDGES.map(
    (edge) =>
      pixels(style.getPropertyValue(`padding-${edge}`)) +
      pixels(style.getPropertyValue(`border-${edge}-width`)),
  );
  const [top = 0, right = 0, bottom = 0, left = 0] = inner;
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    x: round(box.x + left),
    y: round(box.y + top),
    width: round(Math.max(0, box.width - left - right)),
    height: round(Math.max(0, box.height - top - bottom)),
  };
}

const pixels = (value: string): number => Number.parseFloat(value) || 0;
