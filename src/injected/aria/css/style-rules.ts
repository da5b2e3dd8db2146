/**
 * Which elements the page may style. A property that no rule sets on an element has its parent's or its default
 * value and need not be read: on a large page that saves most reads. In doubt it is read.
 */
import { animatedElements } from '../../dom/effects.js';
import { hasAttribute } from '../../dom/intrinsics.js';
import { noted } from '../../dom/reads.js';
import { AttributeKind } from '../attribute-kind.js';
import type { Engine, Facts } from '../engine.js';
import { Trait } from '../tag.js';
import { reachOfHost, reachOfParts, reachOfSlots, slotsAround } from './roots-around.js';
import { countRules, keysPerRoot, RuleKeys, readRules } from './rule-keys.js';

/** Properties, as bits. */
export const Styled = {
  cursor: 1,
  textTransform: 2,
  whiteSpace: 4,
  fontSize: 8,
  overflow: 16,
  opacity: 32,
  contentVisibility: 64,
  content: 128,
  visibility: 256,
  position: 512,
  clip: 1024,
  background: 2048,
  /** Of letters, from each other and from the edge. */
  textIndent: 4096,
  color: 8192,
  /** Whatever lays something over an element or lifts it: filters, masks, blending, its back, transforms, layers. */
  veil: 16384,
  /** Of its pseudo-elements: `::first-line`, and generated boxes that are laid over something. */
  firstLine: 32768,
  overlay: 65536,
  decoration: 131072,
} as const;

const ALL = 262143;
/** What browsers themselves may set, by tag or attribute. */
const BY_BROWSER =
  ALL & ~(Styled.veil | Styled.clip | Styled.position | Styled.opacity | Styled.firstLine | Styled.overlay);
/** Of so few elements all styles are read: Firefox looks for animations in the whole document. */
const FEW = 100;
/** With these attributes anything may be set. */
const STYLING = ['style', 'popover'];

const NONE: readonly Element[] = [];

/** `popover` is of the kind `global`. */
function isStyledByAttribute(element: Element, kind: AttributeKind): boolean {
  if (kind === AttributeKind.global) return STYLING.some((name) => hasAttribute(element, name));
  return kind === AttributeKind.styled || (kind === AttributeKind.ofItsTag && hasAttribute(element, 'style'));
}

const BIT_OF: ReadonlyMap<string, number> = new Map([
  ['cursor', Styled.cursor],
  ['text-transform', Styled.textTransform],
  ['white-space', Styled.whiteSpace],
  ['font', Styled.fontSize],
  ['overflow', Styled.overflow],
  ['opacity', Styled.opacity],
  ['content-visibility', Styled.contentVisibility],
  ['content', Styled.content],
  ['visibility', Styled.visibility],
  ['position', Styled.position],
  ['clip', Styled.clip],
  ['contain', Styled.clip],
  ['background', Styled.background],
  ['text-indent', Styled.textIndent],
  ['letter-spacing', Styled.textIndent],
  ['word-spacing', Styled.textIndent],
  ['color', Styled.color],
  ['text-decoration', Styled.decoration],
  ['-webkit-text-fill', Styled.color],
  ['filter', Styled.veil],
  ['mask', Styled.veil],
  ['-webkit-mask', Styled.veil],
  ['mix-blend', Styled.veil],
  ['backface', Styled.veil],
  ['-webkit-backface', Styled.veil],
  ['transform', Styled.veil],
  ['backdrop-filter', Styled.veil],
  ['translate', Styled.veil],
  ['rotate', Styled.veil],
  ['scale', Styled.veil],
  ['zoom', Styled.veil],
  ['offset', Styled.veil],
  ['z-index', Styled.veil],
  ['all', ALL],
  ['animation', ALL],
]);

/** Matches declarations of these properties and their longhands: `overflow-x`, `font-size`, `clip-path`. */
const DECLARED =
  /(?:^|[;\s])(cursor|text-transform|text-decoration|white-space|font|overflow|opacity|content-visibility|content|visibility|position|clip|contain|background|text-indent|letter-spacing|word-spacing|-webkit-text-fill|filter|backdrop-filter|transform|translate|rotate|scale|zoom|offset|z-index|(?:-webkit-)?mask|mix-blend|(?:-webkit-)?backface|color|all|animation)(?:-[a-z-]+)?\s*:/g;

export class StyleRules {
  readonly #engine: Engine;
  readonly #keysOf = keysPerRoot(readKeys);
  #asked = 0;
  #patience: number | undefined;
  #animated: ReadonlySet<Element> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Which properties a rule, an attribute or an animation may have set, as `Styled` bits. */
  reach(element: Element, facts: Facts): number {
    // Reading one rule costs as much as it saves on one element.
    this.#patience ??= FEW + countRules(this.#engine.document);
    if (++this.#asked <= this.#patience) return ALL;
    // Attributes of a drawing are styles, too.
    if ((facts.traits & Trait.foreign) !== 0) return ALL;
    const engine = this.#engine;
    // A custom element may be styled from a closed root.
    if ((facts.traits & Trait.custom) !== 0 && !engine.shadowRootOf(element)) return ALL;
    const slots = facts.direct ? NONE : slotsAround(engine, facts);
    return slots ? slots.reduce((found, slot) => found | this.#own(slot), this.#own(element)) : ALL;
  }

  /** Wherever it is shown. */
  #own(element: Element): number {
    const engine = this.#engine;
    const facts = engine.factsOf(element);
    const attributes = engine.attributesOf(element);
    const isPlain =
      (facts.traits & Trait.onlyLaidOut) !== 0 &&
      attributes <= AttributeKind.plain &&
      !engine.shadowRootOf(element);
    if (!isPlain && (facts.tag === 'dialog' || isStyledByAttribute(element, attributes))) return ALL;
    this.#animated ??= new Set(animatedElements(engine.document));
    if (this.#animated.has(element)) return ALL;
    const byRules =
      this.#keysOf(engine.rootOf(element)).reach(engine, element, facts.tag) |
      reachOfHost(engine, element, this.#keysOf) |
      (facts.direct ? 0 : (reachOfSlots(engine, element, this.#keysOf) ?? ALL)) |
      (isPlain ? 0 : reachOfParts(engine, element, this.#keysOf));
    return isPlain ? byRules : byRules | BY_BROWSER;
  }
}

const LAID_OVER = Styled.position | Styled.background;

function ofPseudo(selectors: string, bits: number): number {
  const line = /::?first-line/i.test(selectors) ? Styled.firstLine : 0;
  const isOverlay = (bits & LAID_OVER) === LAID_OVER && /::?(?:before|after)/i.test(selectors);
  return isOverlay ? line | Styled.overlay : line;
}

const readKeys = noted((root: Document | ShadowRoot): RuleKeys => {
  const keys = new RuleKeys();
  const unknown = (): void => {
    keys.any = ALL;
  };
  readRules(root, {
    rule(selectors, { cssText }) {
      let bits = 0;
      for (const [, name = ''] of cssText.matchAll(DECLARED)) bits |= BIT_OF.get(name) ?? 0;
      if (bits !== 0 && selectors.includes(':')) bits |= ofPseudo(selectors, bits);
      if (bits === 0) return;
      // Splitting at a comma inside parentheses would yield pieces that are no selectors.
      if (/[()]/.test(selectors)) keys.any |= bits;
      else for (const selector of selectors.split(',')) keys.add(selector, bits);
    },
    nested: unknown,
    unknown,
  });
  return keys;
});
