/** What kind of element it is, in one word that tables can be keyed by, and what that word alone says about it. */
import {
  HTML_NAMESPACE,
  localName,
  MATHML_NAMESPACE,
  namespaceURI,
  SVG_NAMESPACE,
} from '../dom/intrinsics.js';

/** What is known of an element by its tag: bits, so that one look at a table answers a dozen questions. */
export const Trait = {
  /** Not HTML. */
  foreign: 1 << 0,
  /** Of a drawing or a formula. */
  drawn: 1 << 15,
  /** A custom element, by its name. */
  custom: 1 << 1,
  /** Can have a shadow root. */
  host: 1 << 2,
  /** Its children are not its content: fallbacks, defaults, other documents. */
  opaque: 1 << 3,
  /** What is inside is part of it. */
  control: 1 << 4,
  /** In a drawing: definitions that are drawn where they are used, and texts about it. */
  undrawn: 1 << 5,
  /** Whether it is rendered is not up to its style alone. */
  renderedByContent: 1 << 6,
  /** Not all of what is in it is rendered. */
  keepsChildrenBack: 1 << 7,
  /** What is in it is exposed without being rendered. */
  exposesUnrendered: 1 << 8,
  /** Its text is no content. */
  textless: 1 << 9,
  /** What is between its tags is shown only where it is not supported. */
  replaced: 1 << 10,
  /** Inline by its style, yet a thing of its own: its name does not run into the text beside it. */
  apart: 1 << 11,
  /** Shows no generated content in any browser, or has no children to show it beside. */
  noGenerated: 1 << 12,
  /** Can be disabled in HTML. */
  canBeDisabled: 1 << 13,
  /** No browser gives it more of a style than a layout and a font. */
  onlyLaidOut: 1 << 16,
  /** Holds a value that it gives in the middle of another's name. */
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
  /** Local name for HTML; `svg:` or `math:` (or `other:`) in front for the rest. */
  readonly tag: string;
  /** `Trait`s, added up. */
  readonly traits: number;
}

const kinds = new Map<string, Kind>();
/** Pages may make up names without end. */
const MAX_KINDS = 1000;
/** The browser's own string, once it was met: engines compare that by its address. */
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

/** As the name of a property it is the same string that code writes: engines compare the two by their address. */
const interned = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text;

function traitsOf(tag: string): number {
  let traits = 0;
  for (const [trait, tags] of NAMES) if (tags.split(' ').includes(tag)) traits |= trait;
  if (tag.startsWith('svg:')) return traits | Trait.foreign | Trait.drawn | Trait.noGenerated;
  if (tag.startsWith('math:')) return traits | Trait.foreign | Trait.drawn;
  if (tag.includes(':')) return traits | Trait.foreign;
  return tag.includes('-') ? traits | Trait.custom | Trait.host | Trait.canBeDisabled : traits;
}

/** `inline-block` stands apart from the text around it too, as do the parts of tables and flex boxes. */
export function isBlock(traits: number, display: string): boolean {
  if ((traits & Trait.apart) !== 0) return true;
  // The two browsers report different displays for what is in drawings and formulas.
  if ((traits & Trait.drawn) !== 0) return false;
  return display !== 'inline' && display !== 'contents' && display !== 'none' && !display.startsWith('ruby');
}
