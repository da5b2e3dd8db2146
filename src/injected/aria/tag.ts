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

/** `inline-block` stands apart from the text around it, as do the parts of tables and flex boxes. */
export function isBlock(tag: string, display: string): boolean {
  // The two browsers report different displays for what is in drawings and formulas.
  if (tag.startsWith('svg:')) return tag === 'svg:svg' || tag === 'svg:text';
  if (tag.startsWith('math:')) return false;
  return display !== 'inline' && display !== 'contents' && display !== 'none' && !display.startsWith('ruby');
}
