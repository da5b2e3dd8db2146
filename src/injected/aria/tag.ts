/** What kind of element it is, in one word that tables can be keyed by. */
import {
  HTML_NAMESPACE,
  localName,
  MATHML_NAMESPACE,
  namespaceURI,
  SVG_NAMESPACE,
} from '../dom/intrinsics.js';

export function tagOf(element: Element): string {
  const space = namespaceURI(element);
  const name = localName(element);
  if (space === HTML_NAMESPACE) return name;
  if (space === SVG_NAMESPACE) return `svg:${name}`;
  return space === MATHML_NAMESPACE ? `math:${name}` : `other:${name}`;
}

/** Inline by their style, yet things of their own: their names don't run into the text beside them. */
const REPLACED = new Set([
  'img',
  'video',
  'audio',
  'canvas',
  'iframe',
  'object',
  'embed',
  'svg:svg',
  'svg:text',
]);

/** `inline-block` stands apart from the text around it too, as do the parts of tables and flex boxes. */
export function isBlock(tag: string, display: string): boolean {
  if (REPLACED.has(tag)) return true;
  // The two browsers report different displays for what is in drawings and formulas.
  if (tag.startsWith('svg:') || tag.startsWith('math:')) return false;
  return display !== 'inline' && display !== 'contents' && display !== 'none' && !display.startsWith('ruby');
}
