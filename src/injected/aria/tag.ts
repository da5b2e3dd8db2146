/** An element's kind, as a tag name that tables can be keyed by, and what that name alone says about it. */
import {
  HTML_NAMESPACE,
  localName,
  MATHML_NAMESPACE,
  namespaceURI,
  SVG_NAMESPACE,
} from '../dom/intrinsics.js';

/** What a tag alone implies: bits, so that one table lookup answers a dozen questions. */
export const Trait = {
  /** Not HTML. */
  foreign: 1 << 0,
  /** Part of an SVG or MathML. */
  drawn: 1 << 15,
  /** A custom element, by its name. */
  custom: 1 << 1,
  /** Can have a shadow root. */
  host: 1 << 2,
  /** Its children are not its content: fallbacks, defaults, other documents. */
  opaque: 1 << 3,
  /** Its content is part of it. */
  control: 1 << 4,
  /** In an SVG: definitions that are drawn where they are used, and descriptions. */
  undrawn: 1 << 5,
  /** Its style alone does not decide whether it is rendered. */
  renderedByContent: 1 << 6,
  /** It does not render all of its children. */
  keepsChildrenBack: 1 << 7,
  /** Its children are exposed without being rendered. */
  exposesUnrendered: 1 << 8,
  /** Its text is not content. */
  textless: 1 << 9,
  /** Its children show only where the element is not supported. */
  replaced: 1 << 10,
  /** Inline by style but separate: its name does not run into the text next to it. */
  apart: 1 << 11,
  /** Shows no generated content in any browser, or has no content to show it next to. */
  noGenerated: 1 << 12,
  /** Can be disabled in HTML. */
  canBeDisabled: 1 << 13,
  /** Browsers' own styles set only its layout and font. */
  onlyLaidOut: 1 << 16,
  /** Has a value that it contributes to the names of others. */
  hasValue: 1 << 14,
} as const;

const NAMES: readonly (readonly [trait: number, tags: string])[] = [
  [Trait.host, 'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'],
  [
    Trait.opaque,
    'iframe frame input textarea img embed audio video progress meter svg:title svg:desc svg:metadata svg:defs',
  ],
  [Trait.control, 'button input option select textarea'],
  [
    Trait.undrawn,
    'svg:defs svg:symbol svg:clipPath svg:mask svg:pattern svg:marker svg:linearGradient svg:radialGradient ' +
      'svg:filter svg:metadata svg:title svg:desc svg:style svg:script svg:animate svg:animateMotion ' +
      'svg:animateTransform svg:set',
  ],
  [Trait.renderedByContent, 'area audio embed frame iframe img input noscript object video'],
  [
    Trait.keepsChildrenBack,
    'audio canvas details embed frame frameset iframe img input meter object optgroup progress select textarea video',
  ],
  [Trait.exposesUnrendered, 'select optgroup canvas'],
  [Trait.textless, 'script style template noscript head svg:style svg:script svg:defs svg:metadata'],
  [Trait.replaced, 'iframe video audio canvas object textarea select datalist meter progress'],
  [Trait.apart, 'img video audio canvas iframe object embed svg:svg svg:text'],
  [
    Trait.noGenerated,
    'br wbr hr img input textarea select optgroup option iframe video audio canvas meter progress',
  ],
  [Trait.canBeDisabled, 'button fieldset input optgroup option select textarea'],
  [
    Trait.onlyLaidOut,
    'a abbr address article aside b blockquote caption cite code dd div dl dt em figcaption figure footer h1 h2 h3 h4 h5 ' +
      'h6 header i li main mark nav ol p q s section small span strong sub sup tbody td tfoot th thead time tr u ul',
  ],
  [Trait.hasValue, 'input textarea select datalist meter progress'],
];

export interface Kind {
  /** Local name for HTML; prefixed with `svg:`, `math:` or `other:` for the rest. */
  readonly tag: string;
  /** A bit set of `Trait`s. */
  readonly traits: number;
}

const kinds = new Map<string, Kind>();
/** A limit for pages that generate names without end. */
const MAX_KINDS = 1000;
/** The browser's own string, once seen: JavaScript engines compare identical strings by address. */
let htmlSpace = HTML_NAMESPACE;

export function kindOf(element: Element): Kind {
  const space = namespaceURI(element);
  const name = localName(element);
  if (space === htmlSpace) return known(name);
  if (space === HTML_NAMESPACE) {
    htmlSpace = space;
    return known(name);
  }
  if (space === SVG_NAMESPACE) return known(`svg:${name}`);
  return known(space === MATHML_NAMESPACE ? `math:${name}` : `other:${name}`);
}

export const tagOf = (element: Element): string => kindOf(element).tag;

function known(tag: string): Kind {
  let kind = kinds.get(tag);
  if (!kind) {
    if (kinds.size >= MAX_KINDS) kinds.clear();
    kind = { tag: interned(tag), traits: traitsOf(tag) };
    kinds.set(tag, kind);
  }
  return kind;
}

/** As a property key it becomes the same interned string as a literal: engines compare the two by address. */
const interned = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text;

function traitsOf(tag: string): number {
  let traits = 0;
  for (const [trait, tags] of NAMES) if (tags.split(' ').includes(tag)) traits |= trait;
  if (tag.startsWith('svg:')) return traits | Trait.foreign | Trait.drawn | Trait.noGenerated;
  if (tag.startsWith('math:')) return traits | Trait.foreign | Trait.drawn;
  if (tag.includes(':')) return traits | Trait.foreign;
  return tag.includes('-') ? traits | Trait.custom | Trait.host | Trait.canBeDisabled : traits;
}

/** `inline-block` is also separate from the text around it, as are the parts of tables and flex boxes. */
export function isBlock(traits: number, display: string): boolean {
  if ((traits & Trait.apart) !== 0) return true;
  // The browsers report different displays inside SVG and MathML.
  if ((traits & Trait.drawn) !== 0) return false;
  return display !== 'inline' && display !== 'contents' && display !== 'none' && !display.startsWith('ruby');
}
